/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_series.h"

#include <stdlib.h>

bool hd__power_series_init(struct hd_power_series *series, size_t size)
{
    *series = (struct hd_power_series){.size = size};
    series->segments = calloc(size, sizeof *series->segments);
    return series->segments != NULL;
}

void hd__power_series_fini(struct hd_power_series *series)
{
    free(series->segments);
    *series = (struct hd_power_series){0};
}

static struct hd_power_segment *at(const struct hd_power_series *series, size_t i)
{
    return &series->segments[(series->first + i) % series->size];
}

static void drop_first(struct hd_power_series *series)
{
    series->first = (series->first + 1) % series->size;
    series->count--;
}

void hd__power_series_add(struct hd_power_series *series, const struct hd_power_segment *segment)
{
    if (segment->to_ns <= segment->from_ns) {
        return;
    }
    if (series->count == series->size) {
        drop_first(series);
    }
    *at(series, series->count++) = *segment;
    series->end_ns = segment->to_ns;
}

const struct hd_power_segment *hd__power_series_first(const struct hd_power_series *series)
{
    return series->count == 0 ? NULL : at(series, 0);
}

enum hd_power_answer hd__power_series_integrate(const struct hd_power_series *series,
                                                int64_t from_ns, int64_t to_ns, double *uj)
{
    double sum = 0.0;
    int64_t known_ns = 0;
    for (size_t i = 0; i < series->count && at(series, i)->from_ns < to_ns; i++) {
        const struct hd_power_segment *segment = at(series, i);
        const int64_t begin_ns = segment->from_ns > from_ns ? segment->from_ns : from_ns;
        const int64_t end_ns = segment->to_ns < to_ns ? segment->to_ns : to_ns;
        if (end_ns > begin_ns && !segment->is_gap) {
            known_ns += end_ns - begin_ns;
            sum += segment->uj *
                   ((double)(end_ns - begin_ns) / (double)(segment->to_ns - segment->from_ns));
        }
    }
    if (series->end_ns < to_ns) {
        return HD_POWER_LATE;
    }
    *uj = sum;
    return known_ns == to_ns - from_ns ? HD_POWER_COMPLETE : HD_POWER_HOLE;
}

void hd__power_series_forget(struct hd_power_series *series, int64_t until_ns)
{
    while (series->count > 0 && at(series, 0)->to_ns <= until_ns) {
        drop_first(series);
    }
}
