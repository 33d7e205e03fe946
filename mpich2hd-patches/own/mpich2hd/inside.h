/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MPICH2HD_INSIDE_H
#define MPICH2HD_INSIDE_H
/** Included by MPICH at the end of mpir_coll.h, so by all of it: whoever calls a function of
 *  helper_fns.c from now on calls ours of the same form, which calls that one; and whoever lets a
 *  request go tells, since nonblocking collectives look at their requests and never wait.
 *  helper_fns.c, which has both, defines MPICH2HD_IS_HELPER. */

#include <mpich2hd/hooks.h>

extern __attribute__((visibility("default"))) mpich2hd_gate_type mpich2hd_gate;

static inline const mpich2hd_callbacks *mpich2hd_callbacks_get(void)
{
    return __atomic_load_n(&mpich2hd_gate.callbacks, __ATOMIC_ACQUIRE);
}

extern __typeof__(MPIC_Send) mpich2hd_Send;
extern __typeof__(MPIC_Recv) mpich2hd_Recv;
extern __typeof__(MPIC_Ssend) mpich2hd_Ssend;
extern __typeof__(MPIC_Sendrecv) mpich2hd_Sendrecv;
extern __typeof__(MPIC_Sendrecv_replace) mpich2hd_Sendrecv_replace;
extern __typeof__(MPIC_Isend) mpich2hd_Isend;
extern __typeof__(MPIC_Issend) mpich2hd_Issend;
extern __typeof__(MPIC_Irecv) mpich2hd_Irecv;
extern __typeof__(MPIC_Wait) mpich2hd_Wait;
extern __typeof__(MPIC_Waitall) mpich2hd_Waitall;

/* Of the two kinds of schedule entries that post without a function of helper_fns.c. */
extern int mpich2hd_scheduled_isend(const void *buffer, MPI_Aint count, MPI_Datatype type, int to,
                                    int tag, MPIR_Comm *comm, int offset, MPIR_Request **request);
extern int mpich2hd_scheduled_irecv(void *buffer, MPI_Aint count, MPI_Datatype type, int from,
                                    int tag, MPIR_Comm *comm, int offset, MPIR_Request **request);

extern void mpich2hd_told_to_let_go(const mpich2hd_callbacks *callbacks, MPIR_Request *request);

static inline void mpich2hd_request_free(MPIR_Request *request)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (unlikely(callbacks != NULL)) {
        mpich2hd_told_to_let_go(callbacks, request);
    }
    MPIR_Request_free(request);
}

#ifndef MPICH2HD_IS_HELPER
#define MPIC_Send             mpich2hd_Send
#define MPIC_Recv             mpich2hd_Recv
#define MPIC_Ssend            mpich2hd_Ssend
#define MPIC_Sendrecv         mpich2hd_Sendrecv
#define MPIC_Sendrecv_replace mpich2hd_Sendrecv_replace
#define MPIC_Isend            mpich2hd_Isend
#define MPIC_Issend           mpich2hd_Issend
#define MPIC_Irecv            mpich2hd_Irecv
#define MPIC_Wait             mpich2hd_Wait
#define MPIC_Waitall          mpich2hd_Waitall
#define MPIR_Request_free     mpich2hd_request_free
#endif

#endif
