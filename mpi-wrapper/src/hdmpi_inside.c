/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of what happens inside MPI's functions. Only inside a state of this thread: what MPI does
 * by itself, on behalf of the wrapper, or in a function that is not recorded has no place. */
#include "hdmpi_inside.h"

#include "hdmpi_record.h"

#include <mpich2hd/hooks.h>
#include <string.h>

/* What a message says, and attributes by the place of their value there. */
typedef enum value { SENT, TO, TO_TAG, FROM, FROM_TAG, RECEIVED, NUMBER, CID, VALUE_COUNT } value;

enum { ATTRIBUTES_MAX = 7, MESSAGES = MPICH2HD_WAIT };

typedef struct shape {
    unsigned count;
    struct {
        const char *name;
        value value;
    } attributes[ATTRIBUTES_MAX];
    const hd_template *whole;
    const hd_template *without_cid; /* on a communicator of the library's own */
} shape;

#define POSTED_SEND                                                                                \
    {                                                                                              \
        {"size", SENT}, {"toRank", TO}, {"toTag", TO_TAG}, {"rid", NUMBER},                        \
        {                                                                                          \
            "cid", CID                                                                             \
        }                                                                                          \
    }

static shape shapes[MESSAGES] = {
    [MPICH2HD_SEND] =
        {.count = 4,
         .attributes = {{"size", SENT}, {"toRank", TO}, {"toTag", TO_TAG}, {"cid", CID}}},
    [MPICH2HD_SSEND] =
        {.count = 4,
         .attributes = {{"size", SENT}, {"toRank", TO}, {"toTag", TO_TAG}, {"cid", CID}}},
    [MPICH2HD_RECV] = {.count = 4,
                       .attributes = {{"fromRank", FROM},
                                      {"fromTag", FROM_TAG},
                                      {"size", RECEIVED},
                                      {"cid", CID}}},
    [MPICH2HD_SENDRECV] = {.count = 7,
                           .attributes = {{"size", SENT},
                                          {"toRank", TO},
                                          {"toTag", TO_TAG},
                                          {"fromRank", FROM},
                                          {"fromTag", FROM_TAG},
                                          {"recvSize", RECEIVED},
                                          {"cid", CID}}},
    [MPICH2HD_SENDRECV_REPLACE] = {.count = 7,
                                   .attributes = {{"sendSize", SENT},
                                                  {"toRank", TO},
                                                  {"toTag", TO_TAG},
                                                  {"fromRank", FROM},
                                                  {"fromTag", FROM_TAG},
                                                  {"size", RECEIVED},
                                                  {"cid", CID}}},
    [MPICH2HD_ISEND] = {.count = 5, .attributes = POSTED_SEND},
    [MPICH2HD_ISSEND] = {.count = 5, .attributes = POSTED_SEND},
    [MPICH2HD_IRECV] =
        {.count = 4,
         .attributes = {{"fromRank", FROM}, {"fromTag", FROM_TAG}, {"rid", NUMBER}, {"cid", CID}}},
};

static const char *const names[MPICH2HD_OPERATION_COUNT] = {
#define MPICH2HD_ROW(name, text) [MPICH2HD_##name] = (text),
    MPICH2HD_OPERATIONS(MPICH2HD_ROW)
#undef MPICH2HD_ROW
};

/* --- the frame -------------------------------------------------------------------------------- */

/* Whether a call of this thread is being recorded; one that was written leaves its place to the
 * next. */
static bool has_parent(const hd__call *call)
{
    const hd_lane *const lane = call->lane;
    const int ended = *(const volatile int *)&lane->inside > HD_LANE_ENDED;
    return (int)lane->depth - ended > call->own_states;
}

static hd__call *enter(void)
{
    hd__call *const call = hd__current;
    if (call == NULL || atomic_load_explicit(&call->busy, memory_order_relaxed) ||
        !hd__is_recording() || !hd__occupy(call)) {
        return NULL;
    }
    if (HD__UNLIKELY(call->is_silent || !has_parent(call))) {
        hd__yield(call);
        return NULL;
    }
    return call;
}

static void open(hd__call *call)
{
    if (!hd_lane_open(call->lane)) {
        hd_trace_open_state(call->trace);
    }
}

