/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums and checks of a session. */
#include "power_session.h"

#include <stdio.h>
#include <stdlib.h>

size_t hd__power_count_terms(const struct hd_power_config *config)
{
    size_t count = 0;
    for (size_t i = 0; i < config->trace_count; i++) {
        count += config->traces[i].formula.term_count;
    }
    for (size_t i = 0; i < config->check_count; i++) {
        count += config->checks[i].term_count;
    }
    return count;
}

/* The name of a device is its place in the configuration. */
static struct hd_power_device *find_device(const hd_power *power, size_t index)
{
    for (size_t i = 0; i < power->device_count; i++) {
        if (power->devices[i]->meter.name == power->config.devices[index].name) {
            return power->devices[i];
        }
    }
    return NULL;
}

/* Whether all devices are open; tells of one that isn't, unless it belongs elsewhere. */
static bool is_possible(hd_power *power, const struct hd_power_formula_config *config)
{
    char cause[160];
    for (size_t i = 0; i < config->term_count; i++) {
        const struct hd_power_device_config *device =
            &power->config.devices[config->terms[i].device];
        if (!hd__power_is_here(power, device)) {
            return false;
        }
        if (find_device(power, config->terms[i].device) == NULL) {
            (void)snprintf(cause, sizeof cause, "without %.80s", device->name);
            hd__power_note(power, config->name == NULL ? config->text : config->name, cause);
            return false;
        }
    }
    return true;
}

static hd_status complain(const hd_power *power, const struct hd_power_formula_config *config,
                          const struct hd_power_term_config *term, char *message)
{
    const char *device = power->config.devices[term->device].name;
    (void)snprintf(message, HD_POWER_MESSAGE_SIZE,
                   "%.200s:%u: device '%.80s' has no channel%s%.60s%s with power or energy",
                   power->config.path, config->line, device, term->channel == NULL ? "" : " '",
                   term->channel == NULL ? "" : term->channel, term->channel == NULL ? "" : "'");
    return HD_FORMAT;
}

static hd_status add_terms(const hd_power *power, struct hd_power_formula *formula, char *message)
{
    hd_status status = HD_OK;
    for (size_t i = 0; status == HD_OK && i < formula->config->term_count; i++) {
        const struct hd_power_term_config *term = &formula->config->terms[i];
        struct hd_power_device *device = find_device(power, term->device);
        status = hd__power_formula_add(formula, &device->outputs[device->output_count++],
                                       &device->meter);
        if (status == HD_MISSING) {
            return complain(power, formula->config, term, message);
        }
    }
    status = status == HD_OK ? hd__power_formula_make_room(formula) : status;
    return status == HD_OK ? HD_OK : hd__power_explain(message, status, "");
}

/* @param trace NULL: a check */
static hd_status add(hd_power *power, const struct hd_power_formula_config *config,
                     const struct hd_power_trace_config *trace, const hd_power_options *options,
                     char *message)
{
    if (!is_possible(power, config)) {
        return HD_OK;
    }
    struct hd_power_formula *formula = &power->formulas[power->formula_count];
    hd_status status = hd__power_formula_init(formula, config, trace == NULL, options);
    if (status != HD_OK) {
        return hd__power_explain(message, status, "");
    }
    power->formula_count++;
    status = add_terms(power, formula, message);
    if (status != HD_OK || trace == NULL) {
        return status;
    }
    status = hd__power_formula_choose(formula, trace);
    if (status == HD_MISSING) {
        (void)snprintf(message, HD_POWER_MESSAGE_SIZE,
                       "%.200s:%u: '%.60s' has none of these values: it has P, and E when all its "
                       "channels count energy",
                       power->config.path, trace->line, config->name);
        return HD_FORMAT;
    }
    return status == HD_OK
               ? hd__power_place_output(power, &formula->output, trace, options, message)
               : hd__power_explain(message, status, "");
}

hd_status hd__power_add_formulas(hd_power *power, const hd_power_options *options, char *message)
{
    const struct hd_power_config *config = &power->config;
    hd_status status = HD_OK;
    power->formulas =
        calloc(config->trace_count + config->check_count + 1, sizeof *power->formulas);
    if (power->formulas == NULL) {
        return hd__power_explain(message, HD_NOMEM, "");
    }
    for (size_t i = 0; status == HD_OK && i < config->trace_count; i++) {
        const struct hd_power_trace_config *trace = &config->traces[i];
        if (trace->formula.text != NULL) {
            status = add(power, &trace->formula, trace, options, message);
        }
    }
    for (size_t i = 0; status == HD_OK && i < config->check_count; i++) {
        status = add(power, &config->checks[i], NULL, options, message);
    }
    return status;
}
