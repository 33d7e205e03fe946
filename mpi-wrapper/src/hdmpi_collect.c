/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MPI_Finalize: every rank's fragments go to rank 0, which writes the project file.
 *
 * Nonblocking point-to-point with a time limit, so that one rank that never comes keeps nobody
 * from ending; what is missing then is still in the .info files. */
#include "hdmpi_session.h"

#include <hdtrace/clock.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LENGTH_TAG = 2, TEXT_TAG = 3 };

/* One rank's fragments on their way to rank 0. */
typedef struct delivery {
    MPI_Request length_request, text_request;
    int64_t length; /* -1: not known yet */
    char *text;
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

static void tell_incomplete(int missing_count)
{
    char message[400];
    (void)snprintf(message, sizeof(message),
                   "the project lacks %d of %d ranks, run: hdtrace merge %.250s", missing_count,
                   hd__run.rank_count, hd__run.directory[0] == '\0' ? "." : hd__run.directory);
    hd__warn(message);
}

/* The buffers of a send that is not done stay: MPI may still read them. */
static void send_fragments(hd__text *text, int64_t deadline_ns)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    static int64_t sent_length; /* outlives a send that is not done */
    sent_length = (int64_t)text->length;
    PMPI_Isend(&sent_length, 1, MPI_INT64_T, 0, LENGTH_TAG, hd__run.comm, &requests[0]);
    PMPI_Isend(text->data, (int)sent_length, MPI_CHAR, 0, TEXT_TAG, hd__run.comm, &requests[1]);
    for (;;) {
        int done = 0;
        if (PMPI_Testall(2, requests, &done, statuses) != MPI_SUCCESS || done) {
            hd__text_fini(text);
            return;
        }
        if (is_over(deadline_ns)) {
            break;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (requests[i] != MPI_REQUEST_NULL) {
            PMPI_Request_free(&requests[i]);
        }
    }
}

/* One step for one rank. @return true when it needs no more */
static bool advance(delivery *from, int rank)
{
    if (from->text_request == MPI_REQUEST_NULL && from->text == NULL) {
        if (!test(&from->length_request)) {
            return false;
        }
        from->text = from->length >= 0 && from->length <= INT_MAX
                         ? calloc(1, (size_t)from->length + 1)
                         : NULL;
        if (from->text == NULL) {
            from->length = -1;
            return true;
        }
        PMPI_Irecv(from->text, (int)from->length, MPI_CHAR, rank, TEXT_TAG, hd__run.comm,
                   &from->text_request);
        return false;
    }
    return test(&from->text_request);
}

static void give_up(MPI_Request *request)
{
    if (*request != MPI_REQUEST_NULL) {
        PMPI_Cancel(request);
        PMPI_Wait(request, MPI_STATUS_IGNORE);
    }
}

/* @return how many ranks did not deliver */
static int receive_fragments(delivery *all, int64_t deadline_ns)
{
    int missing_count = hd__run.rank_count - 1;
    bool *const done = calloc((size_t)hd__run.rank_count, sizeof(*done));
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        all[rank] = (delivery){.length = -1, .text_request = MPI_REQUEST_NULL};
        PMPI_Irecv(&all[rank].length, 1, MPI_INT64_T, rank, LENGTH_TAG, hd__run.comm,
                   &all[rank].length_request);
    }
    do {
        for (int rank = 1; rank < hd__run.rank_count && done != NULL; rank++) {
            if (!done[rank] && advance(&all[rank], rank)) {
                done[rank] = true;
                missing_count--;
            }
        }
    } while (missing_count > 0 && done != NULL && !is_over(deadline_ns));
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        if (done == NULL || !done[rank]) {
            give_up(&all[rank].length_request);
            give_up(&all[rank].text_request);
            all[rank].length = -1;
        }
    }
    free(done);
    return missing_count;
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

/* The project's file name, by the rule that the topology's names follow. */
static void project_path(char *path, size_t size)
{
    static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-";
    char name[sizeof(hd__run.project)];
    (void)snprintf(name, sizeof(name), "%s", hd__run.project);
    for (char *c = name; *c != '\0'; c++) {
        if (strchr(kept, *c) == NULL) {
            *c = '-';
        }
    }
    (void)snprintf(path, size, "%s%s.proj", hd__run.directory, name);
}

static bool add_all_fragments(hd_project *project, const hd__text *own, const delivery *all)
{
    bool any = own->length > 0 && add_fragments(project, own->data, own->length, 0);
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        if (all[rank].length > 0) {
            any = add_fragments(project, all[rank].text, (size_t)all[rank].length, rank) || any;
        }
    }
    return any;
}

static void write_project(const hd__text *own, const delivery *all)
{
    hd_project *project = NULL;
    char path[sizeof(hd__run.directory) + sizeof(hd__run.project) + 8];
    project_path(path, sizeof(path));
    if (hd_project_create(hd__run.project, &project) != HD_OK) {
        hd__warn_status("cannot write the project");
        return;
    }
    /* When no rank could write, the reason has been told already. */
    if (add_all_fragments(project, own, all) && hd_project_write(project, path) != HD_OK) {
        hd__warn_status("cannot write the project");
    }
    hd_project_destroy(project);
}

static void gather_project(hd__text *own, int64_t deadline_ns)
{
    delivery *const all = calloc((size_t)hd__run.rank_count, sizeof(*all));
    if (all == NULL) {
        tell_incomplete(hd__run.rank_count);
        return;
    }
    const int missing_count = receive_fragments(all, deadline_ns);
    write_project(own, all);
    if (missing_count > 0) {
        tell_incomplete(missing_count);
    }
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        free(all[rank].text);
    }
    free(all);
}

void hd__session_collect(void)
{
    const double limit_s = hd__run.config.finalize_timeout_s;
    const int64_t deadline_ns = hd_clock_get_ns() + (int64_t)(limit_s * 1e9);
    hd__text own = {0};
    hd__threads_get_fragments(&own);
    if (own.failed || own.length > INT_MAX) {
        own.length = 0; /* the .info files have it all */
    }
    if (hd__run.rank != 0) {
        send_fragments(&own, deadline_ns);
        return;
    }
    gather_project(&own, deadline_ns);
    hd__text_fini(&own);
}
