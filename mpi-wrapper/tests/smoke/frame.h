/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SMOKE_FRAME_H
#define SMOKE_FRAME_H
/** What the generated calls use: objects that live all the time, and room for results. */
#include <mpi.h>
#include <stddef.h>

enum { MANY = 64, TEXT_BYTES = 16384 };

extern int rank, other, number, error_class, error_code;
extern int comm_key, type_key, win_key, old_key;
extern int numbers[MANY];
extern int send_buffer[MANY], receive_buffer[MANY], area[MANY];
extern char attached[TEXT_BYTES], text[TEXT_BYTES], port[MPI_MAX_PORT_NAME], service[64],
    own_path[4096];
extern char *program, **child_list[1], *child_arguments[2];
extern MPI_Aint address, addresses[MANY];
extern MPI_Count wide, wides[MANY];
extern MPI_Offset offset;
extern void *pointer;

extern const int ones[2], zeros[2], twos[1], eights[1], nothings[1], places[2];
extern const int graph_index[2], graph_edges[2], distributions[1], default_arguments[1];
extern const MPI_Count wide_ones[2], wide_eights[1], wide_nothings[1], wide_places[2];
extern const MPI_Aint byte_places[2];
extern int one_range[1][3];
extern MPI_Datatype int_types[2], types_out[MANY], vector;
extern MPI_Info hints, no_info;
extern MPI_Comm ring, graph, distributed, inter;
extern MPI_Group group, peer;
extern MPI_Win window, dynamic, shared;
extern MPI_File file;
extern MPI_Request request, pending;
extern MPI_Status status, statuses[MANY];
extern MPI_Message message;

extern MPI_Comm new_comm;
extern MPI_Errhandler new_errhandler;
extern MPI_File new_file;
extern MPI_Group new_group;
extern MPI_Info new_info;
extern MPI_Op new_op;
extern MPI_Datatype new_type;
extern MPI_Win new_win;
#if MPI_VERSION >= 4
extern MPI_Session session, new_session;
extern MPI_Group session_group, own_group, peer_group;
void on_session_error(MPI_Session *where, int *code, ...);
void add_up_c(void *in, void *out, MPI_Count *count, MPI_Datatype *type);
#endif

/* Callbacks. */
int query(void *state, MPI_Status *about);
int no_state(void *state);
int no_cancel(void *state, int complete);
void on_comm_error(MPI_Comm *where, int *code, ...);
void on_win_error(MPI_Win *where, int *code, ...);
void on_file_error(MPI_File *where, int *code, ...);
void add_up(void *in, void *out, int *count, MPI_Datatype *type);
int file_extent(MPI_Datatype type, MPI_Aint *extent, void *state);

/* A message to this rank, or from it, while the call under test does the other half. */
void expect_message(void);
void take_message(void);
void offer_message(void);
void end_offer(void);
void receive_nothing(void);
void persist(void);
void expect_own(void);
void start_wait_free(void);
void wait_for_request(void);
void partitions_begin(void);
void partitions_end(void);
void partitions_through(void);
void exchange_port(void);
void close_port(void);
void accept_quietly(void);
void connect_quietly(void);

/** Around a call: the tracer puts it into a state `smoke` of the function's name. */
void begin_call(void);
void end_call(const char *name, int result);
/** Free what the call made. */
void finish(void);

static inline int took(double value)
{
    return value > -1e300 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

#define CALL(function, call)                                                                       \
    do {                                                                                           \
        begin_call();                                                                              \
        end_call(function, call);                                                                  \
    } while (0)

/** All of them. */
void smoke_all(void);

#endif
