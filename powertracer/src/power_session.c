/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_session.h"

#include "power_opening.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

hd_status hd__power_explain(char *message, hd_status status, const char *cause)
{
    (void)snprintf(message, HD_POWER_MESSAGE_SIZE, "%s",
                   cause[0] == '\0' ? hd_status_get_text(status) : cause);
    return status;
}

void hd__power_note(hd_power *power, const char *name, const char *cause)
{
    const size_t used = strlen(power->unavailable);
    (void)snprintf(power->unavailable + used, sizeof power->unavailable - used, "%s%s: %s",
                   used == 0 ? "" : "; ", name, cause);
}

static hd_status add_output(hd_power *power, struct hd_power_device *device,
                            const struct hd_power_trace_config *trace,
                            const hd_power_options *options, char *message)
{
    struct hd_power_output *output = &device->outputs[device->output_count];
    const hd_status status = hd__power_output_choose(output, trace, &device->meter);
    device->output_count++;
    if (status == HD_MISSING) {
        (void)snprintf(message, HD_POWER_MESSAGE_SIZE,
                       "%.200s:%u: the device has no channel '%.60s' with these values",
                       power->config.path, trace->line,
                       trace->channels == NULL ? "" : trace->channels);
        return HD_FORMAT;
    }
    if (status == HD_LIMIT) {
        return hd__power_explain(message, HD_FORMAT,
                                 "more than 256 values: choose some by channel=");
    }
    return status == HD_OK ? hd__power_place_output(power, output, trace, options, message)
                           : hd__power_explain(message, status, "");
}

static hd_status add_outputs(hd_power *power, struct hd_power_device *device, size_t index,
                             const hd_power_options *options, char *message)
{
    hd_status status = HD_OK;
    device->outputs = calloc(power->config.trace_count + hd__power_count_terms(&power->config),
                             sizeof *device->outputs);
    if (device->outputs == NULL) {
        return hd__power_explain(message, HD_NOMEM, "");
    }
    for (size_t i = 0; status == HD_OK && i < power->config.trace_count; i++) {
        if (power->config.traces[i].device == index) {
            status = add_output(power, device, &power->config.traces[i], options, message);
        }
    }
    return status;
}

bool hd__power_is_here(const hd_power *power, const struct hd_power_device_config *device)
{
    return device->host == NULL || hd__power_is_same_host(device->host, power->host);
}

static void refuse(hd_power *power, size_t index, const char *cause, char *message)
{
    const struct hd_power_device_config *device = &power->config.devices[index];
    hd__power_note(power, device->name, cause);
    if (message[0] == '\0') {
        (void)snprintf(message, HD_POWER_MESSAGE_SIZE, "%.200s:%u: %.20s: %.160s",
                       power->config.path, device->line, device->driver->name, cause);
    }
}

static void drop_device(struct hd_power_device *device)
{
    if (device != NULL) {
        (void)hd__power_device_fini(device, false);
        free(device);
    }
}

static void drop_devices(struct hd_power_opening *openings, size_t from, size_t count)
{
    for (size_t i = from; i < count; i++) {
        drop_device(openings[i].device);
    }
}

/* @param index of the device in the configuration */
static hd_status take_device(hd_power *power, size_t index, const struct hd_power_opening *opening,
                             const hd_power_options *options, char *message)
{
    char cause[64];
    if (!opening->is_open) {
        (void)snprintf(cause, sizeof cause, "not opened within %g s", power->config.limit_s);
        refuse(power, index, opening->is_late ? cause : opening->device->meter.fault, message);
        drop_device(opening->device);
        return HD_MISSING;
    }
    power->devices[power->device_count++] = opening->device;
    return add_outputs(power, opening->device, index, options, message);
}

static hd_status prepare(hd_power *power, struct hd_power_opening *openings, size_t *indices,
                         size_t *here)
{
    hd_status status = HD_OK;
    for (size_t i = 0; status == HD_OK && i < power->config.device_count; i++) {
        if (hd__power_is_here(power, &power->config.devices[i])) {
            struct hd_power_device *device = calloc(1, sizeof *device);
            status = device == NULL ? HD_NOMEM
                                    : hd__power_device_init(device, &power->config, i, power->root,
                                                            power->host, power->stop[0]);
            indices[*here] = i;
            openings[*here].device = device;
            *here += device == NULL ? 0 : 1;
        }
    }
    return status;
}

