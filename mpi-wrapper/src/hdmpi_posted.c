/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests inside calls: few at a time, since algorithms wait after some dozens. An MPI library may
 * use one object for all sends that are complete at once; the oldest is taken first. */
#include "hdmpi_ids.h"
#include "hdmpi_inside.h"

#include <stdlib.h>
#include <string.h>

enum { POSTED_MAX = 1024 };

struct hd__posted {
    int count;
    struct entry {
        const void *request;
        int number;
    } at[POSTED_MAX];
};

void hd__posted_destroy(hd__posted *posted)
{
    free(posted);
}

static void remove_at(hd__posted *all, int index)
{
    all->count--;
    memmove(&all->at[index], &all->at[index + 1],
            (size_t)(all->count - index) * sizeof(all->at[0]));
}

/* One that another thread completed stays until it is the oldest of too many. */
int hd__posted_add(hd__call *call, const void *request)
{
    const int number = hd__next_id(HD__ID_REQUEST);
    if (call->posted == NULL) {
        call->posted = calloc(1, sizeof(*call->posted));
    }
    hd__posted *const all = call->posted;
    if (all != NULL) {
        if (all->count == POSTED_MAX) {
            remove_at(all, 0);
        }
        all->at[all->count++] = (struct entry){request, number};
    }
    return number;
}

int hd__posted_take(hd__call *call, const void *request)
{
    hd__posted *const all = call->posted;
    for (int i = 0; all != NULL && i < all->count; i++) {
        if (all->at[i].request == request) {
            const int number = all->at[i].number;
            remove_at(all, i);
            return number;
        }
    }
    return -1;
}
