/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_CHAIN_H
#define HDMPI_CHAIN_H
/** The chain of libraries that an MPI call of the program passes, and our place in it.
 *
 *  Two kinds of calls don't come to MPI_X here although they are the program's:
 *   - the Fortran bindings of MPICH (half of mpi_f08) and of Open MPI (all) call PMPI_X at once;
 *   - another profiling library that stands before ours ends the chain with PMPI_X.
 *  So the library has PMPI_X too. It tells by its return address who calls: those two are led to
 * our MPI_X, everybody else (MPI itself, a profiling library behind ours, our own work) goes on to
 * MPI.
 *
 *  What a wrapper calls in turn is hd__next.X: MPI_X of the profiling library behind ours where
 * there is one (that is what dlsym(RTLD_NEXT) finds), otherwise MPI's own. HDTRACE_STACK=0 leaves
 * out other profiling libraries on both sides.
 *
 *  Source: MPI 4.0, 15.2 (profiling interface). Thread: any, after the first call of a process. */

/* Everything else in the library is hidden; what MPI declares and the wrapper defines is not. */
#pragma GCC visibility push(default)
#include <mpi.h>
#pragma GCC visibility pop

#include "hdmpi_fence.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
typedef struct hd__mpi {
/* NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define HD__FUNCTION(name) __typeof__(&MPI_##name) name;
#include "hdmpi_functions.h"
#undef HD__FUNCTION
} hd__mpi;
#pragma GCC diagnostic pop

extern HD__HIDDEN hd__mpi hd__next; /**< what a recorded call goes on to */
extern hd__mpi hd__library;         /**< MPI's own PMPI_X, once the chain is known */

/** Where machine code of one shared object lies. */
typedef struct hd__code {
    uintptr_t begin;
    uintptr_t size; /**< 0: there is none */
} hd__code;

typedef struct hd__chain {
    atomic_bool is_known;
    bool has_front;    /**< other profiling libraries stand before ours */
    hd__code bindings; /**< MPI's Fortran bindings */
    hd__code own;      /**< MPI itself, when calls that it makes are recorded too */
} hd__chain;

extern hd__chain hd__order;

/** Find out who is in the chain: at the first MPI call of a process, whichever it is. */
void hd__chain_resolve(void);

/** From now on PMPI_X, called by the MPI library itself, is the call of an MPI_X: what ROMIO does
 * by messages and collectives is recorded inside File_*. Once, before threads call. */
void hd__chain_take_own_calls(void);

/** Whether the MPI of the process is of another family than ours; if so start the program again
 *  without us, where we were preloaded. Handles have another size there: nothing can be recorded,
 *  and calls that pass through may fail. */
bool hd__chain_has_other_mpi(void);

/** Whether PMPI_`name`, called from there, is the call of a binding's or a profiling library's
 * function of that name, and not of one that it makes by itself. */
bool hd__chain_is_inside(const void *return_address, const char *name);

/** Whether this machine code is ours, MPI's, its bindings' or another profiling library's, and not
 *  the program's. */
bool hd__chain_is_passed(const void *address);

static inline bool hd__code_contains(hd__code code, const void *address)
{
    return (uintptr_t)address - code.begin < code.size;
}

static inline void hd__chain_know(void)
{
    if (!atomic_load_explicit(&hd__order.is_known, memory_order_acquire)) {
        hd__chain_resolve();
    }
}

static inline bool hd__chain_is_for_us(const void *return_address, const char *name)
{
    hd__chain_know();
    return hd__code_contains(hd__order.bindings, return_address) ||
           hd__code_contains(hd__order.own, return_address) ||
           (hd__order.has_front && hd__chain_is_inside(return_address, name));
}

/** The same for local functions, some of which bindings also call by themselves (Comm_size,
 *  Cartdim_get, Dist_graph_neighbors_count). */
static inline bool hd__chain_is_for_us_local(const void *return_address, const char *name)
{
    hd__chain_know();
    return (hd__order.has_front || hd__code_contains(hd__order.bindings, return_address)) &&
           hd__chain_is_inside(return_address, name);
}

#endif
