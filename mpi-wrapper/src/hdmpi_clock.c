/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The offset of this process's clock to rank 0's, by round trips (F. Cristian, "Probabilistic clock
 * synchronization", 1989): of several exchanges the one with the shortest round trip bounds the
 * offset best. Ranks on rank 0's node read the same clock, their offset is 0 by construction.
 *
 * It is measured at the start, where all ranks wait for each other anyway, and again at the end, so
 * that readers can tell how fast the clocks drift apart. At the end nobody may be kept waiting:
 * rank 0 answers whoever asks until the time is up, and then tells those it gave up. */
#include "hdmpi_session.h"

#include <hdtrace/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXCHANGE_COUNT = 10, CLOCK_TAG = 1, END_TAG = 5, END_ANSWER_TAG = 6 };

/* What a rank tells rank 0 at the end. */
enum { ASKS = 0, HAS_DONE = 1 };
#define GIVEN_UP INT64_MIN /* rank 0's answer instead of its time */

typedef struct point {
    int64_t offset_ns, time_ns; /* rank 0's clock minus this one's; when that was */
    int64_t trip_ns;            /* of the exchange that was taken */
} point;

static point first, last;
static bool has_first, has_last;
static bool asks;     /* this rank has a clock of its own */
static int *askers;   /* on rank 0: which ranks ask */
static int ask_count; /* how many */

static void take(point *best, int64_t sent_ns, int64_t received_ns, int64_t theirs_ns)
{
    const int64_t trip_ns = received_ns - sent_ns;
    if (best->trip_ns < 0 || trip_ns < best->trip_ns) {
        const int64_t middle_ns = sent_ns + trip_ns / 2;
        *best = (point){theirs_ns - middle_ns, middle_ns, trip_ns};
    }
}

static void ask_rank_0(void)
{
    for (int i = 0; i < EXCHANGE_COUNT; i++) {
        int64_t theirs_ns = 0;
        const int64_t sent_ns = hd_clock_get_ns();
        if (PMPI_Send(&theirs_ns, 1, MPI_INT64_T, 0, CLOCK_TAG, hd__run.comm) != MPI_SUCCESS ||
            PMPI_Recv(&theirs_ns, 1, MPI_INT64_T, 0, CLOCK_TAG, hd__run.comm, MPI_STATUS_IGNORE) !=
                MPI_SUCCESS) {
            has_first = false;
            return;
        }
        take(&first, sent_ns, hd_clock_get_ns(), theirs_ns);
    }
}

static void answer(int rank)
{
    for (int i = 0; i < EXCHANGE_COUNT; i++) {
        int64_t now_ns = 0;
        PMPI_Recv(&now_ns, 1, MPI_INT64_T, rank, CLOCK_TAG, hd__run.comm, MPI_STATUS_IGNORE);
        now_ns = hd_clock_get_ns();
        PMPI_Send(&now_ns, 1, MPI_INT64_T, rank, CLOCK_TAG, hd__run.comm);
    }
}

/* Rank 0 answers one rank after the other. */
static void serve(void)
{
    const int own = 0;
    askers = malloc((size_t)hd__run.rank_count * sizeof(*askers));
    int usable = askers != NULL;
    PMPI_Bcast(&usable, 1, MPI_INT, 0, hd__run.comm);
    if (askers == NULL) {
        return;
    }
    PMPI_Gather(&own, 1, MPI_INT, askers, 1, MPI_INT, 0, hd__run.comm);
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        if (askers[rank]) {
            ask_count++;
            answer(rank);
        }
    }
    has_first = true;
}

void hd__clock_measure(MPI_Comm node_comm)
{
    int node_first = hd__run.rank; /* the node's first rank */
    PMPI_Bcast(&node_first, 1, MPI_INT, 0, node_comm);
    first = last = (point){.time_ns = hd_clock_get_ns(), .trip_ns = -1};
    if (hd__run.rank == 0) {
        serve();
        return;
    }
    const int wanted = node_first != 0 || hd__run.config.clock_always;
    int usable = 0;
    PMPI_Bcast(&usable, 1, MPI_INT, 0, hd__run.comm);
    if (usable) {
        PMPI_Gather(&wanted, 1, MPI_INT, NULL, 0, MPI_INT, 0, hd__run.comm);
        has_first = true;
        asks = wanted != 0;
        if (asks) {
            ask_rank_0();
        }
    }
}

/* --- at the end ------------------------------------------------------------------------------- */

/* Small enough for MPI to send it without waiting; must not be freed. */
static void send_and_forget(const int64_t *value, int rank, int tag)
{
    MPI_Request request = MPI_REQUEST_NULL;
    if (PMPI_Isend(value, 1, MPI_INT64_T, rank, tag, hd__run.comm, &request) == MPI_SUCCESS &&
        request != MPI_REQUEST_NULL) {
        PMPI_Request_free(&request);
    }
}

