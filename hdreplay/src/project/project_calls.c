/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "project_calls.h"

static void add(hd_trace *trace, const char *name, int64_t value)
{
    hd_trace_add_int(trace, name, value);
}

static bool ends_split(unsigned call)
{
    return call >= PLAN_CALL_FILE_READ_ALL_END && call <= PLAN_CALL_FILE_WRITE_ORDERED_END;
}

const char *project_call_name(const struct plan_cell *cell, char room[PROJECT_NAME_BYTES])
{
    const char *name = plan_file_call_name(cell->call);
    if (ends_split(cell->call)) {
        return "Wait";
    }
    if (cell->call < PLAN_CALL_BARRIER || plan_call_is_posix(cell->call) ||
        (cell->flags & PLAN_CELL_NONBLOCKING) == 0) {
        return name;
    }
    (void)g_snprintf(room, PROJECT_NAME_BYTES, "I%c%s", g_ascii_tolower(*name), name + 1);
    return room;
}

/* A request that is over, or was looked at. */
static void add_done(hd_trace *trace, int64_t request, bool is_done)
{
    hd_trace_begin_data(trace, "For");
    add(trace, "rid", request);
    add(trace, "done", is_done);
    hd_trace_end_data(trace);
}

void project_add_split(hd_trace *trace, const struct plan_strand_entry *strand,
                       const struct plan_cell *cell)
{
    const int64_t request = (int64_t)strand->request_slots + cell->file;
    const char *name = plan_file_call_name(cell->call);
    if (ends_split(cell->call)) {
        hd_trace_add_text(trace, "call", name);
        add_done(trace, request, true);
    } else if (cell->call < PLAN_CALL_SEND && g_str_has_suffix(name, "_begin")) {
        add(trace, "rid", request);
    }
}

/* --- messages and collectives -------------------------------------------------------------------
 */

static void add_waits(hd_trace *trace, const struct plan_cell *cell)
{
    const int64_t *slots = plan_file_more(cell);
    for (uint32_t i = 0; i < cell->number_count; i++) {
        add_done(trace, slots[i], cell->call == PLAN_CALL_WAIT);
    }
}

static void add_rank(hd_trace *trace, const struct plan_file_image *plan,
                     const struct plan_cell *cell, const char *name, uint32_t peer)
{
    const struct plan_communicator_entry *one = plan_file_communicator(plan, cell->communicator);
    add(trace, name, plan_file_numbers(plan, one->first_number)[peer]);
}

/* What is received has another amount only where something is sent, too. */
static void add_begun(hd_trace *trace, const struct plan_file_image *plan,
                      const struct plan_cell *cell)
{
    const bool sends = cell->call <= PLAN_CALL_ISSEND || cell->call == PLAN_CALL_SENDRECV;
    const bool receives = cell->call >= PLAN_CALL_RECV && cell->call <= PLAN_CALL_SENDRECV;
    add(trace, "cid", cell->communicator);
    if (sends) {
        add_rank(trace, plan, cell, "toRank", cell->peer);
        add(trace, "toTag", cell->tag);
    }
    if (receives) {
        add_rank(trace, plan, cell, "fromRank", cell->peer_in);
        add(trace, "fromTag", cell->tag_in);
    }
    if (!sends && !receives && cell->peer != PLAN_FILE_NOTHING) {
        add_rank(trace, plan, cell, "rootRank", cell->peer);
    }
    if (cell->call != PLAN_CALL_BARRIER) {
        add(trace, "size", receives && !sends ? cell->count_in : cell->count);
    }
    if (cell->request != PLAN_FILE_NOTHING) {
        add(trace, "rid", cell->request);
    }
}

void project_add_communication(hd_trace *trace, const struct plan_file_image *plan,
                               const struct plan_cell *cell)
{
    if (cell->call == PLAN_CALL_WAIT || cell->call == PLAN_CALL_TEST) {
        add_waits(trace, cell);
    } else if (cell->call != PLAN_CALL_FINALIZE) {
        add_begun(trace, plan, cell);
    }
}
