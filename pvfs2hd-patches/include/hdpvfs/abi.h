/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_ABI_H
#define HDPVFS_ABI_H
/** As much of OrangeFS on x86-64 as the agents touch, in our own words. Positions were measured
 * with the headers of 2.8.8, 2.9.8, 2.10.0 and the current main line and are the same in all of
 * them, but for two that hdpvfs_layout names. The agents compare the sizes of symbols, names and
 *  pointers with what is declared here before they touch anything, and stay off otherwise. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hdpvfs_smcb hdpvfs_smcb;
typedef struct hdpvfs_state hdpvfs_state;

/** A state machine: symbols `pvfs2_*_sm`. Its name is that of its symbol. */
typedef struct hdpvfs_machine {
    const char *name;
    hdpvfs_state *first;
} hdpvfs_machine;

/** How the last job of a machine ended. */
typedef struct hdpvfs_job_status {
    int64_t user_tag;
    int32_t error;
    char other[52];
} hdpvfs_job_status;

/** What the function of a state returns. */
enum { HDPVFS_FAILED = -1, HDPVFS_DEFERRED = 0, HDPVFS_COMPLETE = 1, HDPVFS_TERMINATE = 2 };

/** Flags of states and of transitions. */
enum {
    HDPVFS_TO_STATE = 0,
    HDPVFS_TO_CALLER = 2,
    HDPVFS_JUMP = 6,
    HDPVFS_TO_END = 7,
    HDPVFS_PARALLEL = 8,
    HDPVFS_RUN = 9
};

typedef int hdpvfs_action(hdpvfs_smcb *smcb, hdpvfs_job_status *status);

/** The last transition of a list has this result, which matches all. */
enum { HDPVFS_ANY_RESULT = -1 };

typedef struct hdpvfs_transition {
    int32_t result;
    int32_t flag;
    hdpvfs_state *next; /**< of HDPVFS_TO_STATE */
} hdpvfs_transition;

struct hdpvfs_state {
    const char *name;
    hdpvfs_machine *machine;
    int32_t flag;
    union {
        hdpvfs_action *run;     /**< of HDPVFS_RUN and HDPVFS_PARALLEL */
        hdpvfs_machine *nested; /**< of HDPVFS_JUMP */
    } action;
    void *parallel; /**< these lists are not all terminated: never walk them */
    hdpvfs_transition *transitions;
};

/** A list in the manner of the kernel's. */
typedef struct hdpvfs_link {
    struct hdpvfs_link *next, *previous;
} hdpvfs_link;

typedef struct hdpvfs_frame {
    int32_t task;
    void *data;
    int32_t error;
    hdpvfs_link link;
} hdpvfs_frame;

typedef struct hdpvfs_caller {
    hdpvfs_state *state;
    int32_t base_frame;
} hdpvfs_caller;

enum { HDPVFS_CALLERS = 8, HDPVFS_UNEXPECTED_OP = 999 };

/** A running machine. */
struct hdpvfs_smcb {
    int32_t depth; /**< callers in use */
    hdpvfs_state *state;
    hdpvfs_caller callers[HDPVFS_CALLERS];
    hdpvfs_link frames; /**< the newest first */
    int32_t base_frame; /**< counted from the oldest */
    int32_t frame_count;
    void *get_machine;
    int32_t op;
    int64_t op_id;
    hdpvfs_smcb *parent;
    char other[24];
    hdpvfs_action *terminate; /**< called once, at the end */
    char more[16];
};

/** One hint of a list. */
typedef struct hdpvfs_hint {
    int32_t type; /**< 0: only its name is known */
    const char *name;
    const char *value;
    int32_t length;
    void *code[2];
    int32_t flags;
    const struct hdpvfs_hint *next;
} hdpvfs_hint;

enum { HDPVFS_HINT_OP_ID = 4, HDPVFS_HINTS_MAX = 24, HDPVFS_HINT_BYTES_MAX = 1024 };

/** Ends of a flow. */
enum { HDPVFS_END_NETWORK = 1, HDPVFS_END_STORAGE = 2, HDPVFS_END_MEMORY = 3 };

typedef struct hdpvfs_flow hdpvfs_flow;
typedef void hdpvfs_flow_done(hdpvfs_flow *flow, int cancelled);

typedef struct hdpvfs_flow_end {
    int32_t kind;
    uint64_t where[2];
} hdpvfs_flow_end;

struct hdpvfs_flow {
    hdpvfs_flow_done *done;
    hdpvfs_flow_end from, to;
    char other[48];
    int64_t size; /**< -1: as the request says */
    char more[44];
    int32_t error;
    int64_t transferred;
    char rest[120];
    const hdpvfs_hint *hints;
};

/** fp_multiqueue_ops */
typedef struct hdpvfs_flow_table {
    void *other[5];
    int (*post)(hdpvfs_flow *flow);
    void *cancel;
} hdpvfs_flow_table;

typedef int hdpvfs_post_one(int64_t *id, void *address, const void *buffer, int64_t size, int kind,
                            int32_t tag, void *user, int64_t context, const hdpvfs_hint *hints);
