/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RING_AHEAD_H
#define HD_SRC_RING_AHEAD_H
/* The next part of a ring that grows, made ready by the helper thread while the ring is written: it
 * gets its blocks on the disk, and its pages are brought in, so that calls only store to them.
 *
 * What is ready is the writer's, what is behind it the helper's while that is at work. A writer who
 * comes there first takes the work back and does a step itself. */

#include "helper.h"
#include "ring_file.h"

#include <sys/types.h>

typedef struct hd__ring_ahead {
    hd__job job;             /* first */
    const hd__ring_map *map; /* of it the helper reads what never changes */
    _Atomic uint64_t ready;  /* bytes of the slots; only who is at work moves it */
    _Atomic uint64_t wanted; /* bytes of the slots that shall be ready */
    _Atomic bool failed;     /* there was no room */
    pid_t owner;             /* whose helper it is */
    bool entered;
    bool helped; /* when it was asked last, there was a helper */
} hd__ring_ahead;

/* False: nobody helps; for tests that say which step fails. */
extern bool hd__ring_ahead_helps;

/* Begin with the slots that the map has; both stay where they are. `grows`: a helper is wanted. */
void hd__ring_ahead_init(hd__ring_ahead *ahead, const hd__ring_map *map, bool grows);

/* Ask for more where it is time to: never waits. Gives back from which position on it is time
 * again. */
uint64_t hd__ring_ahead_ask(hd__ring_ahead *ahead, uint64_t position);

/* Make the map's slots longer by what is ready, or by a step. False: as hd__ring_map_grow. */
bool hd__ring_ahead_grow(hd__ring_ahead *ahead, hd__ring_map *map);

/* Nothing more is asked for: waits for the piece that the helper is at. */
void hd__ring_ahead_fini(hd__ring_ahead *ahead);

#endif
