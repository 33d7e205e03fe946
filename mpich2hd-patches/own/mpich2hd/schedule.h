/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MPICH2HD_SCHEDULE_H
#define MPICH2HD_SCHEDULE_H
/** Included by mpidu_sched.c: its entries PT2PT_SEND and PT2PT_RECV post by the device's own
 *  functions, which are the only calls of these in that file. */

#define MPID_Isend(...) MPICH2HD_ONE_OF(mpich2hd_scheduled_isend, MPID_Isend, __VA_ARGS__)
#define MPID_Irecv(...) MPICH2HD_ONE_OF(mpich2hd_scheduled_irecv, MPID_Irecv, __VA_ARGS__)

#endif
