/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_H
#define REPORT_H
/** What came of replays that were recorded: the same calls, bytes and orders, and other times. */

#include "report_calls.h"
#include "report_order.h"

/** One replay. */
struct report_repeat {
    char *path;
    struct report_differences differences;
    struct report_order order;
    GArray *made;   /**< struct report_made, by planned call */
    double span_s;  /**< from the first call on files to the end of the last one */
    double io_s;    /**< sum of the times of all of them */
    double lag_s;   /**< sum over all calls: begun later than the replay itself wanted */
    double waits_s; /**< sum of the times from the first to the last call of each trace */
    bool lag_known;
    double issue_p50_s; /**< begun at another time, from the first call on, than in the original */
    double issue_p95_s;
    double issue_max_s;
};

/** Shares of the quantiles that are reported. */
#define REPORT_QUANTILES 5
extern const double report_shares[REPORT_QUANTILES];

/** Calls of one function, or all. */
struct report_class {
    const char *name;
    guint64 count;                  /**< that all replays made */
    double original_s;              /**< sum */
    double replay_s;                /**< the same of the median of the replays */
    double ratio[REPORT_QUANTILES]; /**< of a call's median time in the replays to the original's */
    double ks;                      /**< between times of the original and of all replays */
    double ks_limit;                /**< larger is no chance at 5 % */
    double moved_s;                 /**< Wasserstein distance */
    GArray *before;                 /**< double, sorted seconds */
    GArray *after;
};

struct report_rank {
    int rank;
    double original_s; /**< sum of the times of its calls on files */
    double replay_s;   /**< mean of the replays */
};

/** Calls on one file. */
struct report_file {
    const char *name; /**< of the report's names */
    guint64 count;    /**< that all replays made */
    guint64 bytes;    /**< that they moved in the original */
    double original_s;
    double replay_s; /**< mean of the replays */
};

struct report {
    struct plan *plan;
    GArray *planned;  /**< struct report_planned */
    GArray *repeats;  /**< struct report_repeat */
    GArray *classes;  /**< struct report_class; the first one is of all */
    GArray *ranks;    /**< struct report_rank */
    GPtrArray *names; /**< char *, by file of the plan */
    GArray *files;    /**< struct report_file, longest time in the original first */
    double span_s;    /**< of the original */
    double io_s;
    double mean_s;  /**< of the spans of the replays */
    double noise_s; /**< half the width of its 95 % confidence interval; NaN: of one replay */
};

/** Compare replays with a run.
 *  @param plan_path the PLAN that was run, as one that was changed; NULL: make it again
 *  @return NULL and an error that names file and cause */
struct report *report_make(const char *project, const char *plan_path, char **replays,
                           bool files_meet, GError **error);
void report_free(struct report *report);

/** Whether operations, bytes or orders of any replay differ. */
bool report_differs(const struct report *report);

/** Whether the time of the run is another one than noise of the replays explains; -1: one replay
 *  tells nothing of noise. */
int report_is_beyond_noise(const struct report *report);

/** Each makes the whole text; the caller frees it. */
char *report_text(const struct report *report);
char *report_json(const struct report *report);
char *report_html(const struct report *report);

/** hdreplay report. @return the exit status */
int report_main(int argc, char **argv);

#endif
