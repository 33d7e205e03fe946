/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the traces of a session go. All files are looked at before the first is created: what can't
 * begin leaves those of an earlier run as they are. */
#include "power_session.h"

#include <limits.h>
#include <sampling/file_check.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const hd_topology_node *find_node(const hd_power *power, const hd_power_options *options,
                                         const struct hd_power_trace_config *trace)
{
    const hd_topology_node *node = options->node;
    size_t count = trace->label_count;
    const char *const *labels = (const char *const *)trace->labels;
    if (options->is_of_hosts && count > 0) {
        size_t host = count - 1;
        for (size_t i = 0; i < power->config.level_count && i < count; i++) {
            host = strncasecmp(power->config.levels[i], "host", 4) == 0 ? i : host;
        }
        labels += host;
        count = 1;
    }
    if (count > 0 && hd_topology_get_node(options->topology, count, labels, &node) != HD_OK) {
        return NULL;
    }
    return node;
}

/* `Energy`, and `Energy.2` and so on where the node has one already. */
static void name_group(const hd_power *power, struct hd_power_output *output)
{
    unsigned number = 1;
    for (size_t d = 0; d < power->device_count; d++) {
        const struct hd_power_device *device = power->devices[d];
        for (size_t i = 0; i < device->output_count; i++) {
            const struct hd_power_output *other = &device->outputs[i];
            number += other != output && other->node == output->node;
        }
    }
    for (size_t i = 0; i < power->formula_count; i++) {
        const struct hd_power_output *other = &power->formulas[i].output;
        number += other != output && other->node == output->node;
    }
    if (number == 1) {
        (void)snprintf(output->group, sizeof output->group, "%s", HD_POWER_GROUP);
    } else {
        (void)snprintf(output->group, sizeof output->group, "%s.%u", HD_POWER_GROUP, number);
    }
}

static void list_dead(const struct hd_meter *meter, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < meter->channel_count; i++) {
        const size_t used = strlen(text);
        if (meter->channels[i].is_dead) {
            (void)snprintf(text + used, size - used, "%s%s stands still", used == 0 ? "" : "; ",
                           meter->channels[i].label[0] == '\0' ? "the counter"
                                                               : meter->channels[i].label);
        }
    }
}

hd_status hd__power_place_output(const hd_power *power, struct hd_power_output *output,
                                 const struct hd_power_trace_config *trace,
                                 const hd_power_options *options, char *message)
{
    char path[1024];
    hd_status status = HD_OK;
    if (trace->type == HD_TRACE_STATS) {
        output->node = find_node(power, options, trace);
        if (output->node == NULL) {
            return hd__power_explain(message, HD_INVALID, hd_error_get_text());
        }
        name_group(power, output);
        status = hd__power_output_prepare(output, NULL);
    } else {
        const int length = snprintf(path, sizeof path, "%s.txt", trace->labels[0]);
        status = length > 0 && (size_t)length < sizeof path ? hd__power_output_prepare(output, path)
                                                            : HD_LIMIT;
    }
    return status == HD_OK ? HD_OK : hd__power_explain(message, status, "");
}

static hd_status check(struct hd_power_output *output, const struct hd_meter *meter, char *message)
{
    char path[PATH_MAX];
    char words[80];
    (void)meter;
    if (output->node != NULL) {
        const hd_status status =
            hd_topology_get_path(output->node, output->group, "stat", path, sizeof path);
        if (status != HD_OK) {
            return hd__power_explain(message, status, hd_error_get_text());
        }
    }
    const char *file = output->node != NULL ? path : output->path;
    const int cause = file == NULL ? 0 : hd__check_writable(file);
    if (cause == 0) {
        return HD_OK;
    }
    if (strerror_r(cause, words, sizeof words) != 0) {
        (void)snprintf(words, sizeof words, "error %d", cause);
    }
    (void)snprintf(message, HD_POWER_MESSAGE_SIZE, "%.400s: %s", file, words);
    return HD_IO;
}

static hd_status create(struct hd_power_output *output, const struct hd_meter *meter, char *message)
{
    char dead[512];
    if (output->node == NULL && output->path == NULL) {
        return HD_OK;
    }
    list_dead(meter, dead, sizeof dead);
    const hd_status status = hd__power_output_open(output, meter, dead);
    return status == HD_OK ? HD_OK : hd__power_explain(message, status, hd_error_get_text());
}

static hd_status with_all(hd_power *power,
                          hd_status (*act)(struct hd_power_output *output,
                                           const struct hd_meter *meter, char *message),
                          char *message)
{
    hd_status status = HD_OK;
    for (size_t d = 0; d < power->device_count; d++) {
        struct hd_power_device *device = power->devices[d];
        for (size_t i = 0; status == HD_OK && i < device->output_count; i++) {
            status = act(&device->outputs[i], &device->meter, message);
        }
    }
    for (size_t i = 0; status == HD_OK && i < power->formula_count; i++) {
        status = act(&power->formulas[i].output, &power->formulas[i].meter, message);
    }
    return status;
}

hd_status hd__power_open_files(hd_power *power, char message[HD_POWER_MESSAGE_SIZE])
{
    const hd_status status = with_all(power, check, message);
    return status == HD_OK ? with_all(power, create, message) : status;
}
