/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of a configuration's sections. */
#include "power_parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LONGEST_LIMIT_S 3600

struct hd_power_section {
    const char *name;
    const struct entry *entries;
};

struct entry {
    const char *name;
    hd_status (*set)(struct hd_power_parser *parser, const char *value);
};

static hd_status replace(struct hd_power_parser *parser, char **text, const char *value)
{
    char *copy = strdup(value);
    if (copy == NULL) {
        return hd__power_no_memory(parser->config);
    }
    free(*text);
    *text = copy;
    return HD_OK;
}

static char *copy_part(const char *begin, const char *end)
{
    return strndup(begin, (size_t)(end - begin));
}

static struct hd_power_device_config *last_device(struct hd_power_parser *parser)
{
    return &parser->config->devices[parser->config->device_count - 1];
}

static struct hd_power_trace_config *last_trace(struct hd_power_parser *parser)
{
    return &parser->config->traces[parser->config->trace_count - 1];
}

/* The first device may be described in [General]. */
static hd_status need_device(struct hd_power_parser *parser)
{
    return parser->config->device_count > 0 ? HD_OK
                                            : hd__power_add_device(parser->config, parser->line);
}

static hd_status set_device(struct hd_power_parser *parser, const char *value)
{
    hd_status status = need_device(parser);
    if (status == HD_OK && hd__meter_find(value) == NULL) {
        return hd__power_complain(
            parser, "unknown device '%.60s'; powertracer --list names those there are", value);
    }
    if (status == HD_OK) {
        last_device(parser)->driver = hd__meter_find(value);
        last_device(parser)->line = parser->line;
    }
    return status;
}

static hd_status set_name(struct hd_power_parser *parser, const char *value)
{
    return replace(parser, &last_device(parser)->name, value);
}

static hd_status set_host(struct hd_power_parser *parser, const char *value)
{
    const hd_status status = need_device(parser);
    return status == HD_OK ? replace(parser, &last_device(parser)->host, value) : status;
}

static hd_status add_setting(struct hd_power_parser *parser, const char *name, const char *value)
{
    const hd_status status = need_device(parser);
    if (status != HD_OK) {
        return status;
    }
    struct hd_power_device_config *device = last_device(parser);
    for (size_t i = 0; i < device->setting_count; i++) {
        if (strcasecmp(device->settings[i].name, name) == 0) {
            device->settings[i].line = parser->line;
            return replace(parser, &device->settings[i].value, value);
        }
    }
    struct hd_meter_setting *settings =
        realloc(device->settings, (device->setting_count + 1) * sizeof *settings);
    if (settings == NULL) {
        return hd__power_no_memory(parser->config);
    }
    device->settings = settings;
    struct hd_meter_setting *setting = &settings[device->setting_count];
    *setting = (struct hd_meter_setting){strdup(name), strdup(value), parser->line};
    if (setting->name == NULL || setting->value == NULL) {
        free(setting->name);
        free(setting->value);
        return hd__power_no_memory(parser->config);
    }
    device->setting_count++;
    for (char *c = setting->name; *c != '\0'; c++) {
        if (*c >= 'A' && *c <= 'Z') {
            *c = (char)(*c | 0x20);
        }
    }
    return HD_OK;
}

/* HOST:/dev/X, or without the host. */
static hd_status set_port(struct hd_power_parser *parser, const char *value)
{
    const char *path = value;
    const char *colon = strchr(value, ':');
    hd_status status = HD_OK;
    if (value[0] != '/' && colon != NULL) {
        char *host = copy_part(value, colon);
        status = host == NULL ? hd__power_no_memory(parser->config) : set_host(parser, host);
        free(host);
        path = colon + 1;
    }
    if (status == HD_OK && path[0] != '/') {
        return hd__power_complain(parser, "port='%.80s' is not HOST:/dev/X", value);
    }
    return status == HD_OK ? add_setting(parser, "port", path) : status;
}

