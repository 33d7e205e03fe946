/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TESTS_MANY_RANKS_H
#define HD_TESTS_MANY_RANKS_H
/* The files that a run of very many ranks leaves in a folder when nobody wrote its project: a
 * square grid of processes, 64 on each host, that split WORLD into rows and columns, duplicate it,
 * and put an intercommunicator between its two halves. */

#include <stdbool.h>
#include <stdio.h>

enum { MANY_RANKS_PER_HOST = 64, MANY_RANKS_TYPES = 18, MANY_RANKS_SHARED_FILES = 8 };

typedef struct many_ranks {
    int side;      /* ranks = side * side */
    bool gids;     /* false: as before version 3, every rank lists all members of each communicator
                      and there is no Topology line; no intercommunicator */
    bool own_file; /* one more file per rank */
} many_ranks;

/* The communicators, numbered as processes first use them, which differs between processes. */
enum {
    MANY_RANKS_WORLD,
    MANY_RANKS_SELF,
    MANY_RANKS_ROW,
    MANY_RANKS_COLUMN,
    MANY_RANKS_DUP,
    MANY_RANKS_HALVES,
    MANY_RANKS_COMMS
};

/* The number that this process has for the communicator. */
int many_ranks_cid(int rank, int comm);

/* Write PROJECT_HOST_RANK_0.info and .trc for every rank and a statistics file for every host;
 * false when a file can't be written. `folder` ends with a slash. */
bool many_ranks_write(const many_ranks *run, const char *folder, const char *project);

#endif
