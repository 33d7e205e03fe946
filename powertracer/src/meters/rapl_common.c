/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rapl_common.h"

#include <stdio.h>

/* Registers are renewed about once in a millisecond. */
#define HALF_RENEWAL (NS_PER_MS / 2)
#define DOMAIN_WATTS 2000.0

const struct hd_meter_key hd__rapl_keys[] = {{NULL, false, false, 0, 0}};

void hd__rapl_begin(struct hd_meter *meter, const char *way)
{
    meter->bias_ns = HALF_RENEWAL;
    (void)snprintf(meter->identity, sizeof meter->identity, "RAPL (%s)", way);
}

void hd__rapl_add(struct hd_meter *meter, const char *label, uint64_t range_uj, bool in_total)
{
    struct hd_meter_channel *channel = hd__meter_add(meter, HD_METER_ENERGY, "%s", label);
    channel->range_uj = range_uj;
    channel->in_total = in_total;
    channel->most_watts = DOMAIN_WATTS;
}
