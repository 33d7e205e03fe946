/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power of a node as its management controller tells it: DCMI's Get Power Reading by IPMI over the
 * network. Whole watts, renewed about once in a second, with the time of the reading: when that
 * stands still the reading is an old one. Source: DCMI 1.5 specification, 6.6.1. */
#include "ipmi_session.h"

#include <hdtrace/clock.h>
#include <stdio.h>
#include <stdlib.h>

#define FUNCTION_GROUP  0x2c
#define GROUP_DCMI      0xdc
#define POWER_READING   0x02
#define STATISTICS      0x01 /* of the whole node */
#define IS_MEASURING    0x40
#define ANSWER_SIZE     19
#define LACKS_PRIVILEGE 0xd4
#define HALF_SECOND     (NS_PER_S / 2)
#define PATIENCE        5.0 /* s */

struct dcmi {
    struct hd_ipmi ipmi;
    uint32_t time_s; /* of the last reading, by the controller's clock */
    int64_t moved_ns;
    bool has_moved;
};

static enum hd_io_result ask(struct hd_meter *meter, struct hd_ipmi_message *answer)
{
    static const struct hd_ipmi_message request = {.function = FUNCTION_GROUP,
                                                   .command = POWER_READING,
                                                   .data = {GROUP_DCMI, STATISTICS},
                                                   .size = 4};
    struct dcmi *dcmi = meter->state;
    return hd__ipmi_ask(meter, &dcmi->ipmi, &request, answer);
}

static bool open_controller(struct hd_meter *meter)
{
    struct dcmi *dcmi = calloc(1, sizeof *dcmi);
    struct hd_ipmi_message answer;
    meter->state = dcmi;
    if (dcmi == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    meter->bias_ns = HALF_SECOND;
    if (!hd__ipmi_open(meter, &dcmi->ipmi)) {
        return false;
    }
    if (ask(meter, &answer) != HD_IO_DONE) {
        return hd__meter_fail(meter, "DCMI: %s", meter->io.fault);
    }
    if (answer.data[0] == LACKS_PRIVILEGE) {
        return hd__meter_fail(meter, "the power reading needs more than privilege=%s",
                              hd__meter_text(meter, "privilege", "user"));
    }
    if (answer.data[0] != 0 || answer.size < ANSWER_SIZE) {
        return hd__meter_fail(meter, "it has no power reading by DCMI (code %02x)", answer.data[0]);
    }
    (void)snprintf(meter->identity, sizeof meter->identity, "DCMI %.80s",
                   hd__meter_text(meter, "address", ""));
    return true;
}

static void describe(struct hd_meter *meter)
{
    (void)hd__meter_add(meter, HD_METER_POWER, "%s", "");
}

/* Whether the controller still measures. One whose clock never moved is believed. */
static bool is_alive(struct hd_meter *meter, struct dcmi *dcmi, uint32_t time_s)
{
    const int64_t now_ns = hd_clock_get_ns();
    const int64_t slow_ns = 3 * meter->interval_ns;
    const int64_t patience_ns = hd__meter_patience(meter, PATIENCE);
    if (dcmi->moved_ns == 0 || time_s != dcmi->time_s) {
        dcmi->has_moved = dcmi->moved_ns != 0;
        dcmi->moved_ns = now_ns;
        dcmi->time_s = time_s;
    }
    return !dcmi->has_moved ||
           now_ns - dcmi->moved_ns < (slow_ns > patience_ns ? slow_ns : patience_ns);
}

static enum hd_meter_result read_controller(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    struct dcmi *dcmi = meter->state;
    struct hd_ipmi_message answer;
    const int64_t before_ns = hd_clock_get_ns();
    const enum hd_io_result result = ask(meter, &answer);
    if (result != HD_IO_DONE) {
        return result == HD_IO_STOP ? HD_METER_NOTHING : hd__meter_lose(meter, NULL);
    }
    hd__meter_stamp(meter, sample, before_ns);
    const uint8_t *data = answer.data;
    const bool is_whole = data[0] == 0 && answer.size >= ANSWER_SIZE && data[1] == GROUP_DCMI;
    sample->is_valid[0] = is_whole && (data[18] & IS_MEASURING) != 0 &&
                          is_alive(meter, dcmi, hd__ipmi_get_32(data + 10));
    sample->numbers[0].real = is_whole ? hd__ipmi_get_16(data + 2) : 0.0;
    meter->damaged += is_whole ? 0 : 1;
    return HD_METER_SAMPLE;
}

static void close_controller(struct hd_meter *meter)
{
    struct dcmi *dcmi = meter->state;
    if (dcmi != NULL) {
        hd__ipmi_close(meter, &dcmi->ipmi);
    }
    free(dcmi);
    meter->state = NULL;
}

static const struct hd_meter_key keys[] = {
    HD_IPMI_KEYS, HD_METER_PATIENCE, {NULL, false, false, 0, 0}};

const struct hd_meter_driver hd__meter_dcmi = {
    .name = "dcmi",
    .about = "power of a node by its management controller (IPMI, DCMI)",
    .keys = keys,
    .cycle_ms = 1000,
    .least_cycle_ms = 50,
    .most_cycle_ms = 30000,
    .open = open_controller,
    .describe = describe,
    .read = read_controller,
    .close = close_controller,
};