hd_status hd__power_config_set_port(struct hd_power_config *config, const char *port)
{
    struct hd_power_parser parser = {.config = config};
    const size_t count = config->device_count;
    config->device_count = count > 1 ? 1 : count; /* settings go to the last one */
    const hd_status status = set_port(&parser, port);
    config->device_count = count > 1 ? count : config->device_count;
    return status;
}

/* Milliseconds. An early version of the original had seconds, less than 1. */
static hd_status set_cycle(struct hd_power_parser *parser, const char *value)
{
    double cycle = 0.0;
    char text[32];
    const char *cursor = value;
    if (!hd__read_real(&cursor, &cycle) || *cursor != '\0' || !(cycle > 0)) {
        return hd__power_complain(parser, "cycle='%.60s' is not a number of milliseconds", value);
    }
    const unsigned long microseconds = (unsigned long)(cycle * (cycle < 1.0 ? 1e6 : 1e3) + 0.5);
    (void)snprintf(text, sizeof text, "%lu.%03lu", microseconds / 1000, microseconds % 1000);
    return cycle > 1e9 ? hd__power_complain(parser, "cycle='%.60s' is too long", value)
                       : add_setting(parser, "cycle", text);
}

/* Seconds. */
static hd_status set_limit(struct hd_power_parser *parser, const char *value)
{
    double limit_s = 0.0;
    const char *cursor = value;
    if (!hd__read_real(&cursor, &limit_s) || *cursor != '\0' || !(limit_s > 0) ||
        limit_s > LONGEST_LIMIT_S) {
        return hd__power_complain(parser, "open-timeout='%.60s' is not a number of seconds to %d",
                                  value, LONGEST_LIMIT_S);
    }
    parser->config->limit_s = limit_s;
    return HD_OK;
}

static hd_status set_project(struct hd_power_parser *parser, const char *value)
{
    return replace(parser, &parser->config->project, value);
}

static hd_status set_topology(struct hd_power_parser *parser, const char *value)
{
    struct hd_power_config *config = parser->config;
    while (config->level_count > 0) {
        free(config->levels[--config->level_count]);
    }
    config->level_count = hd__power_split_labels(value, config->levels);
    return config->level_count > 0
               ? HD_OK
               : hd__power_complain(parser, "topology='%.80s' is not names joined by '_'", value);
}

static hd_status set_type(struct hd_power_parser *parser, const char *value)
{
    if (strcasecmp(value, "HDSTATS") == 0) {
        last_trace(parser)->type = HD_TRACE_STATS;
    } else if (strcasecmp(value, "ASCII") == 0) {
        last_trace(parser)->type = HD_TRACE_ASCII;
    } else {
        return hd__power_complain(parser, "type='%.60s' is not HDSTATS or ASCII", value);
    }
    return HD_OK;
}

static hd_status set_node(struct hd_power_parser *parser, const char *value)
{
    struct hd_power_trace_config *trace = last_trace(parser);
    while (trace->label_count > 0) {
        free(trace->labels[--trace->label_count]);
    }
    trace->label_count = hd__power_split_labels(value, trace->labels);
    return trace->label_count > 0
               ? HD_OK
               : hd__power_complain(parser, "node='%.80s' is not labels joined by '_'", value);
}

static hd_status set_channel(struct hd_power_parser *parser, const char *value)
{
    return replace(parser, &last_trace(parser)->channels, value);
}

static hd_status set_values(struct hd_power_parser *parser, const char *value)
{
    struct hd_power_trace_config *trace = last_trace(parser);
    memset(trace->has_quantity, 0, sizeof trace->has_quantity);
    for (const char *c = value; *c != '\0';) {
        c += strspn(c, ", \t");
        const size_t length = strcspn(c, ", \t");
        const enum hd_meter_quantity quantity = hd__quantity_find(c, length);
        if (length > 0 && quantity == HD_METER_QUANTITIES) {
            return hd__power_complain(parser, "values: '%.*s' is none of Utrms, Itrms, P, E",
                                      (int)(length > 40 ? 40 : length), c);
        }
        if (length > 0) {
            trace->has_quantity[quantity] = true;
        }
        c += length;
    }
    return HD_OK;
}

