/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-sided communication in every kind of epoch; each rank accesses the memory of the next. */
#include <mpi.h>
#include <stdlib.h>

enum { CELLS = 4000 };

typedef struct ring {
    int rank, before, next;
    int *cells, *own;
    MPI_Win window;
} ring;

static void fences(const ring *at)
{
    MPI_Win_fence(MPI_MODE_NOPRECEDE, at->window);
    MPI_Put(at->own, CELLS, MPI_INT, at->next, 0, CELLS, MPI_INT, at->window);
    MPI_Win_fence(0, at->window);
    MPI_Get(at->own, CELLS, MPI_INT, at->next, 0, CELLS, MPI_INT, at->window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, at->window);
}

static void groups(const ring *at)
{
    MPI_Group all, before, next;
    MPI_Win_get_group(at->window, &all);
    MPI_Group_incl(all, 1, &at->before, &before);
    MPI_Group_incl(all, 1, &at->next, &next);
    MPI_Win_post(before, 0, at->window);
    MPI_Win_start(next, 0, at->window);
    MPI_Accumulate(at->own, CELLS, MPI_INT, at->next, 0, CELLS, MPI_INT, MPI_SUM, at->window);
    MPI_Win_complete(at->window);
    MPI_Win_wait(at->window);
    MPI_Group_free(&next);
    MPI_Group_free(&before);
    MPI_Group_free(&all);
}

static void locks(const ring *at)
{
    const int one = 1;
    const int two = 2;
    int old;
    MPI_Request request;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, at->window);
    MPI_Get(at->own, 1, MPI_INT, 0, 0, 1, MPI_INT, at->window);
    MPI_Win_flush(0, at->window);
    MPI_Put(at->own, 1, MPI_INT, 0, 0, 1, MPI_INT, at->window);
    MPI_Win_unlock(0, at->window);
    MPI_Win_lock_all(0, at->window);
    MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, at->window);
    MPI_Compare_and_swap(&one, &two, &old, MPI_INT, at->next, 1, at->window);
    MPI_Win_flush_local_all(at->window);
    MPI_Rput(at->own, CELLS, MPI_INT, at->next, 0, CELLS, MPI_INT, at->window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Get_accumulate(at->own, CELLS, MPI_INT, at->own + CELLS, CELLS, MPI_INT, at->next, 0, CELLS,
                       MPI_INT, MPI_REPLACE, at->window);
    MPI_Win_unlock_all(at->window);
}

int main(int argc, char **argv)
{
    ring at;
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &at.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    at.before = (at.rank + size - 1) % size;
    at.next = (at.rank + 1) % size;
    at.own = calloc(2 * (size_t)CELLS, sizeof(int));
    MPI_Win_allocate(CELLS * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &at.cells, &at.window);
    fences(&at);
    groups(&at);
    locks(&at);
    MPI_Win_free(&at.window);
    free(at.own);
    MPI_Finalize();
    return 0;
}
