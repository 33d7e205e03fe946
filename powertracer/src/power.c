/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_session.h"
#include "power_writer.h"

#include <errno.h>
#include <sampling/keep_errno.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

static hd_status create(const hd_power_options *options, hd_power **power, char *message)
{
    struct hd_power_config config = {0};
    if (options == NULL || options->config == NULL || options->topology == NULL ||
        options->node == NULL || power == NULL || message == NULL) {
        return HD_INVALID;
    }
    hd_status status = hd__power_config_read(&config, options->config);
    if (status == HD_OK) {
        status = hd__power_config_check(&config);
    }
    if (status != HD_OK) {
        (void)snprintf(message, HD_POWER_MESSAGE_SIZE, "%s", config.message);
        hd__power_config_free(&config);
        return status;
    }
    hd_power *created = NULL;
    status = hd__power_create(&config, options, &created, message);
    if (status == HD_OK) {
        status = hd__power_open_files(created, message);
    }
    if (status == HD_OK) {
        *power = created;
    } else if (created != NULL) {
        (void)hd__power_release(created, false);
    }
    return status;
}

/* Let all that waits for devices end its wait, or wait again. */
static void set_stop(const hd_power *power, bool stops)
{
    char byte = 0;
    if (stops) {
        (void)!write(power->stop[1], &byte, 1);
    } else {
        while (read(power->stop[0], &byte, 1) > 0) {
        }
    }
}

/* How long the first samples of all devices together, and the last ones, may be waited for: the
 * program does not go on meanwhile. */
#define APART_NS (500 * (int64_t)NS_PER_MS)

static hd_status stop_devices(hd_power *power)
{
    hd_status status = HD_OK;
    set_stop(power, true);
    for (size_t i = 0; i < power->device_count; i++) {
        const hd_status one = hd__power_device_stop(power->devices[i]);
        status = status == HD_OK ? one : status;
    }
    set_stop(power, false);
    return status;
}

static hd_status start(hd_power *power)
{
    if (power == NULL) {
        return HD_INVALID;
    }
    if (power->is_running) {
        return HD_STATE;
    }
    if (power->failure != HD_OK) {
        return power->failure;
    }
    hd_status status = hd__power_writer_start(power);
    const int64_t limit_ns = hd__io_deadline(APART_NS);
    for (size_t i = 0; status == HD_OK && i < power->device_count; i++) {
        status = hd__power_device_start(power->devices[i], limit_ns);
    }
    if (status != HD_OK) {
        (void)stop_devices(power);
        (void)hd__power_writer_stop(power);
        return status;
    }
    power->is_running = true;
    power->owner = getpid();
    return HD_OK;
}

static hd_status stop(hd_power *power)
{
    if (power == NULL) {
        return HD_INVALID;
    }
    if (!power->is_running || power->owner != getpid()) {
        return HD_STATE;
    }
    hd_status status = stop_devices(power);
    power->is_running = false;
    const int64_t limit_ns = hd__io_deadline(APART_NS);
    for (size_t i = 0; i < power->device_count; i++) {
        const hd_status one =
            status == HD_OK ? hd__power_device_finish(power->devices[i], limit_ns) : HD_OK;
        status = status == HD_OK ? one : status;
    }
    const hd_status written = hd__power_writer_stop(power);
    status = status == HD_OK ? written : status;
    power->failure = status;
    return status;
}

static hd_status destroy(hd_power *power)
{
    if (power == NULL) {
        return HD_OK;
    }
    /* In a forked child threads, devices and files belong to the parent. */
    const bool is_parents = power->is_running && power->owner != getpid();
    const hd_status stopped = power->is_running && !is_parents ? stop(power)
                              : is_parents                     ? HD_OK
                                                               : power->failure;
    const hd_status closed = hd__power_release(power, is_parents);
    return stopped == HD_OK ? closed : stopped;
}

/* The public functions leave errno alone: they are called from within foreign programs. */
hd_status hd_power_create(const hd_power_options *options, hd_power **power,
                          char message[HD_POWER_MESSAGE_SIZE])
{
    const int saved = errno;
    return hd__with_errno(saved, create(options, power, message));
}

hd_status hd_power_start(hd_power *power)
{
    const int saved = errno;
    return hd__with_errno(saved, start(power));
}

hd_status hd_power_stop(hd_power *power)
{
    const int saved = errno;
    return hd__with_errno(saved, stop(power));
}

hd_status hd_power_destroy(hd_power *power)
{
    const int saved = errno;
    return hd__with_errno(saved, destroy(power));
}

const char *hd_power_get_group(const hd_power *power, size_t index, const hd_topology_node **node)
{
    for (size_t d = 0; power != NULL && d < power->device_count; d++) {
        const struct hd_power_device *device = power->devices[d];
        for (size_t i = 0; i < device->output_count; i++) {
            const struct hd_power_output *output = &device->outputs[i];
            if (output->node != NULL && index-- == 0) {
                *node = output->node;
                return output->group;
            }
        }
    }
    for (size_t i = 0; power != NULL && i < power->formula_count; i++) {
        const struct hd_power_output *output = &power->formulas[i].output;
        if (output->node != NULL && index-- == 0) {
            *node = output->node;
            return output->group;
        }
    }
    return NULL;
}

hd_status hd_power_get_check(hd_power *power, size_t index, hd_power_check *check)
{
    for (size_t i = 0; power != NULL && i < power->formula_count; i++) {
        struct hd_power_formula *formula = &power->formulas[i];
        if (formula->is_check && index-- == 0) {
            (void)pthread_mutex_lock(&formula->mutex);
            *check = formula->check;
            (void)pthread_mutex_unlock(&formula->mutex);
            return HD_OK;
        }
    }
    return HD_MISSING;
}

const char *hd_power_get_unavailable(const hd_power *power)
{
    return power == NULL ? "" : power->unavailable;
}

hd_status hd_power_get_health(hd_power *power, size_t index, hd_power_health *health)
{
    if (power == NULL || index >= power->device_count) {
        return HD_MISSING;
    }
    struct hd_power_device *device = power->devices[index];
    (void)pthread_mutex_lock(&device->mutex);
    *health = device->health;
    (void)pthread_mutex_unlock(&device->mutex);
    return HD_OK;
}

hd_status hd_power_get_host(const char *path, char *host, size_t size)
{
    struct hd_power_config config = {0};
    const int saved = errno;
    if (path == NULL || host == NULL || size == 0) {
        return HD_INVALID;
    }
    hd_status status = hd__power_config_read(&config, path);
    if (status == HD_OK) {
        const char *name = config.device_count > 0 ? config.devices[0].host : NULL;
        const int length = snprintf(host, size, "%s", name == NULL ? "" : name);
        status = length >= 0 && (size_t)length < size ? HD_OK : HD_LIMIT;
    }
    hd__power_config_free(&config);
    errno = saved;
    return status;
}
