/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes, communicators and hints of the plan as this MPI's. */
#include "plan/plan_error.h"
#include "run_mpi.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* --- datatypes ----------------------------------------------------------------------------------
 */

#define NAMED(X)                                                                                   \
    X(MPI_BYTE)                                                                                    \
    X(MPI_PACKED)                                                                                  \
    X(MPI_CHAR)                                                                                    \
    X(MPI_SIGNED_CHAR)                                                                             \
    X(MPI_UNSIGNED_CHAR)                                                                           \
    X(MPI_SHORT)                                                                                   \
    X(MPI_UNSIGNED_SHORT)                                                                          \
    X(MPI_INT)                                                                                     \
    X(MPI_UNSIGNED)                                                                                \
    X(MPI_LONG)                                                                                    \
    X(MPI_UNSIGNED_LONG)                                                                           \
    X(MPI_LONG_LONG_INT)                                                                           \
    X(MPI_LONG_LONG)                                                                               \
    X(MPI_UNSIGNED_LONG_LONG)                                                                      \
    X(MPI_FLOAT)                                                                                   \
    X(MPI_DOUBLE)                                                                                  \
    X(MPI_LONG_DOUBLE)                                                                             \
    X(MPI_WCHAR)                                                                                   \
    X(MPI_C_BOOL)                                                                                  \
    X(MPI_INT8_T)                                                                                  \
    X(MPI_INT16_T)                                                                                 \
    X(MPI_INT32_T)                                                                                 \
    X(MPI_INT64_T)                                                                                 \
    X(MPI_UINT8_T)                                                                                 \
    X(MPI_UINT16_T)                                                                                \
    X(MPI_UINT32_T)                                                                                \
    X(MPI_UINT64_T)                                                                                \
    X(MPI_AINT)                                                                                    \
    X(MPI_OFFSET)                                                                                  \
    X(MPI_COUNT)                                                                                   \
    X(MPI_C_COMPLEX)                                                                               \
    X(MPI_C_FLOAT_COMPLEX)                                                                         \
    X(MPI_C_DOUBLE_COMPLEX)                                                                        \
    X(MPI_C_LONG_DOUBLE_COMPLEX)                                                                   \
    X(MPI_FLOAT_INT)                                                                               \
    X(MPI_DOUBLE_INT)                                                                              \
    X(MPI_LONG_INT)                                                                                \
    X(MPI_2INT)                                                                                    \
    X(MPI_SHORT_INT)                                                                               \
    X(MPI_LONG_DOUBLE_INT)                                                                         \
    X(MPI_CHARACTER)                                                                               \
    X(MPI_LOGICAL)                                                                                 \
    X(MPI_INTEGER)                                                                                 \
    X(MPI_REAL)                                                                                    \
    X(MPI_DOUBLE_PRECISION)                                                                        \
    X(MPI_COMPLEX)                                                                                 \
    X(MPI_DOUBLE_COMPLEX)                                                                          \
    X(MPI_INTEGER1)                                                                                \
    X(MPI_INTEGER2)                                                                                \
    X(MPI_INTEGER4)                                                                                \
    X(MPI_INTEGER8)                                                                                \
    X(MPI_REAL4)                                                                                   \
    X(MPI_REAL8)                                                                                   \
    X(MPI_2INTEGER)                                                                                \
    X(MPI_2REAL)                                                                                   \
    X(MPI_2DOUBLE_PRECISION)

