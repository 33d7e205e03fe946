/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Init, Init_thread, Session_init, Session_finalize, Pcontrol, Abort, Finalize. */
#include "hdmpi_open.h"
#include "hdmpi_record.h"

#include <hdtrace/clock.h>

int MPI_Init(int *argc, char ***argv)
{
    const int64_t begin_ns = hd_clock_get_ns();
    const int result = hd__next.Init(argc, argv);
    if (result == MPI_SUCCESS) {
        hd__session_start("Init", begin_ns, hd_clock_get_ns(), -1, -1);
    }
    return result;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    const int64_t begin_ns = hd_clock_get_ns();
    const int result = hd__next.Init_thread(argc, argv, required, provided);
    if (result == MPI_SUCCESS) {
        hd__session_start("Init_thread", begin_ns, hd_clock_get_ns(), required, *provided);
    }
    return result;
}

#if MPI_VERSION >= 4
int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
    hd__call *const call = hd__enter_function(HD__F_Session_init);
    if (call == NULL) {
        const int64_t begin_ns = hd_clock_get_ns();
        const int result = hd__next.Session_init(info, errhandler, session);
        int initialized = 0;
        PMPI_Initialized(&initialized);
        if (result == MPI_SUCCESS) {
            hd__open_add(*session);
        }
        if (result == MPI_SUCCESS && !initialized) {
            hd__session_start_alone(*session, begin_ns, hd_clock_get_ns());
        }
        return result;
    }
    hd__begin(call, "Session_init");
    const int result = hd__next.Session_init(info, errhandler, session);
    if (result == MPI_SUCCESS) {
        hd__open_add(*session);
    }
    if (hd__returned(call, result)) {
        hd__end(call, result);
    }
    return result;
}

/* Forgotten first: nobody may ask a session that is ending. */
static int end_session(MPI_Session *session)
{
    const MPI_Session one = *session;
    hd__open_remove(one);
    const int result = hd__next.Session_finalize(session);
    if (result != MPI_SUCCESS) {
        hd__open_add(one);
    }
    return result;
}

int MPI_Session_finalize(MPI_Session *session)
{
    hd__call *const call = hd__enter_function(HD__F_Session_finalize);
    if (call == NULL) {
        return end_session(session);
    }
    hd__begin(call, "Session_finalize");
    const int result = end_session(session);
    if (hd__returned(call, result)) {
        hd__end(call, result);
    }
    return result;
}
#endif

/* Level 0 switches recording off, a higher one on. The call itself is recorded both times: states
 * that are open when recording ends are still written, and it begins anew before the state. */
int MPI_Pcontrol(const int level, ...)
{
    const bool on = level > 0;
    if (on) {
        atomic_store(&hd__run.recording, true);
    }
    hd__call *const call = hd__enter_always();
    int result = MPI_SUCCESS;
    if (call == NULL) {
        result = hd__next.Pcontrol(level); /* other tools listen too */
    } else {
        hd__begin(call, "Pcontrol");
        result = hd__next.Pcontrol(level);
        if (hd__returned(call, result)) {
            hd__put_int(call, "level", level);
            hd__end(call, result);
        }
    }
    if (!on) {
        atomic_store(&hd__run.recording, false);
    }
    return result;
}

int MPI_Abort(MPI_Comm comm, int errorcode)
{
    hd__call *const call = hd__enter_always();
    if (call != NULL) {
        hd__begin(call, "Abort");
        if (hd__returned(call, MPI_SUCCESS)) {
            hd__put_cid(call, "cid", comm);
            hd__put_int(call, "errorcode", errorcode);
            hd__end(call, MPI_SUCCESS);
        }
        hd__session_close();
    }
    return hd__next.Abort(comm, errorcode);
}

static bool takes_part(void)
{
    const int state = atomic_load(&hd__run.state);
    return !hd__run.is_alone && (state == HD__ACTIVE || state == HD__MUTE);
}

/* Sampling ends and descriptions are collected while MPI still works: inside the state. */
static void prepare_end(hd__call *call, bool goes_on)
{
    const int64_t begin_ns = hd_clock_get_ns();
    const int64_t limit_ns = (int64_t)(hd__run.config.finalize_timeout_s * 1e9);
    hd__sampler_stop();
    hd__clock_measure_again(begin_ns + limit_ns / 2);
    hd__session_collect(hd_clock_get_ns() + limit_ns, goes_on);
    if (call != NULL) {
        hd__put_int(call, "tracerNs", hd_clock_get_ns() - begin_ns);
    }
}

/* Sessions that are open go on, and their calls are recorded until the process ends. */
int MPI_Finalize(void)
{
    const bool goes_on = atomic_load(&hd__run.state) == HD__ACTIVE && hd__open_any();
    hd__call *const call = hd__enter_always();
    if (call != NULL) {
        hd__begin(call, "Finalize");
        atomic_store(&call->busy, true);
    }
    if (takes_part()) {
        prepare_end(call, goes_on);
    }
    if (goes_on) {
        atomic_store(&hd__run.is_alone, true);
    }
    if (call != NULL) {
        hd__yield(call);
    }
    const int result = hd__next.Finalize();
    if (call != NULL && hd__returned(call, result)) {
        hd__end(call, result);
    }
    if (!goes_on) {
        hd__session_close();
    }
    return result;
}
