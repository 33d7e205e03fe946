/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAND_IN_H
#define STAND_IN_H
/* A program of ours that has the tables of an OrangeFS server, with the layouts of hdpvfs/abi.h,
 * and works with them from many threads. */

#include <hdpvfs/abi.h>
#include <stdatomic.h>
#include <stdbool.h>

enum {
    FRAME_BYTES = 4584,
    REQUEST_BYTES = 512,
    PARTS = 3,
    PART_BYTES = 4096,
    IO_OP = 5,
    CHILDREN = 2
};

/* What was done; the tests compare it with what was recorded. */
typedef struct counts {
    atomic_long requests, children, flows, messages, operations, writes, asynchronous, blocked;
} counts;
extern counts done;

/* A request and the machine that serves it. */
typedef struct request {
    hdpvfs_smcb smcb;
    hdpvfs_frame frame;
    char data[FRAME_BYTES];
    char body[REQUEST_BYTES];
    hdpvfs_hint hints[2];
    char token[64];
    hdpvfs_flow flow;
    int number;
    int file;
    bool is_child;
    atomic_int children_left;
} request;

/* Machines. */
extern hdpvfs_machine pvfs2_unexpected_sm, pvfs2_io_sm, pvfs2_prelude_sm, pvfs2_prelude_work_sm,
    pvfs2_final_response_sm, pvfs2_child_sm;

/* How a state's function is called; PATCHED: as cocci/states.cocci makes it. */
#ifdef PATCHED
int hdpvfs_run(hdpvfs_action *run, hdpvfs_smcb *smcb, hdpvfs_job_status *status);
#define RUN_STATE(smcb, status) hdpvfs_run((smcb)->state->action.run, smcb, status)
#else
#define RUN_STATE(smcb, status) (smcb)->state->action.run(smcb, status)
#endif

/* engine.c: start a machine, and go on with it where its job has ended. */
void engine_start(hdpvfs_smcb *smcb, hdpvfs_machine *machine);
void engine_go_on(hdpvfs_smcb *smcb, int32_t error);
void engine_fork(request *parent); /* its children, for a parallel state */

/* queue.c: work for some thread, later. */
void queue_start(int count);
void queue_add(void (*work)(void *), void *argument);
void queue_end(void);

/* machines.c */
request *request_of(hdpvfs_smcb *smcb);
request *request_create(int number, int file);
void request_serve(request *r);

/* tables.c: a message and a list of writes, until they have ended. */
void move_data(request *r);
void call_every_function(void);
extern hdpvfs_flow_table fp_multiqueue_ops;

/* ways.c: write all parts, by the way of a storage method's place among the methods. */
enum { ASYNCHRONOUSLY = 1, THROUGH_OWN_MEMORY = 3 };
typedef struct write_list_of {
    char **memory;
    const int64_t *sizes, *offsets;
    int count, file, way;
} write_list_of;
void write_by_its_way(const write_list_of *list);

#endif
