/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only the whole configuration can tell, and the traces of a command line. */
#include "power_parser.h"

#include <stdlib.h>
#include <string.h>

static const struct hd_meter_key *find_key(const struct hd_meter_driver *driver, const char *name)
{
    static const struct hd_meter_key common[] = {{"cycle", true, false, 0, 1e9},
                                                 {"bias", true, false, -6e4, 6e4},
                                                 {NULL, false, false, 0, 0}};
    const struct hd_meter_key *const tables[] = {common, driver->keys};
    for (size_t t = 0; t < 2; t++) {
        for (const struct hd_meter_key *key = tables[t]; key->name != NULL; key++) {
            if (strcmp(key->name, name) == 0) {
                return key;
            }
        }
    }
    return NULL;
}

static hd_status check_setting(struct hd_power_parser *parser, const struct hd_meter_driver *driver,
                               const struct hd_meter_setting *setting)
{
    const struct hd_meter_key *key = find_key(driver, setting->name);
    const char *cursor = setting->value;
    double number = 0.0;
    parser->line = setting->line;
    if (key == NULL) {
        return hd__power_complain(parser, "device %s has no key '%.60s'", driver->name,
                                  setting->name);
    }
    const bool is_cycle = strcmp(key->name, "cycle") == 0;
    const double least = is_cycle ? driver->least_cycle_ms : key->minimum;
    const double most = is_cycle ? driver->most_cycle_ms : key->maximum;
    if (!key->is_number) {
        return HD_OK;
    }
    if (!hd__read_real(&cursor, &number) || *cursor != '\0') {
        return hd__power_complain(parser, "%s='%.60s' is not a number from %g to %g", setting->name,
                                  setting->value, least, most);
    }
    return number >= least && number <= most
               ? HD_OK
               : hd__power_complain(parser, "%s=%.9g is not from %g to %g", setting->name, number,
                                    least, most);
}

static hd_status check_device(struct hd_power_parser *parser,
                              const struct hd_power_device_config *device)
{
    hd_status status = HD_OK;
    for (size_t i = 0; status == HD_OK && i < device->setting_count; i++) {
        status = check_setting(parser, device->driver, &device->settings[i]);
    }
    for (const struct hd_meter_key *key = device->driver->keys;
         status == HD_OK && key->name != NULL; key++) {
        bool is_there = !key->is_needed;
        for (size_t i = 0; i < device->setting_count; i++) {
            is_there = is_there || (strcmp(device->settings[i].name, key->name) == 0 &&
                                    device->settings[i].value[0] != '\0');
        }
        if (!is_there) {
            parser->line = device->line;
            return hd__power_complain(parser, "device %s needs '%s='", device->driver->name,
                                      key->name);
        }
    }
    return status;
}

/* What is reached by a line or a network has to say by which. */
static hd_status check_place(struct hd_power_parser *parser,
                             const struct hd_power_device_config *device)
{
    bool has_place = false;
    for (size_t i = 0; i < device->setting_count; i++) {
        const struct hd_meter_setting *setting = &device->settings[i];
        has_place = has_place ||
                    (setting->value[0] != '\0' &&
                     (strcmp(setting->name, "port") == 0 || strcmp(setting->name, "address") == 0));
    }
    parser->line = device->line;
    return has_place || find_key(device->driver, "port") == NULL ||
                   find_key(device->driver, "address") == NULL
               ? HD_OK
               : hd__power_complain(parser,
                                    "device %s: neither address= nor port= says where it is",
                                    device->driver->name);
}

bool hd__power_needs_channels(const struct hd_meter_driver *driver)
{
    return strncmp(driver->name, "lmg", 3) == 0;
}

bool hd__power_is_lmg_channel(char digit)
{
    return digit >= '1' && digit <= '0' + HD_POWER_LMG_CHANNELS;
}

/* The host that a trace's device is at, or those of a sum are, NULL: any. */
static const char *host_of(const struct hd_power_config *config,
                           const struct hd_power_trace_config *trace)
{
    const struct hd_power_formula_config *const sum = &trace->formula;
    const char *host =
        trace->device < config->device_count ? config->devices[trace->device].host : NULL;
    for (size_t i = 0; i < sum->term_count && host == NULL; i++) {
        host = config->devices[sum->terms[i].device].host;
    }
    return host;
}

/* Whether an earlier trace writes the same text; that of another host lies elsewhere. */
static bool has_same_text(const struct hd_power_config *config,
                          const struct hd_power_trace_config *trace)
{
    bool has_same = false;
    for (const struct hd_power_trace_config *other = config->traces; other < trace; other++) {
        const char *const one = host_of(config, trace);
        const char *const its = host_of(config, other);
        has_same = has_same || (other->type == HD_TRACE_ASCII && other->label_count > 0 &&
                                strcmp(other->labels[0], trace->labels[0]) == 0 &&
                                (one == NULL || its == NULL || hd__power_is_same_host(one, its)));
    }
    return has_same;
}

