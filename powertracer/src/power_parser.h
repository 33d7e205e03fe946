/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_PARSER_H
#define HDPOWER_PARSER_H
/** Between the parts of the configuration's reader. */

#include "power_config.h"

#define HD_POWER_LMG_CHANNELS 7 /* of the largest LMG */

struct hd_power_section;

struct hd_power_parser {
    struct hd_power_config *config;
    unsigned line;                          /* 0: what is said concerns no line */
    const struct hd_power_section *section; /* NULL: before the first */
};

/** Set the configuration's message. @return HD_FORMAT */
hd_status hd__power_complain(struct hd_power_parser *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/** The same. @return HD_NOMEM */
hd_status hd__power_no_memory(struct hd_power_config *config);

hd_status hd__power_add_device(struct hd_power_config *config, unsigned line);
hd_status hd__power_add_trace(struct hd_power_config *config, unsigned line);

hd_status hd__power_add_check(struct hd_power_config *config, unsigned line);

/** Read what a trace with `sum=` is made of, and what a [Check] compares. */
hd_status hd__power_check_sum(struct hd_power_parser *parser, struct hd_power_trace_config *trace);
hd_status hd__power_check_relation(struct hd_power_parser *parser,
                                   struct hd_power_formula_config *formula);
void hd__power_formula_free(struct hd_power_formula_config *formula);

/** Whether a device's channels have to be chosen: a number from 1 to HD_POWER_LMG_CHANNELS. */
bool hd__power_needs_channels(const struct hd_meter_driver *driver);
bool hd__power_is_lmg_channel(char digit);

/** Begin the section [NAME]. */
hd_status hd__power_begin_section(struct hd_power_parser *parser, const char *name, size_t length);
/** Set a key of the section. */
hd_status hd__power_set_key(struct hd_power_parser *parser, const char *name, const char *value);

#endif
