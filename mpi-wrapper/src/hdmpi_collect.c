/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MPI_Finalize: every rank's fragments go to rank 0, which writes the project file.
 *
 * Nonblocking point-to-point with a time limit, so that one rank that never comes keeps nobody
 * from ending; what is missing then is still in the .info files. A rank tells its length, rank 0
 * answers, and only a text that is wanted is sent: MPI_Finalize of some MPI libraries waits for
 * ever for a long message that nobody receives. Who has asked waits for the answer without a limit,
 * since the other one always gives it: the text, or an empty one when it had given up before. */
#include "hdmpi_session.h"

#include <hdtrace/clock.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    NOTICE_TAG = 2,
    TEXT_TAG = 3,
    ANSWER_TAG = 4,
    SMALL_BYTES = 4096 /* what MPI libraries send without waiting for the receiver */
};

/* Rank 0's answer to a length. */
enum { REFUSED = 0, WANTED = 1 };

/* What a rank tells first. */
typedef struct notice {
    int64_t length;  /* of its text; -1: not known yet, or never */
    int64_t goes_on; /* 1: calls of a session will follow, and so may descriptions */
} notice;

enum { NOTICE_COUNT = sizeof(notice) / sizeof(int64_t) };

/* One rank's fragments on their way to rank 0. */
typedef struct delivery {
    MPI_Request notice_request, text_request;
    notice told;
    char *text; /* not NULL: rank 0 has asked for it */
    bool done;
} delivery;

static bool is_over(int64_t deadline_ns)
{
    if (hd_clock_get_ns() >= deadline_ns) {
        return true;
    }
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    return false;
}

static bool test(MPI_Request *request)
{
    int flag = 0;
    return PMPI_Test(request, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag;
}

/* Ranks whose descriptions rank 0 does not have in full. */
typedef struct shortage {
    int missing_count; /* nothing came in time */
    int later_count;   /* sessions go on, and may make more communicators, datatypes, files */
} shortage;

static void tell_incomplete(shortage lacks)
{
    char message[400];
    const bool later = lacks.missing_count == 0;
    (void)snprintf(message, sizeof(message), "%s %d of %d ranks, run%s: hdtrace merge %.250s",
                   later ? "sessions go on after MPI_Finalize in" : "the project lacks",
                   later ? lacks.later_count : lacks.missing_count, hd__run.rank_count,
                   later ? " when they have ended" : "",
                   hd__run.directory[0] == '\0' ? "." : hd__run.directory);
    hd__warn(message);
}

/* Give a receive up. @return false: it was done in the last moment */
static bool give_up(MPI_Request *request)
{
    MPI_Status status;
    int cancelled = 1;
    if (*request != MPI_REQUEST_NULL) {
        PMPI_Cancel(request);
        if (PMPI_Wait(request, &status) == MPI_SUCCESS) {
            PMPI_Test_cancelled(&status, &cancelled);
        }
    }
    return cancelled != 0;
}

static int wait_for_answer(int64_t deadline_ns)
{
    int answer = REFUSED;
    MPI_Request request = MPI_REQUEST_NULL;
    if (PMPI_Irecv(&answer, 1, MPI_INT, 0, ANSWER_TAG, hd__run.comm, &request) != MPI_SUCCESS) {
        return REFUSED;
    }
    while (!test(&request)) {
        if (is_over(deadline_ns)) {
            return give_up(&request) ? -1 : answer;
        }
    }
    return answer;
}

/* What is left behind without waiting must not be freed. */
static void leave_behind(const void *data, int count, MPI_Datatype type, int rank, int tag)
{
    MPI_Request request = MPI_REQUEST_NULL;
    if (PMPI_Isend(data, count, type, rank, tag, hd__run.comm, &request) == MPI_SUCCESS &&
        request != MPI_REQUEST_NULL) {
        PMPI_Request_free(&request);
    }
}

static void send_fragments(hd__text *text, bool goes_on, int64_t deadline_ns)
{
    static notice own;
    own = (notice){.length = (int64_t)text->length, .goes_on = goes_on};
    const int length = (int)text->length;
    leave_behind(&own, NOTICE_COUNT, MPI_INT64_T, 0, NOTICE_TAG);
    const int answer = wait_for_answer(deadline_ns);
    if (answer == WANTED) {
        PMPI_Send(text->data, length, MPI_CHAR, 0, TEXT_TAG, hd__run.comm);
    } else if (answer != REFUSED) { /* rank 0 may still come */
        leave_behind(text->data, length <= SMALL_BYTES ? length : 0, MPI_CHAR, 0, TEXT_TAG);
        return;
    }
    hd__text_fini(text);
}

static void answer(int rank, int wanted)
{
    static const int answers[] = {REFUSED, WANTED};
    leave_behind(&answers[wanted], 1, MPI_INT, rank, ANSWER_TAG);
}

/* The length is there: ask for the text. @return false: there is no memory for it */
static bool ask(delivery *from, int rank)
{
    from->text = from->told.length >= 0 && from->told.length <= INT_MAX
                     ? calloc(1, (size_t)from->told.length + 1)
                     : NULL;
    if (from->text == NULL ||
        PMPI_Irecv(from->text, (int)from->told.length, MPI_CHAR, rank, TEXT_TAG, hd__run.comm,
                   &from->text_request) != MPI_SUCCESS) {
        from->told.length = -1;
        answer(rank, REFUSED);
        return false;
    }
    answer(rank, WANTED);
    return true;
}

/* One step for one rank. @return true when it needs no more */
static bool advance(delivery *from, int rank, bool over)
{
    if (from->text == NULL) {
        if (test(&from->notice_request)) {
            return !ask(from, rank);
        }
        if (over) {
            (void)give_up(&from->notice_request);
            from->told.length = -1;
            answer(rank, REFUSED);
        }
        return over;
    }
    MPI_Status status;
    int flag = 0;
    int count = -1;
    if (PMPI_Test(&from->text_request, &flag, &status) != MPI_SUCCESS) {
        from->told.length = -1;
        return true;
    }
    if (flag &&
        (PMPI_Get_count(&status, MPI_CHAR, &count) != MPI_SUCCESS || count != from->told.length)) {
        from->told.length = -1;
    }
    return flag != 0;
}

static shortage receive_fragments(delivery *all, int64_t deadline_ns)
{
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        all[rank] = (delivery){.told = {.length = -1},
                               .notice_request = MPI_REQUEST_NULL,
                               .text_request = MPI_REQUEST_NULL};
        PMPI_Irecv(&all[rank].told, NOTICE_COUNT, MPI_INT64_T, rank, NOTICE_TAG, hd__run.comm,
                   &all[rank].notice_request);
    }
    int waiting_count = hd__run.rank_count - 1;
    shortage lacks = {0};
    for (bool over = false; waiting_count > 0; over = waiting_count > 0 && is_over(deadline_ns)) {
        for (int rank = 1; rank < hd__run.rank_count; rank++) {
            delivery *const from = &all[rank];
            if (!from->done && advance(from, rank, over)) {
                from->done = true;
                waiting_count--;
                lacks.missing_count += from->told.length < 0;
                lacks.later_count += from->told.length >= 0 && from->told.goes_on;
            }
        }
    }
    return lacks;
}

