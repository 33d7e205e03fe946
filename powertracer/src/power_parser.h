/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_PARSER_H
#define HDPOWER_PARSER_H
/** Between the parts of the configuration's reader. */

#include "power_config.h"

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

/** Begin the section [NAME]. */
hd_status hd__power_begin_section(struct hd_power_parser *parser, const char *name, size_t length);
/** Set a key of the section. */
hd_status hd__power_set_key(struct hd_power_parser *parser, const char *name, const char *value);

#endif