/* Wait for a message until the time is up. @return whether it came */
static bool receive(int64_t *value, int rank, int tag, MPI_Status *status, int64_t deadline_ns)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int done = 0;
    if (PMPI_Irecv(value, 1, MPI_INT64_T, rank, tag, hd__run.comm, &request) != MPI_SUCCESS) {
        return false;
    }
    while (PMPI_Test(&request, &done, status) == MPI_SUCCESS && !done) {
        if (hd_clock_get_ns() >= deadline_ns) {
            int cancelled = 0;
            PMPI_Cancel(&request);
            PMPI_Wait(&request, status);
            PMPI_Test_cancelled(status, &cancelled);
            return !cancelled;
        }
    }
    return done != 0;
}

static void ask_again(int64_t deadline_ns)
{
    static const int64_t words[] = {ASKS, HAS_DONE};
    for (int i = 0; i < EXCHANGE_COUNT; i++) {
        int64_t theirs_ns = GIVEN_UP;
        MPI_Status status;
        const int64_t sent_ns = hd_clock_get_ns();
        send_and_forget(&words[ASKS], 0, END_TAG);
        if (!receive(&theirs_ns, 0, END_ANSWER_TAG, &status, deadline_ns) ||
            theirs_ns == GIVEN_UP) {
            return;
        }
        take(&last, sent_ns, hd_clock_get_ns(), theirs_ns);
        has_last = true;
    }
    send_and_forget(&words[HAS_DONE], 0, END_TAG);
}

static void answer_all(int64_t deadline_ns)
{
    static const int64_t given_up = GIVEN_UP;
    for (int waiting = ask_count; waiting > 0;) {
        int64_t word = ASKS;
        MPI_Status status;
        if (!receive(&word, MPI_ANY_SOURCE, END_TAG, &status, deadline_ns)) {
            break;
        }
        if (word == HAS_DONE) {
            askers[status.MPI_SOURCE] = 0;
            waiting--;
        } else {
            const int64_t now_ns = hd_clock_get_ns();
            PMPI_Send(&now_ns, 1, MPI_INT64_T, status.MPI_SOURCE, END_ANSWER_TAG, hd__run.comm);
        }
    }
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        if (askers[rank]) {
            send_and_forget(&given_up, rank, END_ANSWER_TAG);
        }
    }
}

void hd__clock_measure_again(int64_t deadline_ns)
{
    if (hd__run.rank != 0 && asks && has_first) {
        ask_again(deadline_ns);
    } else if (hd__run.rank == 0 && askers != NULL) {
        answer_all(deadline_ns);
        free(askers);
        askers = NULL;
    }
}

/* --- what is written -------------------------------------------------------------------------- */

/* Seconds with nine decimals. */
static int put_seconds(char *text, size_t size, int64_t value_ns, char end)
{
    const uint64_t bare = value_ns < 0 ? 0 - (uint64_t)value_ns : (uint64_t)value_ns;
    return snprintf(text, size, "%s%llu.%09llu%c", value_ns < 0 ? "-" : "",
                    (unsigned long long)(bare / 1000000000),
                    (unsigned long long)(bare % 1000000000), end);
}

static int put_point(char *text, size_t size, const point *at, int64_t base_ns)
{
    const int length = put_seconds(text, size, at->offset_ns, '@');
    return length + put_seconds(text + length, size - (size_t)length, at->time_ns - base_ns, ' ');
}

bool hd__clock_get_text(char text[HD__CLOCK_TEXT_SIZE], int64_t base_ns)
{
    char points[2 * HD__CLOCK_TEXT_SIZE];
    if (!has_first) {
        return false;
    }
    const int length = put_point(points, sizeof(points), &first, base_ns);
    if (has_last &&
        put_point(points + length, sizeof(points) - (size_t)length, &last, base_ns) + length >
            HD__CLOCK_TEXT_SIZE - 1) {
        points[length] = '\0'; /* clocks centuries apart */
    }
    const size_t used = strnlen(points, HD__CLOCK_TEXT_SIZE - 1);
    memcpy(text, points, used);
    memset(text + used, ' ', HD__CLOCK_TEXT_SIZE - 1 - used);
    text[HD__CLOCK_TEXT_SIZE - 1] = '\0';
    return true;
}

void hd__clock_complete(hd_trace *trace)
{
    char text[HD__CLOCK_TEXT_SIZE];
    if (!has_last || !hd__clock_get_text(text, hd_trace_get_base_ns(trace))) {
        return;
    }
    const hd_status status = hd_trace_set_property(trace, "clockOffset", text);
    if (status != HD_OK && status != HD_MISSING) { /* begun before the first measurement */
        hd__warn_status("the clock's offset at the end is not in the trace");
    }
}