typedef int hdpvfs_post_list(int64_t *id, void *address, const void *const *buffers,
                             const int64_t *sizes, int count, int64_t total, int kind, int32_t tag,
                             void *user, int64_t context, const hdpvfs_hint *hints);

/** bmi_tcp_ops. What a function posts is pending when it returns 0, done when it returns 1. */
typedef struct hdpvfs_bmi_table {
    const char *name;
    void *other[8];
    hdpvfs_post_one *post_send;
    hdpvfs_post_one *post_send_unexpected;
    int (*post_receive)(int64_t *id, void *address, void *buffer, int64_t expected, int64_t *size,
                        int kind, int32_t tag, void *user, int64_t context,
                        const hdpvfs_hint *hints);
    int (*test)(int64_t id, int *count, int32_t *error, int64_t *size, void **user, int idle_ms,
                int64_t context);
    int (*test_some)(int wanted, int64_t *ids, int *count, int *indices, int32_t *errors,
                     int64_t *sizes, void **users, int idle_ms, int64_t context);
    int (*test_context)(int wanted, int64_t *ids, int *count, int32_t *errors, int64_t *sizes,
                        void **users, int idle_ms, int64_t context);
    void *more[2];
    hdpvfs_post_list *post_send_list;
    int (*post_receive_list)(int64_t *id, void *address, void *const *buffers, const int64_t *sizes,
                             int count, int64_t expected, int64_t *size, int kind, int32_t tag,
                             void *user, int64_t context, const hdpvfs_hint *hints);
    hdpvfs_post_list *post_send_unexpected_list;
    void *rest[5];
} hdpvfs_bmi_table;

/** Tables of the storage layer, as plain functions: their arguments are integers and pointers, of
 *  which the agent passes on all (trove_list.h). */
typedef void hdpvfs_function(void);

enum {
    HDPVFS_BSTREAM_FUNCTIONS = 8,
    HDPVFS_KEYVAL_FUNCTIONS = 11,
    HDPVFS_DSPACE_FUNCTIONS = 13,
    HDPVFS_STORAGE_METHODS = 4 /**< entries of `*_method_table` at most */
};

/** Where two releases differ: in the frame of a server's machine, and in the request it points to.
 */
typedef struct hdpvfs_layout {
    const char *releases;
    const char *has; /**< a symbol that those releases have; NULL: the others */
    size_t request;  /**< in the frame: pointer to the request, whose first word is its operation */
    size_t hints;    /**< in the request: pointer to the list of hints */
} hdpvfs_layout;

enum { HDPVFS_FRAME_OP = 32 /**< in the frame: the operation */ };

#if defined(__x86_64__) && !defined(__cplusplus)
#define HDPVFS_AT(type, member, position)                                                          \
    _Static_assert(offsetof(type, member) == (position), "as measured")
#define HDPVFS_SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), "as measured")
HDPVFS_SIZE(hdpvfs_machine, 16);
HDPVFS_SIZE(hdpvfs_job_status, 64);
HDPVFS_AT(hdpvfs_job_status, error, 8);
HDPVFS_SIZE(hdpvfs_transition, 16);
HDPVFS_SIZE(hdpvfs_state, 48);
HDPVFS_AT(hdpvfs_state, flag, 16);
HDPVFS_AT(hdpvfs_state, action, 24);
HDPVFS_AT(hdpvfs_state, transitions, 40);
HDPVFS_SIZE(hdpvfs_smcb, 248);
HDPVFS_AT(hdpvfs_smcb, state, 8);
HDPVFS_AT(hdpvfs_smcb, callers, 16);
HDPVFS_AT(hdpvfs_smcb, frames, 144);
HDPVFS_AT(hdpvfs_smcb, base_frame, 160);
HDPVFS_AT(hdpvfs_smcb, frame_count, 164);
HDPVFS_AT(hdpvfs_smcb, op, 176);
HDPVFS_AT(hdpvfs_smcb, parent, 192);
HDPVFS_AT(hdpvfs_smcb, terminate, 224);
HDPVFS_SIZE(hdpvfs_hint, 64);
HDPVFS_AT(hdpvfs_hint, value, 16);
HDPVFS_AT(hdpvfs_hint, length, 24);
HDPVFS_AT(hdpvfs_hint, next, 56);
HDPVFS_SIZE(hdpvfs_flow, 296);
HDPVFS_AT(hdpvfs_flow, to, 32);
HDPVFS_AT(hdpvfs_flow, size, 104);
HDPVFS_AT(hdpvfs_flow, error, 156);
HDPVFS_AT(hdpvfs_flow, transferred, 160);
HDPVFS_AT(hdpvfs_flow, hints, 288);
HDPVFS_SIZE(hdpvfs_flow_table, 56);
HDPVFS_AT(hdpvfs_flow_table, post, 40);
HDPVFS_SIZE(hdpvfs_bmi_table, 200);
HDPVFS_AT(hdpvfs_bmi_table, post_send, 72);
HDPVFS_AT(hdpvfs_bmi_table, post_send_list, 136);
#endif

#ifdef __cplusplus
}
#endif
#endif
