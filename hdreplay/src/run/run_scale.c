/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run_scale.h"

#include "numbers/numbers.h"

#include <math.h>

enum { BASE_RUNS = 2, STEPS = 32, NOISE_FACTOR = 2 };

void run_search_init(struct run_search *search)
{
    *search = (struct run_search){.found = 1, .differs = -1};
}

void run_search_fini(struct run_search *search)
{
    g_clear_pointer(&search->base, g_array_unref);
}

double run_search_next(const struct run_search *search)
{
    if (search->trials < BASE_RUNS) {
        return 1;
    }
    if (search->base->len == 0 || search->found == 0) { /* nothing that could take longer */
        return search->trials == BASE_RUNS ? 0 : NAN;
    }
    if (search->differs < 0) {
        return 0;
    }
    return search->found - search->differs > 1.0 / STEPS ? (search->found + search->differs) / 2
                                                         : NAN;
}

void run_search_note(struct run_search *search, GArray *latencies)
{
    const double scale = run_search_next(search);
    numbers_sort(latencies);
    const guint count = latencies->len;
    search->trials++;
    if (search->trials == 1) {
        search->base = g_array_ref(latencies);
        return;
    }
    const double distance = numbers_distance_ks(search->base, latencies);
    if (search->trials == BASE_RUNS) {
        search->noise = distance;
        return;
    }
    const bool is_alike = count == 0 || distance <= MAX(NOISE_FACTOR * search->noise,
                                                        numbers_ks_limit(search->base->len, count));
    *(is_alike ? &search->found : &search->differs) = scale;
}
