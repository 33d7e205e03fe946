/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_COMPILING_H
#define PLAN_COMPILING_H
/** What is known while a plan is compiled; between plan_compile*.c only. */

#include "plan.h"
#include "plan_files.h"
#include "plan_output.h"
#include "plan_tables.h"

/* One file that a trace has open. */
struct compiled_open {
    uint32_t slot;
    uint32_t file;
    uint32_t filetype; /* PLAN_FILE_NOTHING: bytes */
    int64_t displacement;
    int64_t unit;     /* bytes of the etype */
    int64_t position; /* of the own pointer, in bytes of data; -1: not known */
};

/* A request under way: an exchange has two. */
struct compiled_request {
    uint32_t slots[2];
    uint32_t count;
};

/* What the earliest call of all processes says about what was there before. */
enum compiled_first {
    FIRST_NONE,    /* there is no such call */
    FIRST_NEEDS,   /* it must have been there: opened without creating it, or deleted */
    FIRST_CREATES, /* either way */
    FIRST_MAKES    /* it can't have been there */
};

/* What the calls do to a file. */
struct compiled_file {
    struct plan_file_entry entry;
    int64_t written;     /* end of what is written */
    int64_t read;        /* end of what is read */
    int64_t unplaced;    /* bytes written nobody knows where */
    int64_t first_ns;    /* start of the first call that opens or deletes it */
    int64_t first_bytes; /* its size then, -1: not told */
    enum compiled_first first;
};

struct compiling {
    struct plan *plan;
    struct plan_tables *tables;
    struct plan_file_head head;
    struct plan_output out;
    GArray *files;               /* struct compiled_file */
    GHashTable *file_names;      /* name to index */
    GArray *strands;             /* struct plan_strand_entry */
    struct plan_array *meetings; /* guint of each part, also of those that are not followed */
    gint64 *absent;              /* of each communicator: plan_project_find_absent */
    guint send, receive, part;   /* next ones of plan_links */
    GArray *openings_used;       /* uint32_t, by rank */

    /* of the strand */
    const struct plan_strand *strand;
    guint number;
    struct plan_strand_entry *entry;
    guint op;
    hd_reader *reader;
    int64_t before_ns; /* end of the call before */
    int64_t origin_ns; /* when the rank began: its first thread, or the end of MPI_Init */
    int origin_rank;   /* of which rank that is; -1: none yet */
    int64_t first_ns;  /* when a run of processes without MPI began; -1: another run */
    int64_t think_ns;
    int64_t cpu_ns; /* -1: some was not told */
    int64_t left_out_ns;
    bool has_cells;        /* the call has some */
    GHashTable *requests;  /* to struct compiled_request */
    GHashTable *described; /* persistent requests to their op */
    GHashTable *opens;     /* to struct compiled_open */
    GArray *free_files;    /* slots */
    GArray *free_requests;
    GArray *buffered;  /* int64_t: slots that are completed at the end */
    GArray *maps;      /* of plan_compile_maps.c */
    GArray *free_maps; /* slots */
};

/** A cell of the current call without any index. */
struct plan_cell compiling_cell(const struct compiling *c, enum plan_file_call call);

/** Write it with its numbers; the first one of a call gets the time before it. */
gboolean compiling_emit(struct compiling *c, struct plan_cell *cell, const int64_t *numbers,
                        uint32_t count, GError **error);

const struct plan_op *compiling_op(const struct compiling *c);

uint32_t compiling_take_slot(GArray *free, uint32_t *used);

/** Give a request of the trace a slot. */
uint32_t compiling_add_request(struct compiling *c, int64_t request);

/** Get the index of a file by its name; it is new when nobody has asked for it before. */
uint32_t compiling_find_file(struct compiling *c, const char *name);
struct compiled_file *compiling_file(const struct compiling *c, uint32_t file);

/** Note what a call that opens or deletes a file says about what was there before. */
void compiling_note_first(struct compiled_file *file, const struct plan_op *op,
                          enum compiled_first first);

/** Count a call of POSIX that a replay does not make. @return TRUE */
gboolean compiling_leave_out_posix(struct compiling *c);

int64_t compiling_get(const struct compiling *c, const char *name, int64_t otherwise);

/** The parts: each makes the cells of the calls that are its own.
 *  @return FALSE and an error; TRUE also when there are none */
gboolean compile_file_call(struct compiling *c, hd_slice name, GError **error);
gboolean compile_posix_call(struct compiling *c, hd_slice name, GError **error);
gboolean compile_map(struct compiling *c, struct plan_cell *cell, GError **error);
void compile_posix_begin(struct compiling *c); /**< of a trace */
void compile_posix_end(struct compiling *c);
gboolean compile_communication(struct compiling *c, hd_slice name, GError **error);
/** Whether the message that a probe waits for is one that the replay receives, and waits for, next.
 */
bool compile_waits_for_kept(const struct compiling *c);
gboolean compile_wait(struct compiling *c, hd_slice name, GError **error);
gboolean compile_start(struct compiling *c, GError **error);
/** What a call, or a persistent request, begins. */
gboolean compile_message(struct compiling *c, const struct plan_op *what, int64_t request,
                         GError **error);
gboolean compile_meeting(struct compiling *c, const struct plan_op *what, int64_t request,
                         GError **error);
/** Before all traces: the files that the plan knows. */
void compile_add_files(struct compiling *c);
/** Behind all traces: write all that isn't a call. */
gboolean compile_tables(struct compiling *c, GError **error);

#endif