static hd_status open_devices(hd_power *power, struct hd_power_opening *openings, size_t *indices,
                              const hd_power_options *options, char *message)
{
    const struct hd_power_config *config = &power->config;
    size_t here = 0;
    hd_status status = prepare(power, openings, indices, &here);
    if (status != HD_OK) {
        drop_devices(openings, 0, here);
        return hd__power_explain(message, status, "");
    }
    if (here == 0) {
        (void)snprintf(message, HD_POWER_MESSAGE_SIZE,
                       "%.200s:%u: the device is attached to '%.80s', this is '%.80s'",
                       config->path, config->devices[0].line, config->devices[0].host, power->host);
        return HD_STATE;
    }
    power->has_left_behind =
        hd__power_open_all(openings, here, (int64_t)(config->limit_s * NS_PER_S), power->stop) > 0;
    for (size_t i = 0; i < here; i++) {
        status = take_device(power, indices[i], &openings[i], options, message);
        if (status != HD_OK && status != HD_MISSING) {
            drop_devices(openings, i + 1, here);
            return status;
        }
    }
    return power->device_count > 0 ? HD_OK : HD_MISSING;
}

static hd_status add_devices(hd_power *power, const hd_power_options *options, char *message)
{
    const size_t count = power->config.device_count;
    struct hd_power_opening *openings = calloc(count, sizeof *openings);
    size_t *indices = calloc(count, sizeof *indices);
    power->devices = calloc(count, sizeof(struct hd_power_device *));
    const hd_status status = openings == NULL || indices == NULL || power->devices == NULL
                                 ? hd__power_explain(message, HD_NOMEM, "")
                                 : open_devices(power, openings, indices, options, message);
    free(openings);
    free(indices);
    return status;
}

static char *name_host(const char *name)
{
    char host[256];
    if (name != NULL) {
        return strdup(name);
    }
    if (gethostname(host, sizeof host) != 0) {
        return strdup("localhost");
    }
    host[sizeof host - 1] = '\0';
    return strdup(host);
}

hd_status hd__power_release(hd_power *power, bool is_parents)
{
    hd_status status = HD_OK;
    for (size_t i = 0; i < power->device_count; i++) {
        const hd_status closed = hd__power_device_fini(power->devices[i], is_parents);
        status = status == HD_OK ? closed : status;
        free(power->devices[i]);
    }
    free(power->devices);
    for (size_t i = 0; i < power->formula_count; i++) {
        const hd_status closed = hd__power_formula_fini(&power->formulas[i], is_parents);
        status = status == HD_OK ? closed : status;
    }
    free(power->formulas);
    if (power->has_left_behind) {
        /* A thread that never came back still has the rest. */
        return status;
    }
    for (int i = 0; i < 2; i++) {
        if (power->stop[i] >= 0) {
            (void)close(power->stop[i]);
        }
    }
    hd__power_config_free(&power->config);
    free(power->root);
    free(power->host);
    free(power);
    return status;
}

static bool make_pipe(int ends[2])
{
    if (!hd__io_pipe(ends)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        (void)fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

hd_status hd__power_create(struct hd_power_config *config, const hd_power_options *options,
                           hd_power **out, char message[HD_POWER_MESSAGE_SIZE])
{
    hd_power *power = calloc(1, sizeof *power);
    message[0] = '\0';
    if (power == NULL) {
        hd__power_config_free(config);
        return hd__power_explain(message, HD_NOMEM, "");
    }
    power->config = *config;
    *config = (struct hd_power_config){0};
    power->stop[0] = power->stop[1] = -1;
    power->root = strdup(options->root == NULL ? "" : options->root);
    power->host = name_host(options->host);
    hd_status status =
        power->root == NULL || power->host == NULL || !make_pipe(power->stop) ? HD_NOMEM : HD_OK;
    if (status == HD_OK) {
        status = add_devices(power, options, message);
        status = status == HD_OK ? hd__power_add_formulas(power, options, message) : status;
    } else {
        (void)hd__power_explain(message, status, "");
    }
    if (status != HD_OK) {
        (void)hd__power_release(power, false); /* NOLINT(clang-analyzer-unix.Malloc): see there */
        return status;
    }
    *out = power;
    return HD_OK;
}
