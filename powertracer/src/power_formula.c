/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_formula.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE_NS   (5 * (int64_t)NS_PER_S)
#define LEAST_SERIES  4096 /* beside: streams come as they like */
#define MOST_SERIES   262144
#define UJ_PER_WATTNS 1e-3
#define PERCENT       0.01

static const struct hd_meter_driver computed = {.name = "computed"};

hd_status hd__power_formula_init(struct hd_power_formula *formula,
                                 const struct hd_power_formula_config *config, bool is_check,
                                 const hd_power_options *options)
{
    *formula = (struct hd_power_formula){.config = config,
                                         .is_check = is_check,
                                         .warn = options->warn,
                                         .warn_argument = options->warn_argument,
                                         .output = {.text = -1},
                                         .check = {.relation = config->text}};
    formula->meter = (struct hd_meter){
        .driver = &computed, .name = config->name, .io = {.descriptor = -1, .stop = -1}};
    (void)snprintf(formula->meter.identity, sizeof formula->meter.identity, "%s", config->text);
    return pthread_mutex_init(&formula->mutex, NULL) == 0 ? HD_OK : HD_NOMEM;
}

static bool is_part(const struct hd_meter_channel *channel)
{
    return !channel->is_dead && hd__quantity_is_power(channel->quantity);
}

/* The label that stands for a device without one: that of the whole, or the only one there is.
 * NULL: there are several. */
static const char *find_label(const struct hd_meter *meter)
{
    const char *label = NULL;
    bool are_several = false;
    for (size_t i = 0; i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        if (!is_part(channel)) {
            continue;
        }
        if (channel->label[0] == '\0') {
            return channel->label;
        }
        are_several = are_several || (label != NULL && strcmp(label, channel->label) != 0);
        label = channel->label;
    }
    return are_several ? NULL : label;
}

/* A label's counter, rather than its power. */
static bool choose_channel(struct hd_power_item *item, const struct hd_meter *meter,
                           const char *label)
{
    bool is_found = false;
    for (size_t i = 0; i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        const bool is_counter = channel->quantity == HD_METER_ENERGY;
        if (is_part(channel) && strcmp(channel->label, label) == 0 && (!is_found || is_counter)) {
            *item = (struct hd_power_item){.source = is_counter ? HD_POWER_UJ : HD_POWER_REAL,
                                           .channel = i};
            is_found = true;
        }
    }
    return is_found;
}

/* The parts that make up a device. */
static bool choose_total(struct hd_power_output *source, const struct hd_meter *meter)
{
    struct hd_power_item *item = source->items;
    bool is_found = false;
    item->source = HD_POWER_SUM_UJ;
    for (size_t i = 0; i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        if (is_part(channel) && channel->in_total) {
            is_found = true;
            source->is_summed[i] = true;
            item->source = channel->quantity == HD_METER_ENERGY ? item->source : HD_POWER_SUM_WATTS;
        }
    }
    return is_found;
}

hd_status hd__power_formula_add(struct hd_power_formula *formula, struct hd_power_output *source,
                                const struct hd_meter *meter)
{
    const struct hd_power_term_config *config = &formula->config->terms[formula->term_count];
    struct hd_power_term *term = &formula->terms[formula->term_count];
    const char *label = config->channel != NULL ? config->channel : find_label(meter);
    source->text = -1;
    source->items = calloc(1, sizeof *source->items);
    source->queue = hd__power_queue_create(1);
    if (source->items == NULL || source->queue == NULL) {
        return HD_NOMEM;
    }
    formula->term_count++;
    source->item_count = 1;
    source->series = &term->series;
    if (label == NULL ? !choose_total(source, meter)
                      : !choose_channel(source->items, meter, label)) {
        return HD_MISSING;
    }
    term->is_minus = config->is_minus;
    term->is_right = config->is_right;
    term->is_counter = hd__power_item_is_integer(source->items);
    term->interval_ns = meter->interval_ns;
    if (term->interval_ns > formula->terms[formula->slowest].interval_ns) {
        formula->slowest = formula->term_count - 1;
    }
    formula->wait_ns = PATIENCE_NS + 2 * formula->terms[formula->slowest].interval_ns;
    return HD_OK;
}

hd_status hd__power_formula_make_room(struct hd_power_formula *formula)
{
    for (size_t i = 0; i < formula->term_count; i++) {
        struct hd_power_term *term = &formula->terms[i];
        const double most = 2.0 * (double)formula->wait_ns / (double)term->interval_ns;
        const size_t size = most < MOST_SERIES ? (size_t)most : MOST_SERIES;
        if (!hd__power_series_init(&term->series, size + LEAST_SERIES)) {
            return HD_NOMEM;
        }
    }
    return HD_OK;
}

hd_status hd__power_formula_choose(struct hd_power_formula *formula,
                                   const struct hd_power_trace_config *trace)
{
    bool are_counters = true;
    for (size_t i = 0; i < formula->term_count; i++) {
        are_counters = are_counters && formula->terms[i].is_counter;
    }
    struct hd_power_output *output = &formula->output;
    (void)hd__meter_add(&formula->meter, are_counters ? HD_METER_ENERGY : HD_METER_POWER, "%s",
                        formula->config->name);
    const hd_status status = hd__power_output_choose(output, trace, &formula->meter);
    for (size_t i = 0; status == HD_OK && i < output->item_count; i++) {
        const size_t length = strlen(output->items[i].name);
        (void)snprintf(output->items[i].name + length, sizeof output->items[i].name - length, "_%s",
                       formula->config->name);
    }
    return status;
}

