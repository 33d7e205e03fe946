/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_AGAIN_H
#define HDMPI_AGAIN_H
/** The wrong tracer was preloaded: start the program again without it. */

/** Names for the messages; files are looked for in the folder of this library. */
typedef struct hd__mismatch {
    const char *mpi;           /**< that the program uses */
    const char *own_mpi;       /**< that this library is for */
    const char *right_library; /**< file name of the one that is for `mpi` */
} hd__mismatch;

/** Take this library out of LD_PRELOAD, or put the right one in its place where that lies beside
 * it, and start the program anew with its arguments, environment and open files. To be called
 * before the program has begun. Comes back only when that is not possible: then calls pass through
 * this library, and the user has been told. */
void hd__start_again(const hd__mismatch *mismatch);

#endif
