/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ten times a second all queues are emptied, twice a second what was written goes to the files: who
 * looks at them meanwhile, or finds them after a crash, misses little. */
#include "power_writer.h"

#define SLOT_NS         (100 * (int64_t)NS_PER_MS)
#define SLOTS_PER_FLUSH 5

static hd_status drain(struct hd_power_output *output, bool flushes)
{
    hd_status status = hd__power_output_drain(output, &output->is_dirty);
    if (status == HD_OK && flushes && output->is_dirty && output->stats != NULL) {
        output->is_dirty = false;
        status = hd_stats_flush(output->stats);
        hd__power_queue_fail(output->queue, (int)status);
    }
    return status;
}

/* A file that fails concerns its device only, which ends; the others go on. */
static hd_status drain_all(hd_power *power, bool flushes)
{
    hd_status status = HD_OK;
    for (size_t d = 0; d < power->device_count; d++) {
        for (size_t i = 0; i < power->devices[d]->output_count; i++) {
            const hd_status one = drain(&power->devices[d]->outputs[i], flushes);
            status = status == HD_OK ? one : status;
        }
    }
    return status;
}

/* Sums and relations of what came in. */
static hd_status compute_all(hd_power *power, bool flushes, bool is_end)
{
    hd_status status = HD_OK;
    for (size_t i = 0; i < power->formula_count; i++) {
        struct hd_power_formula *formula = &power->formulas[i];
        const uint64_t before = formula->output.records;
        hd_status one = hd__power_formula_run(formula, is_end);
        formula->output.is_dirty = formula->output.is_dirty || formula->output.records > before;
        if (one == HD_OK && flushes && formula->output.is_dirty && formula->output.stats != NULL) {
            formula->output.is_dirty = false;
            one = hd_stats_flush(formula->output.stats);
            hd__power_queue_fail(formula->output.queue, (int)one);
        }
        status = status == HD_OK ? one : status;
    }
    return status;
}

static hd_status tick(void *argument, int64_t slot_ns)
{
    const bool flushes = slot_ns / SLOT_NS % SLOTS_PER_FLUSH == 0;
    (void)drain_all(argument, flushes);
    (void)compute_all(argument, flushes, false);
    return HD_OK;
}

static void mark(hd_power *power, bool is_written_elsewhere)
{
    for (size_t d = 0; d < power->device_count; d++) {
        for (size_t i = 0; i < power->devices[d]->output_count; i++) {
            power->devices[d]->outputs[i].is_written_elsewhere = is_written_elsewhere;
        }
    }
}

hd_status hd__power_writer_start(hd_power *power)
{
    mark(power, true);
    const hd_status status = hd_pacer_start("hdpower-write", SLOT_NS, tick, power, &power->writer);
    if (status != HD_OK) {
        mark(power, false);
    }
    return status;
}

hd_status hd__power_writer_stop(hd_power *power)
{
    const hd_status stopped = hd_pacer_stop(power->writer);
    power->writer = NULL;
    mark(power, false);
    hd_status status = drain_all(power, false);
    for (size_t d = 0; d < power->device_count; d++) {
        for (size_t i = 0; i < power->devices[d]->output_count; i++) {
            const hd_status one = hd__power_output_finish(&power->devices[d]->outputs[i]);
            status = status == HD_OK ? one : status;
        }
    }
    const hd_status computed = compute_all(power, false, true);
    status = status == HD_OK ? computed : status;
    return status == HD_OK ? stopped : status;
}
