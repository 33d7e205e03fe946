/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef NUMBERS_H
#define NUMBERS_H
/** Numbers of samples: arrays of double. */

#include <glib.h>

void numbers_sort(GArray *sample);

/** Get the value below which a share of a sorted sample lies, between the two next to it; NaN of
 *  nothing. */
double numbers_quantile(const GArray *sorted, double share);

/** Get the largest difference between the shares below a value (Kolmogorov and Smirnov), both
 *  sorted and not empty. */
double numbers_distance_ks(const GArray *one, const GArray *other);

/** Get the mean distance by which values have to move to turn one sorted sample into the other
 *  (Wasserstein, of order 1). */
double numbers_distance_moved(const GArray *one, const GArray *other);

/** The smallest ks that two samples of such sizes have by chance in 5 of 100 cases. */
double numbers_ks_limit(guint one, guint other);

/** Mean of a sample and half the width of its 95 % confidence interval by Student's t; the width
 *  is NaN for less than 2 values. */
void numbers_mean(const GArray *sample, double *mean, double *half_width);

#endif