static hd_status check_trace(struct hd_power_parser *parser, struct hd_power_trace_config *trace)
{
    struct hd_power_config *config = parser->config;
    parser->line = trace->line;
    if (trace->formula.text == NULL && trace->formula.name != NULL) {
        return hd__power_complain(parser, "'name=' is for a trace with 'sum='");
    }
    if (trace->type == HD_TRACE_ASCII && trace->label_count == 0) {
        return hd__power_complain(parser,
                                  "a trace of type ASCII needs 'node=' for the name of its file");
    }
    const hd_status status =
        trace->formula.text != NULL ? hd__power_check_sum(parser, trace) : HD_OK;
    if (status != HD_OK) {
        return status;
    }
    if (trace->type == HD_TRACE_ASCII && has_same_text(config, trace)) {
        parser->line = trace->line;
        return hd__power_complain(parser, "another trace writes the file %.200s.txt, too",
                                  trace->labels[0]);
    }
    if (trace->formula.text != NULL) {
        return HD_OK;
    }
    if (trace->device >= config->device_count) {
        return hd__power_complain(parser, "this trace has no device");
    }
    const struct hd_meter_driver *driver = config->devices[trace->device].driver;
    const char *c = trace->channels == NULL ? "" : trace->channels;
    return hd__power_needs_channels(driver) && (!hd__power_is_lmg_channel(c[0]) || c[1] != '\0')
               ? hd__power_complain(parser, "channel='%.40s' is not a number from 1 to %d", c,
                                    HD_POWER_LMG_CHANNELS)
               : HD_OK;
}

static bool has_term(const struct hd_power_formula_config *formula, size_t device)
{
    for (size_t i = 0; i < formula->term_count; i++) {
        if (formula->terms[i].device == device) {
            return true;
        }
    }
    return false;
}

/* Whether something is made of a device whose channels are numbers. */
static bool is_used(const struct hd_power_config *config, size_t device)
{
    bool any = false;
    for (size_t i = 0; i < config->trace_count; i++) {
        any = any || has_term(&config->traces[i].formula, device);
    }
    for (size_t i = 0; i < config->check_count; i++) {
        any = any || has_term(&config->checks[i], device);
    }
    return any;
}

/* A device without a trace has all it measures in one of the host. */
static hd_status complete_device(struct hd_power_parser *parser, size_t device)
{
    struct hd_power_config *config = parser->config;
    for (size_t t = 0; t < config->trace_count; t++) {
        if (config->traces[t].device == device) {
            return HD_OK;
        }
    }
    parser->line = config->devices[device].line;
    if (hd__power_needs_channels(config->devices[device].driver)) {
        return is_used(config, device)
                   ? HD_OK
                   : hd__power_complain(parser,
                                        "no [Trace] says which channel of the device to read");
    }
    const hd_status status = hd__power_add_trace(config, parser->line);
    if (status == HD_OK) {
        config->traces[config->trace_count - 1].device = device;
    }
    return status;
}

hd_status hd__power_config_check(struct hd_power_config *config)
{
    struct hd_power_parser parser = {.config = config};
    if (config->device_count == 0) {
        return hd__power_complain(&parser, "there is no device");
    }
    hd_status status = HD_OK;
    for (size_t i = 0; status == HD_OK && i < config->device_count; i++) {
        status = check_device(&parser, &config->devices[i]);
    }
    for (size_t i = 0; status == HD_OK && i < config->trace_count; i++) {
        status = check_trace(&parser, &config->traces[i]);
    }
    for (size_t i = 0; status == HD_OK && i < config->check_count; i++) {
        status = hd__power_check_relation(&parser, &config->checks[i]);
    }
    for (size_t i = 0; status == HD_OK && i < config->device_count; i++) {
        status = complete_device(&parser, i);
    }
    for (size_t i = 0; status == HD_OK && i < config->device_count; i++) {
        status = check_place(&parser, &config->devices[i]);
    }
    return status;
}

static hd_status add_word(struct hd_power_parser *parser, char type, const char *channel,
                          const char *output)
{
    struct hd_power_config *config = parser->config;
    const hd_status status = hd__power_add_trace(config, 0);
    if (status != HD_OK) {
        return status;
    }
    struct hd_power_trace_config *trace = &config->traces[config->trace_count - 1];
    trace->device = 0;
    trace->type = type == 's' ? HD_TRACE_STATS : HD_TRACE_ASCII;
    trace->channels = strdup(channel);
    if (output[0] != '\0' && type == 's') {
        trace->label_count = hd__power_split_labels(output, trace->labels);
    } else if (output[0] != '\0') {
        trace->labels[0] = strdup(output);
        trace->label_count = trace->labels[0] == NULL ? 0 : 1;
    }
    if (trace->channels == NULL) {
        return hd__power_no_memory(config);
    }
    return output[0] == '\0' || trace->label_count > 0
               ? HD_OK
               : hd__power_complain(parser, "'%.60s' is not labels joined by '_'", output);
}

hd_status hd__power_config_add_trace(struct hd_power_config *config, const char *words)
{
    struct hd_power_parser parser = {.config = config};
    const size_t types = strspn(words, "as");
    const char *channel = words[types] == ':' ? words + types + 1 : words + types;
    const char *colon = strchr(channel, ':');
    if (types == 0 || channel == words + types || colon == NULL || colon == channel) {
        return hd__power_complain(
            &parser,
            "'%.60s' is not TYPES:CHANNEL:OUTPUT with TYPES of 's' (statistics) and "
            "'a' (text)",
            words);
    }
    char *number = strndup(channel, (size_t)(colon - channel));
    if (number == NULL) {
        return hd__power_no_memory(config);
    }
    hd_status status = config->device_count > 0 ? HD_OK : hd__power_add_device(config, 0);
    for (size_t i = 0; status == HD_OK && i < types; i++) {
        status = add_word(&parser, words[i], number, colon + 1);
    }
    free(number);
    return status;
}
