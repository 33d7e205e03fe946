/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MPICH2HD_INSIDE_H
#define MPICH2HD_INSIDE_H
/** Included by MPICH at the end of mpir_coll.h, so by all of it: whoever calls a function of
 *  helper_fns.c from now on looks first whether somebody looks, and then calls ours of the same
 *  form, which calls that one; and whoever lets a request go tells, since nonblocking collectives
 *  look at their requests and never wait. helper_fns.c, which has both, defines
 *  MPICH2HD_IS_HELPER. */

#include <mpich2hd/gate.h>

/* Calls of these stand apart from what runs while nobody looks. They themselves are made for speed.
 */
#ifdef MPICH2HD_IS_HELPER
#define MPICH2HD_COLD
#else
#define MPICH2HD_COLD __attribute__((cold))
#endif

extern MPICH2HD_COLD __typeof__(MPIC_Send) mpich2hd_Send;
extern MPICH2HD_COLD __typeof__(MPIC_Recv) mpich2hd_Recv;
extern MPICH2HD_COLD __typeof__(MPIC_Ssend) mpich2hd_Ssend;
extern MPICH2HD_COLD __typeof__(MPIC_Sendrecv) mpich2hd_Sendrecv;
extern MPICH2HD_COLD __typeof__(MPIC_Sendrecv_replace) mpich2hd_Sendrecv_replace;
extern MPICH2HD_COLD __typeof__(MPIC_Isend) mpich2hd_Isend;
extern MPICH2HD_COLD __typeof__(MPIC_Issend) mpich2hd_Issend;
extern MPICH2HD_COLD __typeof__(MPIC_Irecv) mpich2hd_Irecv;
extern MPICH2HD_COLD __typeof__(MPIC_Wait) mpich2hd_Wait;
extern MPICH2HD_COLD __typeof__(MPIC_Waitall) mpich2hd_Waitall;

/* Of the two kinds of schedule entries that post without a function of helper_fns.c. */
extern MPICH2HD_COLD int mpich2hd_scheduled_isend(const void *buffer, MPI_Aint count,
                                                  MPI_Datatype type, int to, int tag,
                                                  MPIR_Comm *comm, int offset,
                                                  MPIR_Request **request);
extern MPICH2HD_COLD int mpich2hd_scheduled_irecv(void *buffer, MPI_Aint count, MPI_Datatype type,
                                                  int from, int tag, MPIR_Comm *comm, int offset,
                                                  MPIR_Request **request);

extern MPICH2HD_COLD void mpich2hd_told_to_let_go(MPIR_Request *request);

static inline __attribute__((always_inline)) void mpich2hd_request_free(MPIR_Request *request)
{
    if (unlikely(mpich2hd_callbacks_get() != NULL)) {
        mpich2hd_told_to_let_go(request);
    }
    MPIR_Request_free(request);
}

/* One of the two is called with the arguments, which are evaluated once. */
#define MPICH2HD_ONE_OF(told, untold, ...)                                                         \
    (unlikely(mpich2hd_callbacks_get() != NULL) ? told(__VA_ARGS__) : untold(__VA_ARGS__))

#ifndef MPICH2HD_IS_HELPER
#define MPIC_Send(...)     MPICH2HD_ONE_OF(mpich2hd_Send, MPIC_Send, __VA_ARGS__)
#define MPIC_Recv(...)     MPICH2HD_ONE_OF(mpich2hd_Recv, MPIC_Recv, __VA_ARGS__)
#define MPIC_Ssend(...)    MPICH2HD_ONE_OF(mpich2hd_Ssend, MPIC_Ssend, __VA_ARGS__)
#define MPIC_Sendrecv(...) MPICH2HD_ONE_OF(mpich2hd_Sendrecv, MPIC_Sendrecv, __VA_ARGS__)
#define MPIC_Sendrecv_replace(...)                                                                 \
    MPICH2HD_ONE_OF(mpich2hd_Sendrecv_replace, MPIC_Sendrecv_replace, __VA_ARGS__)
#define MPIC_Isend(...)   MPICH2HD_ONE_OF(mpich2hd_Isend, MPIC_Isend, __VA_ARGS__)
#define MPIC_Issend(...)  MPICH2HD_ONE_OF(mpich2hd_Issend, MPIC_Issend, __VA_ARGS__)
#define MPIC_Irecv(...)   MPICH2HD_ONE_OF(mpich2hd_Irecv, MPIC_Irecv, __VA_ARGS__)
#define MPIC_Wait(...)    MPICH2HD_ONE_OF(mpich2hd_Wait, MPIC_Wait, __VA_ARGS__)
#define MPIC_Waitall(...) MPICH2HD_ONE_OF(mpich2hd_Waitall, MPIC_Waitall, __VA_ARGS__)
#define MPIR_Request_free mpich2hd_request_free
#endif

#endif
