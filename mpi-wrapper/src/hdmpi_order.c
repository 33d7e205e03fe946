/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_order.h"

#include "hdmpi_record.h"

/* Tags that every MPI has, behind those of the clock and the project. */
enum { FIRST_TAG = 16, LAST_TAG = 32767, NUMBER_BITS = 32 };

/* What one process tells the next one. */
enum { NUMBER, POSITION, ETYPE_BYTES, WORD_COUNT };

static atomic_uint last_number;

static int tag_of(int number)
{
    return FIRST_TAG + number % (LAST_TAG - FIRST_TAG + 1);
}

/* From 1 on; 0 stands for a process that stays outside. */
static int next_number(void)
{
    return (int)(atomic_fetch_add(&last_number, 1) % INT32_MAX) + 1;
}

/* Ranks in MPI_COMM_WORLD of the members around this one. */
static void find_neighbours(MPI_Comm comm, int size, hd__file_order *order)
{
    const int inside[2] = {order->rank == 0 ? MPI_PROC_NULL : order->rank - 1,
                           order->rank == size - 1 ? MPI_PROC_NULL : order->rank + 1};
    int outside[2] = {MPI_PROC_NULL, MPI_PROC_NULL};
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group world = MPI_GROUP_NULL;
    if (PMPI_Comm_group(comm, &group) == MPI_SUCCESS &&
        PMPI_Comm_group(hd__run.comm, &world) == MPI_SUCCESS) {
        PMPI_Group_translate_ranks(group, 2, inside, world, outside);
        PMPI_Group_free(&world);
    }
    if (group != MPI_GROUP_NULL) {
        PMPI_Group_free(&group);
    }
    order->previous = outside[0];
    order->next = outside[1];
}

hd__file_order hd__order_agree(MPI_Comm comm, bool can_note)
{
    int size = 0;
    hd__file_order order = HD__NO_ORDER;
    if (PMPI_Comm_rank(comm, &order.rank) != MPI_SUCCESS ||
        PMPI_Comm_size(comm, &size) != MPI_SUCCESS || size == 1 || hd__run.is_alone ||
        hd__comm_spans_worlds(comm)) {
        return order;
    }
    order.own_number = can_note ? next_number() : 0;
    /* The highest of those before is the previous one's, since its rank stands in front. */
    const int64_t own = (int64_t)order.rank << NUMBER_BITS | order.own_number;
    int64_t before = 0;
    if (PMPI_Exscan(&own, &before, 1, MPI_INT64_T, MPI_MAX, comm) != MPI_SUCCESS) {
        return order;
    }
    find_neighbours(comm, size, &order);
    order.number_of_previous = order.rank == 0 ? 0 : (int)(before & INT32_MAX);
    return order;
}

/* Predefined types are not ours to free. */
static void release_type(MPI_Datatype *type)
{
    int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
    if (PMPI_Type_get_envelope(*type, &integers, &addresses, &types, &combiner) == MPI_SUCCESS &&
        combiner != MPI_COMBINER_NAMED && combiner != MPI_COMBINER_F90_REAL &&
        combiner != MPI_COMBINER_F90_COMPLEX && combiner != MPI_COMBINER_F90_INTEGER) {
        PMPI_Type_free(type);
    }
}

static int64_t ask_etype_bytes(MPI_File handle)
{
    MPI_Offset from = 0;
    MPI_Count bytes = -1;
    MPI_Datatype etype = MPI_DATATYPE_NULL;
    MPI_Datatype filetype = MPI_DATATYPE_NULL;
    char representation[MPI_MAX_DATAREP_STRING] = "";
    if (PMPI_File_get_view(handle, &from, &etype, &filetype, representation) != MPI_SUCCESS) {
        return -1;
    }
    PMPI_Type_size_x(etype, &bytes);
    release_type(&etype);
    release_type(&filetype);
    return bytes;
}

/* The question must not call the program's error handler. With several threads another one's error
 * might get lost meanwhile, which is worse. */