/* The thread again, for the end of what `enter` said yes to. NULL: the session is over */
static hd__call *enter_again(int result)
{
    hd__call *const call = hd__current;
    if (call == NULL || !hd__occupy(call)) {
        return NULL;
    }
    call->failed = result != MPI_SUCCESS;
    hd__seen_refresh(call);
    return call;
}

/* Its number when the program knows the communicator, too; else -1. Nothing is asked of MPI, which
 * would not take handles of its own communicators from outside. */
static int64_t known_cid(hd__call *call, uint32_t handle)
{
#ifdef OPEN_MPI
    (void)call;
    (void)handle;
    return -1; /* handles are no numbers, nor is there a library that tells */
#else
    const bool failed = call->failed;
    call->failed = true;
    const int64_t cid = handle == 0 ? -1 : hd__look_comm(call, (MPI_Comm)(int)handle)->id;
    call->failed = failed;
    return cid;
#endif
}

/* --- messages --------------------------------------------------------------------------------- */

static int begin(int operation)
{
    (void)operation;
    hd__call *const call = enter();
    if (call == NULL) {
        return 0;
    }
    open(call);
    hd__yield(call);
    return 1;
}

static void fill(const shape *one, int64_t *values, const int64_t *all)
{
    for (unsigned i = 0; i < one->count; i++) {
        values[i] = all[one->attributes[i].value];
    }
}

static void put_all(hd__call *call, const shape *one, const int64_t *all)
{
    for (unsigned i = 0; i < one->count; i++) {
        const int64_t number = all[one->attributes[i].value];
        if (number > MPICH2HD_ELSEWHERE && (one->attributes[i].value != CID || number >= 0)) {
            hd__put_int(call, one->attributes[i].name, number);
        }
    }
}

/* What failed, or has a peer that has no rank here. */
static void end_slowly(hd__call *call, const mpich2hd_message *message, const int64_t *all)
{
    (void)hd_trace_return_state(call->trace);
    hd_trace_name_state(call->trace, names[message->operation]);
    put_all(call, &shapes[message->operation], all);
    if (message->result != MPI_SUCCESS) {
        hd__put_error(call, "err", message->result);
    }
    hd_trace_end_state(call->trace);
}

static void end_message(hd__call *call, const mpich2hd_message *message, uint64_t count)
{
    const shape *const one = &shapes[message->operation];
    const int64_t all[VALUE_COUNT] = {
        [SENT] = message->sent,
        [TO] = message->to,
        [TO_TAG] = message->to_tag,
        [FROM] = message->from,
        [FROM_TAG] = message->from_tag,
        [RECEIVED] = message->received,
        [NUMBER] = message->request == NULL ? HD__ABSENT : hd__posted_add(call, message->request),
        [CID] = known_cid(call, message->comm),
    };
    const hd_template *const written = all[CID] < 0 ? one->without_cid : one->whole;
    if (message->result != MPI_SUCCESS || message->to <= MPICH2HD_ELSEWHERE ||
        message->from <= MPICH2HD_ELSEWHERE || written == NULL) {
        end_slowly(call, message, all);
        return;
    }
    int64_t *values = hd_lane_return(call->lane, count);
    if (values != NULL) {
        fill(one, values, all);
        hd_lane_close(call->lane, written);
        return;
    }
    fill(one, hd_trace_return_state(call->trace), all);
    hd_trace_close_state(call->trace, written, 0);
}

/* --- waits ------------------------------------------------------------------------------------ */

static int begin_wait(int operation, int count, mpich2hd_done *done)
{
    (void)operation;
    hd__call *const call = enter();
    if (call == NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        done[i].number = done[i].request == NULL ? -1 : hd__posted_take(call, done[i].request);
    }
    open(call);
    hd__yield(call);
    return 1;
}

static void add_done(hd__call *call, const mpich2hd_done *done)
{
    if (done->number < 0) {
        return;
    }
    hd_trace_begin_data(call->trace, "For");
    hd__put_int(call, "rid", done->number);
    hd__put_int(call, "done", !call->failed);
    if (done->bytes >= 0 && done->from > MPICH2HD_ELSEWHERE && !call->failed) {
        hd__put_int(call, "fromRank", done->from);
        hd__put_int(call, "fromTag", done->from_tag);
        hd__put_int(call, "size", done->bytes);
    }
    hd_trace_end_data(call->trace);
}