static MPI_Datatype find_named(const char *name)
{
#define COMPARE(type)                                                                              \
    if (strcmp(name, #type) == 0) {                                                                \
        return type;                                                                               \
    }
    NAMED(COMPARE)
#undef COMPARE
    return MPI_DATATYPE_NULL;
}

/* MPI's numbers for those of the plan. */
static int order_of(int64_t order)
{
    return order == 1 ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
}

static int distribution_of(int64_t kind)
{
    return kind == 0   ? MPI_DISTRIBUTE_BLOCK
           : kind == 1 ? MPI_DISTRIBUTE_CYCLIC
                       : MPI_DISTRIBUTE_NONE;
}

/* What a constructor takes, as its own types. */
struct parts {
    int *ints;
    MPI_Aint *addresses;
    MPI_Datatype *types;
};

static int construct_array(const struct plan_type_entry *type, const struct parts *p,
                           MPI_Datatype *made)
{
    int *const n = p->ints;
    if (type->combiner == (uint32_t)PLAN_COMBINER_SUBARRAY) {
        const ptrdiff_t dims = n[0];
        return MPI_Type_create_subarray(n[0], n + 1, n + 1 + dims, n + 1 + 2 * dims,
                                        order_of(n[1 + 3 * dims]), p->types[0], made);
    }
    const ptrdiff_t dims = n[2];
    for (ptrdiff_t i = 0; i < dims; i++) {
        n[3 + dims + i] = distribution_of(n[3 + dims + i]);
        n[3 + 2 * dims + i] =
            n[3 + 2 * dims + i] < 0 ? MPI_DISTRIBUTE_DFLT_DARG : n[3 + 2 * dims + i];
    }
    return MPI_Type_create_darray(n[0], n[1], n[2], n + 3, n + 3 + dims, n + 3 + 2 * dims,
                                  n + 3 + 3 * dims, order_of(n[3 + 4 * dims]), p->types[0], made);
}

static int construct(const struct plan_type_entry *type, const struct parts *p, MPI_Datatype *made)
{
    int *const n = p->ints;
    MPI_Aint *const a = p->addresses;
    switch ((enum plan_combiner)type->combiner) {
    case PLAN_COMBINER_DUP:
        return MPI_Type_dup(p->types[0], made);
    case PLAN_COMBINER_CONTIGUOUS:
        return MPI_Type_contiguous(n[0], p->types[0], made);
    case PLAN_COMBINER_VECTOR:
        return MPI_Type_vector(n[0], n[1], n[2], p->types[0], made);
    case PLAN_COMBINER_HVECTOR:
        return MPI_Type_create_hvector(n[0], n[1], a[0], p->types[0], made);
    case PLAN_COMBINER_INDEXED:
        return MPI_Type_indexed(n[0], n + 1, n + 1 + n[0], p->types[0], made);
    case PLAN_COMBINER_HINDEXED:
        return MPI_Type_create_hindexed(n[0], n + 1, a, p->types[0], made);
    case PLAN_COMBINER_INDEXED_BLOCK:
        return MPI_Type_create_indexed_block(n[0], n[1], n + 2, p->types[0], made);
    case PLAN_COMBINER_HINDEXED_BLOCK:
        return MPI_Type_create_hindexed_block(n[0], n[1], a, p->types[0], made);
    case PLAN_COMBINER_STRUCT:
        return MPI_Type_create_struct(n[0], n + 1, a, p->types, made);
    case PLAN_COMBINER_RESIZED:
        return MPI_Type_create_resized(p->types[0], a[0], a[1], made);
    case PLAN_COMBINER_SUBARRAY:
    case PLAN_COMBINER_DARRAY:
        return construct_array(type, p, made);
    case PLAN_COMBINER_NAMED:
    case PLAN_COMBINER_COUNT:
        break;
    }
    return MPI_ERR_TYPE;
}

/* MPI_DATATYPE_NULL where this MPI can't make it; an error where somebody uses it. */
static MPI_Datatype make_type(const struct run *run, uint32_t i)
{
    const struct plan_type_entry *type = plan_file_type(&run->plan, i);
    if (type->combiner == (uint32_t)PLAN_COMBINER_NAMED) {
        return find_named(plan_file_text(&run->plan, type->name));
    }
    const int64_t *numbers = plan_file_numbers(&run->plan, type->first_number);
    MPI_Datatype made = MPI_DATATYPE_NULL;
    bool ok = true;
    struct parts p = {
        .ints = g_new0(int, type->integer_count + 1),
        .addresses = g_new0(MPI_Aint, type->address_count + 1),
        .types = g_new0(MPI_Datatype, type->type_count + 1),
    };
    for (uint32_t n = 0; n < type->integer_count; n++) {
        ok = ok && numbers[n] >= INT_MIN && numbers[n] <= INT_MAX;
        p.ints[n] = (int)numbers[n];
    }
    numbers += type->integer_count;
    for (uint32_t n = 0; n < type->address_count; n++) {
        p.addresses[n] = (MPI_Aint)numbers[n];
    }
    numbers += type->address_count;
    for (uint32_t n = 0; n < type->type_count; n++) {
        p.types[n] = run->mpi->types[numbers[n]].handle;
        ok = ok && p.types[n] != MPI_DATATYPE_NULL;
    }
    if (ok &&
        (construct(type, &p, &made) != MPI_SUCCESS || MPI_Type_commit(&made) != MPI_SUCCESS)) {
        made = MPI_DATATYPE_NULL;
    }
    g_free(p.ints);
    g_free(p.addresses);
    g_free(p.types);
    return made;
}

static void make_types(struct run *run)
{
    const uint32_t count = (uint32_t)run->plan.head->types.count;
    run->mpi->types = g_new0(struct run_type, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        struct run_type *type = &run->mpi->types[i];
        MPI_Aint lower = 0;
        MPI_Aint extent = 0;
        type->handle = make_type(run, i);
        if (type->handle != MPI_DATATYPE_NULL) {
            (void)MPI_Type_size_x(type->handle, &type->size);
            (void)MPI_Type_get_extent(type->handle, &lower, &type->extent);
            (void)MPI_Type_get_true_extent(type->handle, &lower, &extent);
            type->lower = lower;
            type->upper = lower + extent;
        }
    }
}

/* --- communicators ------------------------------------------------------------------------------
 */

static int make_communicator(const struct run *run, uint32_t i)
{
    const struct plan_communicator_entry *one = plan_file_communicator(&run->plan, i);
    const int64_t *members = plan_file_numbers(&run->plan, one->first_number);
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    int *ranks = g_new0(int, one->member_count + 1);
    bool is_member = false;
    int result = MPI_SUCCESS;
    for (uint32_t m = 0; m < one->member_count; m++) {
        ranks[m] = (int)members[m];
        is_member = is_member || ranks[m] == run->rank;
    }
    if (is_member) {
        result = MPI_Comm_group(MPI_COMM_WORLD, &world);
        if (result == MPI_SUCCESS) {
            result = MPI_Group_incl(world, (int)one->member_count, ranks, &group);
        }
        if (result == MPI_SUCCESS) {
            result = MPI_Comm_create_group(MPI_COMM_WORLD, group, (int)(i % 1024),
                                           &run->mpi->communicators[i]);
            (void)MPI_Group_free(&group);
        }
        (void)MPI_Group_free(&world);
    }
    g_free(ranks);
    return result;
}

/* Those that some call of any rank names: an MPI has few. Every rank finds the same ones. */
static bool *find_used(const struct run *run)
{
    bool *used = g_new0(bool, run->plan.head->communicators.count + 1);
    for (uint32_t s = 0; s < run->plan.head->strands.count; s++) {
        const struct plan_strand_entry *strand = plan_file_strand(&run->plan, s);
        const struct plan_cell *cell = plan_file_cells(&run->plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        for (; cell < end; cell += 1 + cell->more) {
            if (cell->communicator != PLAN_FILE_NOTHING) {
                used[cell->communicator] = true;
            }
        }
    }
    return used;
}

/* A rank that fails ends all, as the other members wait for it. */
static void make_communicators(struct run *run)
{
    const uint32_t count = (uint32_t)run->plan.head->communicators.count;
    bool *used = find_used(run);
    run->mpi->communicators = g_new(MPI_Comm, count + 1);
    for (uint32_t i = 0; i <= count; i++) {
        run->mpi->communicators[i] = MPI_COMM_NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (used[i] && make_communicator(run, i) != MPI_SUCCESS) {
            (void)fprintf(stderr, "hdreplay: rank %d: communicator %u of the plan can't be made\n",
                          run->rank, i);
            (void)fflush(stderr);
            (void)MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    g_free(used);
}

/* --- all ----------------------------------------------------------------------------------------
 */

gboolean run_make_objects(struct run *run, GError **error)
{
    make_types(run);
    make_communicators(run);
    return run_make_hints(run, error);
}

void run_free_objects(struct run *run)
{
    for (uint32_t i = 0; i < run->plan.head->communicators.count; i++) {
        if (run->mpi->communicators[i] != MPI_COMM_NULL) {
            (void)MPI_Comm_free(&run->mpi->communicators[i]);
        }
    }
    run_free_hints(run);
    for (uint32_t i = 0; i < run->plan.head->types.count; i++) {
        if (plan_file_type(&run->plan, i)->combiner != (uint32_t)PLAN_COMBINER_NAMED &&
            run->mpi->types[i].handle != MPI_DATATYPE_NULL) {
            (void)MPI_Type_free(&run->mpi->types[i].handle);
        }
    }
    g_clear_pointer(&run->mpi->types, g_free);
    g_clear_pointer(&run->mpi->communicators, g_free);
}

static gboolean check_type(const struct run *run, uint32_t type, GError **error)
{
    return run->mpi->types[type].handle != MPI_DATATYPE_NULL ||
           plan_fail(error, "datatype %u of the plan (%s) can't be made with this MPI", type,
                     plan_file_text(&run->plan, plan_file_type(&run->plan, type)->name));
}

static gboolean check_transfer(const struct run *run, const struct plan_cell *cell, size_t *bytes,
                               GError **error)
{
    const struct run_type *type = &run->mpi->types[cell->type];
    if (!check_type(run, cell->type, error)) {
        return FALSE;
    }
    if (cell->count > INT_MAX) {
        return plan_fail(error, "call %" G_GUINT64_FORMAT " moves more than 2^31 elements",
                         cell->index);
    }
    if (cell->bytes >= 0 && (int64_t)type->size * cell->count != cell->bytes) {
        return plan_fail(error,
                         "call %" G_GUINT64_FORMAT " moved %" G_GINT64_FORMAT
                         " bytes, its datatype here has %" G_GINT64_FORMAT,
                         cell->index, cell->bytes, (int64_t)type->size * cell->count);
    }
    *bytes = MAX(*bytes, (size_t)MAX(cell->bytes, 0)); /* what is written is made in one piece */
    const int64_t stride = type->extent < 0 ? -type->extent : type->extent;
    if (cell->count > 0) {
        *bytes = MAX(*bytes, (size_t)(type->upper - type->lower + (cell->count - 1) * stride));
    }
    return TRUE;
}

/* Room that a message or collective needs, at each end. */
static size_t message_bytes(const struct run *run, const struct plan_cell *cell)
{
    const size_t members = plan_file_communicator(&run->plan, cell->communicator)->member_count;
    const bool is_shared = cell->call == PLAN_CALL_GATHER || cell->call == PLAN_CALL_SCATTER ||
                           cell->call == PLAN_CALL_ALLGATHER || cell->call == PLAN_CALL_ALLTOALL ||
                           cell->call == PLAN_CALL_REDUCE_SCATTER_BLOCK;
    return (size_t)MAX(MAX(cell->count, cell->count_in), 1) * (is_shared ? members : 1);
}

gboolean run_check_strand(const struct run *run, const struct plan_strand_entry *strand,
                          size_t *buffer_bytes, GError **error)
{
    const struct plan_cell *cell = plan_file_cells(&run->plan, strand);
    const struct plan_cell *const end = cell + strand->cell_count;
    size_t bytes =
        MAX((size_t)strand->buffer_bytes + (size_t)run->size, run_posix_bytes(run, strand));
    for (; cell < end; cell += 1 + cell->more) {
        gboolean ok = TRUE;
        if (cell->call <= PLAN_CALL_FILE_IWRITE_SHARED) {
            ok = check_transfer(run, cell, &bytes, error);
        } else if (cell->call == PLAN_CALL_FILE_SET_VIEW) {
            ok = check_type(run, cell->type, error) &&
                 check_type(run, (uint32_t)plan_file_more(cell)[PLAN_VIEW_FILETYPE], error);
        } else if (cell->communicator != PLAN_FILE_NOTHING) {
            if (run->mpi->communicators[cell->communicator] == MPI_COMM_NULL) {
                ok = plan_fail(error,
                               "call %" G_GUINT64_FORMAT
                               " is on a communicator whose members the plan does not know",
                               cell->index);
            } else if (cell->count > INT_MAX || cell->count_in > INT_MAX) {
                ok = plan_fail(error, "call %" G_GUINT64_FORMAT " sends more than 2^31 bytes",
                               cell->index);
            } else {
                bytes = MAX(bytes, message_bytes(run, cell));
            }
        }
        if (!ok) {
            return FALSE;
        }
    }
    *buffer_bytes = bytes;
    return TRUE;
}