static bool quieten(MPI_File handle, MPI_Errhandler *before)
{
    return !hd__threads_are_several() && PMPI_File_get_errhandler(handle, before) == MPI_SUCCESS &&
           *before != MPI_ERRORS_RETURN &&
           PMPI_File_set_errhandler(handle, MPI_ERRORS_RETURN) == MPI_SUCCESS;
}

static void restore(MPI_File handle, MPI_Errhandler before)
{
    PMPI_File_set_errhandler(handle, before);
    if (before != MPI_ERRORS_ARE_FATAL) {
        PMPI_Errhandler_free(&before);
    }
}

static void ask(MPI_File handle, hd__turn *turn)
{
    MPI_Errhandler before = MPI_ERRHANDLER_NULL;
    const bool is_quiet = quieten(handle, &before);
    if (PMPI_File_get_position_shared(handle, &turn->position) != MPI_SUCCESS ||
        (turn->etype_bytes = ask_etype_bytes(handle)) <= 0) {
        turn->position = HD__NO_OFFSET;
    }
    if (is_quiet) {
        restore(handle, before);
    }
}

/* MPI is not asked about a type that it may not know: the call itself will say so. Processes that
 * record nothing keep no types. */
static int64_t amount(bool keeps_types, int64_t count, MPI_Datatype handle)
{
    MPI_Count bytes = -1;
    int64_t product = -1;
    const hd__type *const type = keeps_types ? hd__type_get_known(handle) : NULL;
    if (type != NULL) {
        bytes = type->size_bytes;
    } else if (!keeps_types && handle != MPI_DATATYPE_NULL) {
        PMPI_Type_size_x(handle, &bytes);
    }
    return bytes < 0 || count < 0 || __builtin_mul_overflow(count, bytes, &product) ? -1 : product;
}

static hd__turn begin_turn(const hd__file *file, bool keeps_types, MPI_File handle, int64_t count,
                           MPI_Datatype type)
{
    hd__turn turn = {.order = HD__NO_ORDER, .position = HD__NO_OFFSET};
    if (file != NULL) {
        turn.order = file->order;
        turn.bytes = amount(keeps_types, count, type);
        if (turn.order.rank == 0 && !file->is_sequential) {
            ask(handle, &turn);
        }
    }
    return turn;
}

hd__turn hd__before_turn(hd__call *call, MPI_File handle, int64_t count, MPI_Datatype type)
{
    return begin_turn(hd__seen_file(call, handle), true, handle, count, type);
}

MPI_Offset hd__take_turn(const hd__turn *turn)
{
    const hd__file_order *const order = &turn->order;
    int64_t word[WORD_COUNT] = {0, turn->position, turn->etype_bytes};
    if (order->number_of_previous != 0 &&
        (PMPI_Recv(word, WORD_COUNT, MPI_INT64_T, order->previous,
                   tag_of(order->number_of_previous), hd__run.comm,
                   MPI_STATUS_IGNORE) != MPI_SUCCESS ||
         word[NUMBER] != order->number_of_previous)) {
        word[POSITION] = HD__NO_OFFSET;
    }
    const int64_t start = word[POSITION];
    if (order->next != MPI_PROC_NULL && order->own_number != 0) {
        word[NUMBER] = order->own_number;
        word[POSITION] =
            start < 0 || turn->bytes < 0 ? HD__NO_OFFSET : start + turn->bytes / word[ETYPE_BYTES];
        PMPI_Send(word, WORD_COUNT, MPI_INT64_T, order->next, tag_of(order->own_number),
                  hd__run.comm);
    }
    return start;
}

void hd__take_turn_unrecorded(MPI_File handle, int64_t count, MPI_Datatype type)
{
    const int state = atomic_load(&hd__run.state);
    if (state == HD__ACTIVE || state == HD__MUTE) {
        const hd__turn turn =
            begin_turn(hd__file_get(handle), state == HD__ACTIVE, handle, count, type);
        (void)hd__take_turn(&turn);
    }
}
