/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program around the generated calls. Two ranks; argument: a path that files' names begin with.
 * Objects of its own are made by PMPI_X where the state of a call does not name them. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "frame.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rank, other, number, error_class, error_code;
int comm_key, type_key, win_key, old_key;
int numbers[MANY];
int send_buffer[MANY], receive_buffer[MANY], area[MANY];
char attached[TEXT_BYTES], text[TEXT_BYTES], port[MPI_MAX_PORT_NAME], service[64], own_path[4096];
static char child_word[] = "child";
char *program, *child_arguments[2] = {child_word, NULL}, **child_list[1] = {child_arguments};
MPI_Aint address, addresses[MANY];
MPI_Count wide, wides[MANY];
MPI_Offset offset;
void *pointer;

const int ones[2] = {1, 1}, zeros[2] = {0, 0}, twos[1] = {2}, eights[1] = {8}, nothings[1] = {0},
          places[2] = {0, 4};
const int graph_index[2] = {1, 2}, graph_edges[2] = {1, 0};
const int distributions[1] = {MPI_DISTRIBUTE_BLOCK},
          default_arguments[1] = {MPI_DISTRIBUTE_DFLT_DARG};
const MPI_Count wide_ones[2] = {1, 1}, wide_eights[1] = {8}, wide_nothings[1] = {0},
                wide_places[2] = {0, 4};
const MPI_Aint byte_places[2] = {0, 4};
int one_range[1][3] = {{0, 0, 1}};
MPI_Datatype int_types[2], types_out[MANY], vector;
MPI_Info hints, no_info;
MPI_Comm ring, graph, distributed, inter;
MPI_Group group, peer;
MPI_Win window, dynamic, shared;
MPI_File file;
MPI_Request request, pending;
MPI_Status status, statuses[MANY];
MPI_Message message;

MPI_Comm new_comm;
MPI_Errhandler new_errhandler;
MPI_File new_file;
MPI_Group new_group;
MPI_Info new_info;
MPI_Op new_op;
MPI_Datatype new_type;
MPI_Win new_win;
#if MPI_VERSION >= 4
MPI_Session session, new_session;
MPI_Group session_group, own_group, peer_group;
#endif

static int failures;

/* --- the tracer's own states, when there is a tracer ------------------------------------------ */

typedef union function {
    void *object;
    void (*begin)(const char *name);
    void (*end)(void);
    void (*add)(const char *format, ...);
} function;

static function tracer(const char *name)
{
    return (function){.object = dlsym(RTLD_DEFAULT, name)};
}

void begin_call(void)
{
    const function begin = tracer("hdMPI_threadLogStateStart");
    if (begin.object != NULL) {
        begin.begin("smoke");
    }
}

