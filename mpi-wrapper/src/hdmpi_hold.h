/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_HOLD_H
#define HDMPI_HOLD_H
/** Communicators that a thread's requests need when they are done. The thread takes one reference
 * of each and counts its requests itself, so that only the first one touches what all share. It
 * keeps the reference until the communicator is freed. Thread: the owner of the table. */

#include "hdmpi_ids.h"
#include "hdmpi_map.h"

typedef struct hd__hold {
    hd__comm *comm; /**< referenced */
    size_t count;   /**< requests */
    struct hd__hold *next;
} hd__hold;

typedef struct hd__holds {
    hd__hold *last;      /**< used most lately, NULL: none */
    hd__table table;     /**< by communicator */
    unsigned generation; /**< of handles, when freed ones were looked for */
} hd__holds;

/** Count a request of `comm`. @return NULL: there is no memory */
hd__hold *hd__hold_take(hd__holds *holds, hd__comm *comm);

/** Uncount it. */
void hd__hold_drop(hd__holds *holds, hd__hold *hold);

/** Let go all of them. */
void hd__holds_fini(hd__holds *holds);

#endif
