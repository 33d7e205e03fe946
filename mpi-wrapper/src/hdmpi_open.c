/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions of MPI 4 that are open: a list, short in every program. */
#include "hdmpi_open.h"

#if MPI_VERSION >= 4
#include <pthread.h>
#include <stdlib.h>

typedef struct open_session {
    MPI_Session session;
    struct open_session *next;
} open_session;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static open_session *newest;

void hd__open_add(MPI_Session session)
{
    open_session *const one = malloc(sizeof(*one));
    if (one == NULL) {
        return; /* ranks of its communicators may be unknown then */
    }
    pthread_mutex_lock(&lock);
    *one = (open_session){.session = session, .next = newest};
    newest = one;
    pthread_mutex_unlock(&lock);
}

void hd__open_remove(MPI_Session session)
{
    pthread_mutex_lock(&lock);
    for (open_session **place = &newest; *place != NULL; place = &(*place)->next) {
        open_session *const one = *place;
        if (one->session == session) {
            *place = one->next;
            free(one);
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

bool hd__open_any(void)
{
    pthread_mutex_lock(&lock);
    const bool any = newest != NULL;
    pthread_mutex_unlock(&lock);
    return any;
}

/* The lock is held meanwhile: the session must not end. */
bool hd__open_translate(MPI_Group group, int count, const int *members, int *world_ranks)
{
    MPI_Group world = MPI_GROUP_NULL;
    pthread_mutex_lock(&lock);
    bool known = newest != NULL && PMPI_Group_from_session_pset(newest->session, "mpi://WORLD",
                                                                &world) == MPI_SUCCESS;
    if (known) {
        known =
            PMPI_Group_translate_ranks(group, count, members, world, world_ranks) == MPI_SUCCESS;
        PMPI_Group_free(&world);
    }
    pthread_mutex_unlock(&lock);
    return known;
}
#else
bool hd__open_any(void)
{
    return false;
}

bool hd__open_translate(MPI_Group group, int count, const int *members,
                        int *world_ranks) /* NOLINT(readability-non-const-parameter) */
{
    (void)group;
    (void)count;
    (void)members;
    (void)world_ranks;
    return false;
}
#endif
