/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numbers.h"

#include <math.h>

static double at(const GArray *sample, guint i)
{
    return g_array_index(sample, double, i);
}

static gint compare(gconstpointer a, gconstpointer b)
{
    const double one = *(const double *)a;
    const double other = *(const double *)b;
    return (one > other) - (one < other);
}

void numbers_sort(GArray *sample)
{
    g_array_sort(sample, compare);
}

double numbers_quantile(const GArray *sorted, double share)
{
    if (sorted->len == 0) {
        return NAN;
    }
    const double place = share * (sorted->len - 1);
    const guint below = (guint)place;
    const guint above = MIN(below + 1, sorted->len - 1);
    return at(sorted, below) + (place - below) * (at(sorted, above) - at(sorted, below));
}

double numbers_distance_ks(const GArray *one, const GArray *other)
{
    guint i = 0;
    guint j = 0;
    double largest = 0;
    while (i < one->len && j < other->len) {
        const double value = MIN(at(one, i), at(other, j));
        while (i < one->len && at(one, i) <= value) {
            i++;
        }
        while (j < other->len && at(other, j) <= value) {
            j++;
        }
        largest = MAX(largest, fabs((double)i / one->len - (double)j / other->len));
    }
    return largest;
}

double numbers_distance_moved(const GArray *one, const GArray *other)
{
    guint i = 0;
    guint j = 0;
    double sum = 0;
    double before = MIN(at(one, 0), at(other, 0));
    while (i < one->len || j < other->len) {
        const double value = j == other->len || (i < one->len && at(one, i) <= at(other, j))
                                 ? at(one, i)
                                 : at(other, j);
        sum += fabs((double)i / one->len - (double)j / other->len) * (value - before);
        before = value;
        while (i < one->len && at(one, i) <= value) {
            i++;
        }
        while (j < other->len && at(other, j) <= value) {
            j++;
        }
    }
    return sum;
}

double numbers_ks_limit(guint one, guint other)
{
    const double factor = 1.3581; /* sqrt(-ln(0.05 / 2) / 2) */
    return factor * sqrt(((double)one + other) / ((double)one * other));
}

void numbers_mean(const GArray *sample, double *mean, double *half_width)
{
    static const double t95[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262,
                                 2.228,  2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101,
                                 2.093,  2.086, 2.080, 2.074, 2.069, 2.064, 2.060};
    double sum = 0;
    double squares = 0;
    for (guint i = 0; i < sample->len; i++) {
        sum += at(sample, i);
    }
    *mean = sum / sample->len;
    for (guint i = 0; i < sample->len; i++) {
        squares += (at(sample, i) - *mean) * (at(sample, i) - *mean);
    }
    const guint free = sample->len - 1;
    *half_width = sample->len < 2
                      ? NAN
                      : t95[MIN(free, G_N_ELEMENTS(t95)) - 1] * sqrt(squares / free / sample->len);
}