static void end_wait(hd__call *call, const mpich2hd_message *message)
{
    (void)hd_trace_return_state(call->trace);
    hd_trace_name_state(call->trace, names[message->operation]);
    if (message->result != MPI_SUCCESS) {
        hd__put_error(call, "err", message->result);
    }
    for (int i = 0; i < message->done_count; i++) {
        add_done(call, &message->done[i]);
    }
    hd_trace_end_state(call->trace);
}

static void end(const mpich2hd_message *message)
{
    const uint64_t count = hd_lane_count();
    hd__call *const call = enter_again(message->result);
    if (call == NULL) {
        return;
    }
    if (message->operation < MESSAGES) {
        end_message(call, message, count);
    } else {
        end_wait(call, message);
    }
    hd__yield(call);
}

/* Nobody waited for it: the call that found it complete, as MPI_Wait for a nonblocking collective,
 * gets a Wait without duration, whichever thread had posted it. */
static void let_go(const void *request, int from, int from_tag, int64_t received_bytes)
{
    hd__call *const call = hd__current;
    /* A thread of MPI's own has found it, or the wrapper's own call: nothing can be written now. */
    if (call == NULL || atomic_load_explicit(&call->busy, memory_order_relaxed)) {
        (void)hd__posted_take(call, request);
        return;
    }
    if (!hd__occupy(call)) {
        return;
    }
    const mpich2hd_done done = {.request = request,
                                .number = hd__posted_take(call, request),
                                .bytes = received_bytes,
                                .from = from,
                                .from_tag = from_tag};
    if (done.number >= 0 && !call->is_silent && has_parent(call)) {
        call->failed = false;
        open(call);
        end_wait(call, &(const mpich2hd_message){
                           .operation = MPICH2HD_WAIT, .done_count = 1, .done = &done});
    }
    hd__yield(call);
}

/* --- files ------------------------------------------------------------------------------------ */

static void end_access(const mpich2hd_access *access)
{
    hd__call *const call = enter_again(access->result);
    if (call == NULL) {
        return;
    }
    (void)hd_trace_return_state(call->trace);
    hd_trace_name_state(call->trace, names[access->operation]);
    MPI_File handle = MPI_FILE_NULL;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): handles that are pointers with some MPI */
    memcpy(&handle, &access->file, sizeof(handle));
    const hd__file *const file = handle == MPI_FILE_NULL ? NULL : hd__file_get(handle);
    if (file != NULL) {
        hd__put_int(call, "fid", file->id);
        hd__put_int(call, "oid", file->instance);
    }
    hd__put_known(call, "size", access->bytes);
    hd__put_known(call, "offset", access->offset);
    if (access->result != MPI_SUCCESS) {
        hd__put_error(call, "err", access->result);
    }
    hd_trace_end_state(call->trace);
    hd__yield(call);
}

/* --- all of them ----------------------------------------------------------------------------- */

static const mpich2hd_callbacks callbacks = {.begin = begin,
                                             .begin_wait = begin_wait,
                                             .end = end,
                                             .let_go = let_go,
                                             .end_access = end_access};

/* The communicator is the last attribute of each. */
static void make_shape(shape *one, const char *name)
{
    hd_attribute attributes[ATTRIBUTES_MAX];
    for (unsigned i = 0; i < one->count; i++) {
        attributes[i] = (hd_attribute){one->attributes[i].name, HD_ATTRIBUTE_INT, NULL};
    }
    if (hd_template_create(name, one->count, attributes, &one->whole) != HD_OK ||
        hd_template_create(name, one->count - 1, attributes, &one->without_cid) != HD_OK) {
        one->whole = one->without_cid = NULL; /* written in the general way */
    }
}

const struct mpich2hd_callbacks *hd__inside_prepare(void)
{
    for (int i = 0; i < MESSAGES; i++) {
        make_shape(&shapes[i], names[i]);
    }
    return &callbacks;
}