static hd_status write_sum(struct hd_power_formula *formula, bool is_valid, double uj,
                           int64_t from_ns, int64_t to_ns)
{
    const struct hd_power_period period = {
        from_ns, to_ns, formula->output.has_begun && from_ns > formula->output.end_ns};
    struct hd_power_value value = {.is_valid = is_valid};
    if (is_valid) {
        /* What is left of rounding goes into the next record, so that no energy is lost. */
        const double rounded = nearbyint(uj + formula->carry_uj);
        formula->carry_uj += uj - rounded;
        value.uj = (uint64_t)(int64_t)rounded;
        value.real = uj / UJ_PER_WATTNS / (double)(to_ns - from_ns);
    } else {
        formula->carry_uj = 0.0;
    }
    return hd__power_output_write(&formula->output, &formula->meter, &value, &period);
}

static void compare(struct hd_power_formula *formula, bool is_valid, const double sides_w[2],
                    int64_t to_ns)
{
    char text[320];
    hd_power_check *check = &formula->check;
    const bool is_violated =
        is_valid &&
        sides_w[0] > sides_w[1] + fabs(sides_w[1]) * formula->config->tolerance * PERCENT;
    (void)pthread_mutex_lock(&formula->mutex);
    check->compared += is_valid ? 1 : 0;
    check->gaps += is_valid ? 0 : 1;
    check->violated += is_violated ? 1 : 0;
    const bool is_first = is_violated && check->violated == 1;
    if (is_first) {
        check->left_w = sides_w[0];
        check->right_w = sides_w[1];
        check->first_ns = to_ns;
    }
    (void)pthread_mutex_unlock(&formula->mutex);
    if (is_first && formula->warn != NULL) {
        (void)snprintf(text, sizeof text, "'%.200s' does not hold: %.6g W is more than %.6g W",
                       check->relation, sides_w[0], sides_w[1]);
        formula->warn(formula->warn_argument, text);
    }
}

static hd_status conclude(struct hd_power_formula *formula, bool is_valid, const double sides_uj[2],
                          int64_t from_ns, int64_t to_ns)
{
    const double to_watts = 1.0 / UJ_PER_WATTNS / (double)(to_ns - from_ns);
    const double sides_w[2] = {sides_uj[0] * to_watts, sides_uj[1] * to_watts};
    if (!formula->is_check) {
        return write_sum(formula, is_valid, sides_uj[0], from_ns, to_ns);
    }
    compare(formula, is_valid, sides_w, to_ns);
    return HD_OK;
}

/* The energy of both sides. @return the worst of the terms' answers */
static enum hd_power_answer add_up(const struct hd_power_formula *formula, int64_t from_ns,
                                   int64_t to_ns, double sides_uj[2])
{
    enum hd_power_answer worst = HD_POWER_COMPLETE;
    sides_uj[0] = sides_uj[1] = 0.0;
    for (size_t i = 0; i < formula->term_count; i++) {
        const struct hd_power_term *term = &formula->terms[i];
        double uj = 0.0;
        const enum hd_power_answer answer =
            hd__power_series_integrate(&term->series, from_ns, to_ns, &uj);
        worst = answer > worst ? answer : worst;
        sides_uj[term->is_right ? 1 : 0] += term->is_minus ? -uj : uj;
    }
    return worst;
}

static int64_t find_newest(const struct hd_power_formula *formula)
{
    int64_t newest_ns = 0;
    for (size_t i = 0; i < formula->term_count; i++) {
        const int64_t end_ns = formula->terms[i].series.end_ns;
        newest_ns = end_ns > newest_ns ? end_ns : newest_ns;
    }
    return newest_ns;
}

hd_status hd__power_formula_run(struct hd_power_formula *formula, bool is_end)
{
    const struct hd_power_segment *next = NULL;
    const struct hd_power_series *slowest = &formula->terms[formula->slowest].series;
    const int64_t newest_ns = find_newest(formula);
    hd_status status = HD_OK;
    while (status == HD_OK && (next = hd__power_series_first(slowest)) != NULL) {
        const int64_t from_ns = next->from_ns;
        const int64_t to_ns = next->to_ns;
        double sides_uj[2];
        const enum hd_power_answer answer = add_up(formula, from_ns, to_ns, sides_uj);
        if (answer == HD_POWER_LATE && !is_end && newest_ns - to_ns <= formula->wait_ns) {
            break;
        }
        /* Before all have begun there is nothing that could lack. */
        if (answer != HD_POWER_HOLE || formula->done_ns != 0) {
            status = conclude(formula, answer == HD_POWER_COMPLETE, sides_uj, from_ns, to_ns);
            formula->done_ns = to_ns;
        }
        for (size_t i = 0; i < formula->term_count; i++) {
            hd__power_series_forget(&formula->terms[i].series, to_ns);
        }
    }
    return status;
}

hd_status hd__power_formula_fini(struct hd_power_formula *formula, bool is_parents)
{
    const hd_status status = hd__power_output_close(&formula->output, is_parents);
    for (size_t i = 0; i < formula->term_count; i++) {
        hd__power_series_fini(&formula->terms[i].series);
    }
    (void)pthread_mutex_destroy(&formula->mutex);
    return status;
}