/* `text` is a sequence of fragments that each end with a NUL. @return whether there was one */
static bool add_fragments(hd_project *project, const char *text, size_t length, int rank)
{
    char origin[32];
    (void)snprintf(origin, sizeof(origin), "rank %d", rank);
    size_t at = 0;
    while (at < length) {
        const size_t part = strnlen(text + at, length - at);
        if (hd_project_add_fragment(project, text + at, part, origin) != HD_OK) {
            hd__warn_status("a fragment is not usable");
        }
        at += part + 1;
    }
    return length > 0;
}

static bool add_all_fragments(hd_project *project, const hd__text *own, const delivery *all)
{
    bool any = own->length > 0 && add_fragments(project, own->data, own->length, 0);
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        if (all[rank].told.length > 0) {
            any =
                add_fragments(project, all[rank].text, (size_t)all[rank].told.length, rank) || any;
        }
    }
    return any;
}

static void write_project(const hd__text *own, const delivery *all, shortage lacks)
{
    hd_project *project = NULL;
    char path[sizeof(hd__run.directory) + sizeof(hd__run.project) + 8];
    if (hd_topology_get_project_path(hd__run.topology, path, sizeof(path)) != HD_OK ||
        hd_project_create(hd__run.project, &project) != HD_OK) {
        hd__warn_status("cannot write the project");
        return;
    }
    if (hd__run.config.compat != 0) {
        hd_project_set_compat_original(project);
    }
    hd_project_set_missing(project, (size_t)lacks.missing_count + (size_t)lacks.later_count,
                           (size_t)hd__run.rank_count);
    /* When no rank could write, the reason has been told already. */
    if (add_all_fragments(project, own, all) && hd_project_write(project, path) != HD_OK) {
        hd__warn_status("cannot write the project");
    }
    hd_project_destroy(project);
}

static void gather_project(hd__text *own, bool goes_on, int64_t deadline_ns)
{
    delivery *const all = calloc((size_t)hd__run.rank_count, sizeof(*all));
    if (all == NULL) {
        tell_incomplete((shortage){.missing_count = hd__run.rank_count});
        return;
    }
    shortage lacks = receive_fragments(all, deadline_ns);
    lacks.later_count += goes_on;
    write_project(own, all, lacks);
    if (lacks.missing_count + lacks.later_count > 0) {
        tell_incomplete(lacks);
    }
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        free(all[rank].text);
    }
    free(all);
}

void hd__session_collect(int64_t deadline_ns, bool goes_on)
{
    hd__text own = {0};
    hd__run.collected = true;
    hd__threads_get_fragments(&own);
    if (own.failed || own.length > INT_MAX) {
        own.length = 0; /* the .info files have it all */
    }
    if (hd__run.rank != 0) {
        send_fragments(&own, goes_on, deadline_ns);
        return;
    }
    gather_project(&own, goes_on, deadline_ns);
    hd__text_fini(&own);
}
