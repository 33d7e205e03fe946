/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_SCALE_H
#define RUN_SCALE_H
/** How far the time between calls can shrink before transfers take another time (TOOLS 2.7, R6): by
 *  replays. Two with the recorded times tell what two runs differ by anyway; then the smallest
 *  scale is searched by halves whose latencies are not of another distribution than theirs.
 *
 *      struct run_search search;
 *      run_search_init(&search);
 *      while (!isnan(scale = run_search_next(&search))) {
 *          ... a replay with it ...
 *          run_search_note(&search, latencies);
 *      }
 *      ... search.found ...
 *      run_search_fini(&search);
 */

#include <glib.h>
#include <stdbool.h>

struct run_search {
    guint trials;   /**< replays so far */
    GArray *base;   /**< double: latencies of the first replay, sorted */
    double noise;   /**< distance (Kolmogorov and Smirnov) of the second one from it */
    double found;   /**< smallest scale that is alike so far */
    double differs; /**< largest that isn't; negative: none was tried */
};

void run_search_init(struct run_search *search);
void run_search_fini(struct run_search *search);

/** Get the scale of the next replay; NaN: it is found. */
double run_search_next(const struct run_search *search);

/** Note what came of it.
 *  @param latencies seconds of all its transfers, in any order; they are sorted */
void run_search_note(struct run_search *search, GArray *latencies);

#endif
