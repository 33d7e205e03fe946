/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_ORDER_H
#define HDMPI_ORDER_H
/** Where the data of each process begins in an ordered file call.
 *
 *  The shared pointer says where the first process's data begins; each other one's follows what
 *  those before it asked for. So the first one asks for the pointer and tells the next one where it
 *  goes on, and so on: one small message from each process to the next one, inside the call's
 *  state. An MPI library waits in the same way, for the same process (ROMIO) or for more; a
 *  collective of our own would make processes wait that need not.
 *
 *  The messages pass on hd__run.comm. Threads may be in such calls for several files at once, so
 *  each process gives every file that it opens a number, which it tells the next process when the
 *  file is opened; the tag is made of it. Members that record nothing take part. */

#include "hdmpi_chain.h"

typedef struct hd__file_order {
    int rank;                           /**< among those that opened the file, -1: not known */
    int previous, next;                 /**< in hd__run.comm, MPI_PROC_NULL: nobody */
    int own_number, number_of_previous; /**< of the file */
} hd__file_order;

/** One process's part in one call. */
typedef struct hd__turn {
    hd__file_order order;
    int64_t bytes;       /**< that it asks for, -1: not known */
    MPI_Offset position; /**< of the first process: the shared pointer in etypes, -1: not known */
    int64_t etype_bytes;
} hd__turn;

#define HD__NO_ORDER                                                                               \
    (hd__file_order)                                                                               \
    {                                                                                              \
        .rank = -1, .previous = MPI_PROC_NULL, .next = MPI_PROC_NULL                               \
    }

/** Agree with those that open the file together. Collective over `comm`, right after the open,
 *  whether it succeeded or not. `can_note`: this process has the file, and memory for what is
 *  returned; else it stays outside, and those behind it will not know their offsets. */
hd__file_order hd__order_agree(MPI_Comm comm, bool can_note);

/** Wait for the previous process, and tell the next one. @return where the own data begins, in
 *  etypes of the view; -1: not known */
MPI_Offset hd__take_turn(const hd__turn *turn);

/** The same for a process that records nothing now. */
void hd__take_turn_unrecorded(MPI_File handle, int64_t count, MPI_Datatype type);

#endif