static hd_status set_sum(struct hd_power_parser *parser, const char *value)
{
    struct hd_power_trace_config *trace = last_trace(parser);
    trace->device = HD_POWER_NO_DEVICE;
    trace->formula.line = parser->line;
    return replace(parser, &trace->formula.text, value);
}

static hd_status set_name_of_trace(struct hd_power_parser *parser, const char *value)
{
    return replace(parser, &last_trace(parser)->formula.name, value);
}

static hd_status set_relation(struct hd_power_parser *parser, const char *value)
{
    struct hd_power_formula_config *check =
        &parser->config->checks[parser->config->check_count - 1];
    check->line = parser->line;
    return replace(parser, &check->text, value);
}

/* Percent. */
static hd_status set_tolerance(struct hd_power_parser *parser, const char *value)
{
    double percent = 0.0;
    const char *cursor = value;
    if (!hd__read_real(&cursor, &percent) || *cursor != '\0' || !(percent >= 0) || percent > 100) {
        return hd__power_complain(parser, "tolerance='%.60s' is not a number of percent to 100",
                                  value);
    }
    parser->config->checks[parser->config->check_count - 1].tolerance = percent;
    return HD_OK;
}

static hd_status set_device_of_trace(struct hd_power_parser *parser, const char *value)
{
    last_trace(parser)->has_device = true;
    for (size_t i = 0; i < parser->config->device_count; i++) {
        if (strcmp(parser->config->devices[i].name, value) == 0) {
            struct hd_power_trace_config *trace = last_trace(parser);
            trace->device = trace->formula.text == NULL ? i : trace->device;
            return HD_OK;
        }
    }
    return hd__power_complain(parser, "device='%.60s': no device before has this name", value);
}

static const struct entry of_general[] = {
    {"device", set_device},      {"port", set_port},
    {"host", set_host},          {"cycle", set_cycle},
    {"project", set_project},    {"topology", set_topology},
    {"open-timeout", set_limit}, {NULL, NULL},
};
static const struct entry of_device[] = {
    {"device", set_device}, {"name", set_name},   {"port", set_port},
    {"host", set_host},     {"cycle", set_cycle}, {NULL, NULL},
};
static const struct entry of_trace[] = {
    {"device", set_device_of_trace}, {"type", set_type},     {"node", set_node},
    {"channel", set_channel},        {"values", set_values}, {"sum", set_sum},
    {"name", set_name_of_trace},     {NULL, NULL},
};
static const struct entry of_check[] = {
    {"relation", set_relation}, {"tolerance", set_tolerance}, {NULL, NULL}};
static const struct hd_power_section sections[] = {
    {"General", of_general}, {"Device", of_device}, {"Trace", of_trace}, {"Check", of_check}};

hd_status hd__power_begin_section(struct hd_power_parser *parser, const char *name, size_t length)
{
    parser->section = NULL;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        if (strlen(sections[i].name) == length &&
            strncasecmp(sections[i].name, name, length) == 0) {
            parser->section = &sections[i];
        }
    }
    if (parser->section == NULL) {
        return hd__power_complain(parser, "[%.*s] is none of [General], [Device], [Trace], [Check]",
                                  (int)(length > 40 ? 40 : length), name);
    }
    return parser->section->entries == of_device
               ? hd__power_add_device(parser->config, parser->line)
           : parser->section->entries == of_trace
               ? hd__power_add_trace(parser->config, parser->line)
           : parser->section->entries == of_check
               ? hd__power_add_check(parser->config, parser->line)
               : HD_OK;
}

hd_status hd__power_set_key(struct hd_power_parser *parser, const char *name, const char *value)
{
    if (parser->section == NULL) {
        return hd__power_complain(parser, "'%.60s' is in no section", name);
    }
    for (const struct entry *entry = parser->section->entries; entry->name != NULL; entry++) {
        if (strcasecmp(entry->name, name) == 0) {
            return entry->set(parser, value);
        }
    }
    return parser->section->entries == of_trace || parser->section->entries == of_check
               ? hd__power_complain(parser, "unknown key '%.60s' in [%s]", name,
                                    parser->section->name)
               : add_setting(parser, name, value);
}
