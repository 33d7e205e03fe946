/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

hd_status hd__power_complain(struct hd_power_parser *parser, const char *format, ...)
{
    struct hd_power_config *config = parser->config;
    char cause[320];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(cause, sizeof cause, format, arguments);
    va_end(arguments);
    if (parser->line > 0) {
        (void)snprintf(config->message, sizeof config->message, "%.160s:%u: %s", config->path,
                       parser->line, cause);
    } else {
        (void)snprintf(config->message, sizeof config->message, "%.160s: %s", config->path, cause);
    }
    return HD_FORMAT;
}

hd_status hd__power_no_memory(struct hd_power_config *config)
{
    (void)snprintf(config->message, sizeof config->message, "%s", hd_status_get_text(HD_NOMEM));
    return HD_NOMEM;
}

size_t hd__power_split_labels(const char *text, char *labels[HD_POWER_LABELS])
{
    size_t count = 0;
    bool is_good = text[0] != '\0';
    for (const char *c = text; is_good;) {
        const bool is_quoted = *c == '"';
        const char *begin = c + is_quoted;
        const size_t length = is_quoted ? strcspn(begin, "\"") : strcspn(begin, "_\"");
        const char *end = begin + length + is_quoted;
        is_good = length > 0 && (!is_quoted || begin[length] == '"') &&
                  (*end == '_' || *end == '\0') && count < HD_POWER_LABELS &&
                  (labels[count] = strndup(begin, length)) != NULL;
        count += is_good ? 1 : 0;
        if (is_good && *end == '\0') {
            return count;
        }
        c = end + 1;
    }
    while (count > 0) {
        free(labels[--count]);
    }
    return 0;
}

hd_status hd__power_add_device(struct hd_power_config *config, unsigned line)
{
    char name[24];
    struct hd_power_device_config *devices =
        realloc(config->devices, (config->device_count + 1) * sizeof *devices);
    (void)snprintf(name, sizeof name, "device %zu", config->device_count + 1);
    char *copy = strdup(name);
    config->devices = devices == NULL ? config->devices : devices;
    if (devices == NULL || copy == NULL) {
        free(copy);
        return hd__power_no_memory(config);
    }
    devices[config->device_count++] = (struct hd_power_device_config){
        .driver = hd__meter_find("lmg450"), .name = copy, .line = line};
    return HD_OK;
}

hd_status hd__power_add_trace(struct hd_power_config *config, unsigned line)
{
    struct hd_power_trace_config *traces =
        realloc(config->traces, (config->trace_count + 1) * sizeof *traces);
    if (traces == NULL) {
        return hd__power_no_memory(config);
    }
    config->traces = traces;
    struct hd_power_trace_config *trace = &traces[config->trace_count++];
    *trace = (struct hd_power_trace_config){
        .device = config->device_count == 0 ? 0 : config->device_count - 1, .line = line};
    for (int i = 0; i < HD_METER_QUANTITIES; i++) {
        trace->has_quantity[i] = true;
    }
    return HD_OK;
}

hd_status hd__power_add_check(struct hd_power_config *config, unsigned line)
{
    struct hd_power_formula_config *checks =
        realloc(config->checks, (config->check_count + 1) * sizeof *checks);
    if (checks == NULL) {
        return hd__power_no_memory(config);
    }
    config->checks = checks;
    checks[config->check_count++] = (struct hd_power_formula_config){.line = line};
    return HD_OK;
}

static void free_device(struct hd_power_device_config *device)
{
    for (size_t i = 0; i < device->setting_count; i++) {
        free(device->settings[i].name);
        free(device->settings[i].value);
    }
    free(device->settings);
    free(device->name);
    free(device->host);
}

void hd__power_config_free(struct hd_power_config *config)
{
    for (size_t i = 0; i < config->device_count; i++) {
        free_device(&config->devices[i]);
    }
    for (size_t i = 0; i < config->trace_count; i++) {
        struct hd_power_trace_config *trace = &config->traces[i];
        for (size_t l = 0; l < trace->label_count; l++) {
            free(trace->labels[l]);
        }
        free(trace->channels);
        hd__power_formula_free(&trace->formula);
    }
    for (size_t i = 0; i < config->check_count; i++) {
        hd__power_formula_free(&config->checks[i]);
    }
    free(config->checks);
    for (size_t i = 0; i < config->level_count; i++) {
        free(config->levels[i]);
    }
    free(config->devices);
    free(config->traces);
    free(config->project);
    free(config->path);
    *config = (struct hd_power_config){0};
}

bool hd__power_is_same_host(const char *a, const char *b)
{
    const size_t in_a = strcspn(a, ".");
    const size_t in_b = strcspn(b, ".");
    const bool both_whole = a[in_a] != '\0' && b[in_b] != '\0';
    return in_a == in_b && strncasecmp(a, b, in_a) == 0 && (!both_whole || strcasecmp(a, b) == 0);
}
