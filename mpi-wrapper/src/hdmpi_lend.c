/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces of this session's threads for the tracer of POSIX I/O, which is another library. */
#include "hdmpi_lend.h"

#include "hdmpi_ids.h"
#include "hdmpi_record.h"

#include <string.h>

static hd_trace *enter(bool existing)
{
    hd__call *const call =
        !hd__is_recording() || (existing && hd__current == NULL) ? NULL : hd__enter_always();
    return call == NULL ? NULL : call->trace;
}

static void open_state(void)
{
    hd__call *const call = hd__current;
    if (call->attention != 0) {
        hd__open_slowly(call, true);
    }
    hd_trace_open_state(call->trace);
    hd__yield(call);
}

static hd_trace *back(int64_t *cpu_ns)
{
    hd__call *const call = hd__current;
    if (call == NULL || !hd__occupy(call)) {
        return NULL;
    }
    *cpu_ns = hd__take_cpu_time(call);
    return call->trace;
}

static void leave(void)
{
    hd__yield(hd__current);
}

static int next_opening(void)
{
    return hd__next_id(HD__ID_OPEN);
}

static int next_file(void)
{
    return hd__next_id(HD__ID_FILE);
}

static void describe(const char *text)
{
    hd__line line = {0};
    hd__text_add_string(&line.text, text);
    hd__line_write(&line);
}

HD_API const hd__lender *hdMPI_lender(void);

const hd__lender *hdMPI_lender(void)
{
    static const hd__lender lender = {HD__LENDER_VERSION, enter,     open_state, back, leave,
                                      next_opening,       next_file, describe};
    return &lender;
}