void end_call(const char *name, int result)
{
    const function add = tracer("hdMPI_threadLogAttributes");
    if (add.object != NULL) {
        add.add("function='%s'", name);
        tracer("hdMPI_threadLogStateEnd").end();
    }
    if (result != MPI_SUCCESS) {
        char why[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        PMPI_Error_string(result, why, &length);
        printf("rank %d: MPI_%s: %s\n", rank, name, why);
        failures++;
    }
}

/* --- callbacks -------------------------------------------------------------------------------- */

int query(void *state, MPI_Status *about)
{
    (void)state;
    PMPI_Status_set_elements(about, MPI_BYTE, 0);
    PMPI_Status_set_cancelled(about, 0);
    about->MPI_SOURCE = MPI_UNDEFINED;
    about->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

int no_state(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

int no_cancel(void *state, int complete)
{
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

/* Signatures of MPI, which const does not fit.
 * NOLINTBEGIN(readability-non-const-parameter) */
void on_comm_error(MPI_Comm *where, int *code, ...)
{
    (void)where;
    (void)code;
}

void on_win_error(MPI_Win *where, int *code, ...)
{
    (void)where;
    (void)code;
}

void on_file_error(MPI_File *where, int *code, ...)
{
    (void)where;
    (void)code;
}

void add_up(void *in, void *out, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++) {
        ((int *)out)[i] += ((const int *)in)[i];
    }
}

/* NOLINTEND(readability-non-const-parameter) */

int file_extent(MPI_Datatype type, MPI_Aint *extent, void *state)
{
    MPI_Aint lower = 0;
    (void)state;
    return PMPI_Type_get_extent(type, &lower, extent);
}

#if MPI_VERSION >= 4
/* NOLINTBEGIN(readability-non-const-parameter) */
void on_session_error(MPI_Session *where, int *code, ...)
{
    (void)where;
    (void)code;
}

void add_up_c(void *in, void *out, MPI_Count *count, MPI_Datatype *type)
{
    int narrow = (int)*count;
    add_up(in, out, &narrow, type);
}
/* NOLINTEND(readability-non-const-parameter) */
#endif

/* --- messages and requests -------------------------------------------------------------------- */

void expect_message(void)
{
    PMPI_Irecv(receive_buffer, 1, MPI_INT, other, 7, MPI_COMM_WORLD, &pending);
    PMPI_Barrier(MPI_COMM_WORLD); /* a ready send finds it */
}

void take_message(void)
{
    PMPI_Wait(&pending, MPI_STATUS_IGNORE);
}

void offer_message(void)
{
    PMPI_Isend(send_buffer, 1, MPI_INT, other, 7, MPI_COMM_WORLD, &pending);
}

void end_offer(void)
{
    PMPI_Wait(&pending, MPI_STATUS_IGNORE);
}

void receive_nothing(void)
{
    MPI_Irecv(receive_buffer, 1, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD, &request);
}

/* Not to MPI_PROC_NULL: after that persistent collectives of MPICH 4.0.2 never end. */
void persist(void)
{
    MPI_Send_init(send_buffer, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &request);
}

void expect_own(void)
{
    PMPI_Irecv(receive_buffer, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &pending);
}

void start_wait_free(void)
{
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

void wait_for_request(void)
{
    if (request != MPI_REQUEST_NULL) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

#if MPI_VERSION >= 4
/* One message of one partition in each direction: `request` sends, `pending` receives. */
void partitions_begin(void)
{
    MPI_Psend_init(send_buffer, 1, 1, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    PMPI_Precv_init(receive_buffer, 1, 1, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_INFO_NULL,
                    &pending);
    MPI_Start(&request);
    PMPI_Start(&pending);
}

void partitions_end(void)
{
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    PMPI_Wait(&pending, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    PMPI_Request_free(&pending);
}

/* Whichever of the two is the sender. */
void partitions_through(void)
{
    MPI_Start(&request);
    PMPI_Start(&pending);
    PMPI_Pready(0, request);
    PMPI_Pready(0, pending);
    partitions_end();
}
#endif

/* --- two processes that find each other ------------------------------------------------------- */

void exchange_port(void)
{
    if (rank == 0) {
        PMPI_Open_port(MPI_INFO_NULL, port);
    }
    PMPI_Bcast(port, sizeof(port), MPI_CHAR, 0, MPI_COMM_WORLD);
}

void close_port(void)
{
    if (rank == 0) {
        PMPI_Close_port(port);
    }
}

void accept_quietly(void)
{
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &new_comm);
}

void connect_quietly(void)
{
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &new_comm);
}

/* --- what calls made -------------------------------------------------------------------------- */

static void finish_objects(void)
{
    if (new_group != MPI_GROUP_NULL) {
        MPI_Group_free(&new_group);
    }
    if (new_info != MPI_INFO_NULL) {
        MPI_Info_free(&new_info);
    }
    if (new_op != MPI_OP_NULL) {
        MPI_Op_free(&new_op);
    }
    if (new_errhandler != MPI_ERRHANDLER_NULL && new_errhandler != MPI_ERRORS_RETURN &&
        new_errhandler != MPI_ERRORS_ARE_FATAL) {
        MPI_Errhandler_free(&new_errhandler);
    }
    new_errhandler = MPI_ERRHANDLER_NULL;
    if (new_type != MPI_DATATYPE_NULL) {
        MPI_Type_free(&new_type);
    }
}

void finish(void)
{
    wait_for_request();
    if (new_comm != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&new_comm);
    }
    if (new_win != MPI_WIN_NULL) {
        MPI_Win_free(&new_win);
    }
    if (new_file != MPI_FILE_NULL) {
        MPI_File_close(&new_file);
    }
    finish_objects();
}

static void reset(void)
{
    new_comm = MPI_COMM_NULL;
    new_errhandler = MPI_ERRHANDLER_NULL;
    new_file = MPI_FILE_NULL;
    new_group = MPI_GROUP_NULL;
    new_info = MPI_INFO_NULL;
    new_op = MPI_OP_NULL;
    new_type = MPI_DATATYPE_NULL;
    new_win = MPI_WIN_NULL;
    request = MPI_REQUEST_NULL;
    no_info = MPI_INFO_NULL;
    int_types[0] = int_types[1] = MPI_INT;
}

/* --- what lives all the time ------------------------------------------------------------------ */

static void make_communicators(void)
{
    MPI_Cart_create(MPI_COMM_WORLD, 1, twos, ones, 0, &ring);
    MPI_Graph_create(MPI_COMM_WORLD, 2, graph_index, graph_edges, 0, &graph);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &other, MPI_UNWEIGHTED, 1, &other,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &distributed);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, other, 7, &inter);
    PMPI_Comm_group(MPI_COMM_WORLD, &group);
    PMPI_Group_incl(group, 1, &other, &peer);
#if MPI_VERSION >= 4
    PMPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    PMPI_Group_from_session_pset(session, "mpi://WORLD", &session_group);
    PMPI_Group_incl(session_group, 1, &rank, &own_group);
    PMPI_Group_incl(session_group, 1, &other, &peer_group);
#endif
}

static void make_objects(const char *path)
{
    char name[4096];
    (void)snprintf(name, sizeof(name), "%s.shared", path);
    (void)snprintf(own_path, sizeof(own_path), "%s.own-%d", path, rank);
    (void)snprintf(service, sizeof(service), "smoke-%d", rank);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    /* A nonblocking read of an empty file never ends in Open MPI 4.1. */
    PMPI_File_write_at(file, rank * (MPI_Offset)sizeof(area), area, MANY, MPI_INT, &status);
    PMPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_allocate(sizeof(area), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &pointer, &window);
    MPI_Win_allocate_shared(sizeof(area), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &pointer,
                            &shared);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    PMPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
    MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
    PMPI_Info_create(&hints);
    PMPI_Info_set(hints, "key", "value");
    PMPI_Buffer_attach(attached, sizeof(attached));
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &comm_key, NULL);
    PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &type_key, NULL);
    PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &win_key, NULL);
    PMPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &old_key, NULL);
    PMPI_Add_error_class(&error_class);
    PMPI_Add_error_code(error_class, &error_code);
}

static void free_all(void)
{
    void *buffer = NULL;
    int size = 0;
    PMPI_Buffer_detach(&buffer, &size);
    MPI_Type_free(&vector);
    MPI_Win_free(&dynamic);
    MPI_Win_free(&shared);
    MPI_Win_free(&window);
    MPI_File_close(&file);
    PMPI_Info_free(&hints);
    PMPI_Group_free(&peer);
    PMPI_Group_free(&group);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&distributed);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&ring);
#if MPI_VERSION >= 4
    PMPI_Group_free(&own_group);
    PMPI_Group_free(&peer_group);
    PMPI_Group_free(&session_group);
    PMPI_Session_finalize(&session);
#endif
}

/* A spawned process only says that it is there. */
static int be_child(void)
{
    MPI_Comm parent;
    PMPI_Comm_get_parent(&parent);
    PMPI_Comm_disconnect(&parent);
    PMPI_Finalize();
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (argc > 1 && strcmp(argv[1], "child") == 0) {
        return be_child();
    }
    program = argv[0];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    reset();
    make_communicators();
    make_objects(argv[1]);
    smoke_all();
    free_all();
    MPI_Finalize();
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
