/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What datatypes span, and where they have their bytes. */
#include "plan_tables.h"

#include <string.h>

enum { ORDER_C, ORDER_FORTRAN }; /* numbers of the file: doc/plan.md */

/* Sizes of MPI's named types where they are the same for all ABIs of 64 bit. */
static const struct {
    const char *name;
    int bytes;
} named[] = {
    {"MPI_BYTE", 1},
    {"MPI_PACKED", 1},
    {"MPI_CHAR", 1},
    {"MPI_SIGNED_CHAR", 1},
    {"MPI_UNSIGNED_CHAR", 1},
    {"MPI_CHARACTER", 1},
    {"MPI_INT8_T", 1},
    {"MPI_UINT8_T", 1},
    {"MPI_INTEGER1", 1},
    {"MPI_C_BOOL", 1},
    {"MPI_CXX_BOOL", 1},
    {"MPI_SHORT", 2},
    {"MPI_UNSIGNED_SHORT", 2},
    {"MPI_INT16_T", 2},
    {"MPI_UINT16_T", 2},
    {"MPI_INTEGER2", 2},
    {"MPI_INT", 4},
    {"MPI_UNSIGNED", 4},
    {"MPI_FLOAT", 4},
    {"MPI_INTEGER", 4},
    {"MPI_REAL", 4},
    {"MPI_LOGICAL", 4},
    {"MPI_INT32_T", 4},
    {"MPI_UINT32_T", 4},
    {"MPI_INTEGER4", 4},
    {"MPI_REAL4", 4},
    {"MPI_WCHAR", 4},
    {"MPI_LONG", 8},
    {"MPI_UNSIGNED_LONG", 8},
    {"MPI_LONG_LONG", 8},
    {"MPI_LONG_LONG_INT", 8},
    {"MPI_UNSIGNED_LONG_LONG", 8},
    {"MPI_DOUBLE", 8},
    {"MPI_DOUBLE_PRECISION", 8},
    {"MPI_INT64_T", 8},
    {"MPI_UINT64_T", 8},
    {"MPI_INTEGER8", 8},
    {"MPI_REAL8", 8},
    {"MPI_COMPLEX", 8},
    {"MPI_COMPLEX8", 8},
    {"MPI_C_FLOAT_COMPLEX", 8},
    {"MPI_C_COMPLEX", 8},
    {"MPI_CXX_FLOAT_COMPLEX", 8},
    {"MPI_AINT", 8},
    {"MPI_OFFSET", 8},
    {"MPI_COUNT", 8},
    {"MPI_2INT", 8},
    {"MPI_2INTEGER", 8},
    {"MPI_2REAL", 8},
    {"MPI_DOUBLE_COMPLEX", 16},
    {"MPI_C_DOUBLE_COMPLEX", 16},
    {"MPI_CXX_DOUBLE_COMPLEX", 16},
    {"MPI_COMPLEX16", 16},
    {"MPI_LONG_DOUBLE", 16},
    {"MPI_2DOUBLE_PRECISION", 16},
};

int plan_types_named_bytes(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(named); i++) {
        if (strcmp(named[i].name, name) == 0) {
            return named[i].bytes;
        }
    }
    return -1;
}

const struct plan_span *plan_types_span(const struct plan_tables *tables, uint32_t type)
{
    return &g_array_index(tables->spans, struct plan_span, type);
}

/* One run of a type: `count` of `old` from `at` on. */
struct run {
    int64_t at;
    int64_t count;
    uint32_t old;
};

/* A type as so many runs, but SUBARRAY and DARRAY. */
static struct run run_of(const struct plan_tables *tables, const struct plan_type_entry *type,
                         int64_t i)
{
    const int64_t *n = &g_array_index(tables->numbers, int64_t, type->first_number);
    const int64_t *a = n + type->integer_count;
    const int64_t *t = a + type->address_count;
    const uint32_t old = (uint32_t)t[type->combiner == (uint32_t)PLAN_COMBINER_STRUCT ? i : 0];
    const struct plan_span *span = plan_types_span(tables, old);
    const int64_t extent = span->upper - span->lower;
    switch ((enum plan_combiner)type->combiner) {
    case PLAN_COMBINER_CONTIGUOUS:
        return (struct run){0, n[0], old};
    case PLAN_COMBINER_VECTOR:
        return (struct run){i * n[2] * extent, n[1], old};
    case PLAN_COMBINER_HVECTOR:
        return (struct run){i * a[0], n[1], old};
    case PLAN_COMBINER_INDEXED:
        return (struct run){n[1 + n[0] + i] * extent, n[1 + i], old};
    case PLAN_COMBINER_INDEXED_BLOCK:
        return (struct run){n[2 + i] * extent, n[1], old};
    case PLAN_COMBINER_HINDEXED_BLOCK:
        return (struct run){a[i], n[1], old};
    case PLAN_COMBINER_HINDEXED:
    case PLAN_COMBINER_STRUCT:
        return (struct run){a[i], n[1 + i], old};
    case PLAN_COMBINER_NAMED:
    case PLAN_COMBINER_DUP:
    case PLAN_COMBINER_RESIZED:
    case PLAN_COMBINER_SUBARRAY:
    case PLAN_COMBINER_DARRAY:
    case PLAN_COMBINER_COUNT:
        break;
    }
    return (struct run){0, 1, old};
}

static int64_t run_count(const struct plan_tables *tables, const struct plan_type_entry *type)
{
    switch ((enum plan_combiner)type->combiner) {
    case PLAN_COMBINER_VECTOR:
    case PLAN_COMBINER_HVECTOR:
    case PLAN_COMBINER_INDEXED:
    case PLAN_COMBINER_HINDEXED:
    case PLAN_COMBINER_INDEXED_BLOCK:
    case PLAN_COMBINER_HINDEXED_BLOCK:
    case PLAN_COMBINER_STRUCT:
        return g_array_index(tables->numbers, int64_t, type->first_number);
    case PLAN_COMBINER_CONTIGUOUS:
    case PLAN_COMBINER_DUP:
    case PLAN_COMBINER_RESIZED:
        return 1;
    case PLAN_COMBINER_NAMED:
    case PLAN_COMBINER_SUBARRAY:
    case PLAN_COMBINER_DARRAY:
    case PLAN_COMBINER_COUNT:
        break;
    }
    return 0;
}

static struct plan_span span_of_runs(const struct plan_tables *tables,
                                     const struct plan_type_entry *type)
{
    struct plan_span all = {0, 0, 0};
    bool is_first = true;
    const int64_t count = run_count(tables, type);
    for (int64_t i = 0; i < count; i++) {
        const struct run run = run_of(tables, type, i);
        const struct plan_span *old = plan_types_span(tables, run.old);
        if (run.count <= 0) {
            continue;
        }
        if (old->size < 0) {
            return (struct plan_span){-1, 0, 0};
        }
        const int64_t lower = run.at + old->lower;
        const int64_t upper = run.at + old->upper + (run.count - 1) * (old->upper - old->lower);
        all.size += run.count * old->size;
        all.lower = is_first ? lower : MIN(all.lower, lower);
        all.upper = is_first ? upper : MAX(all.upper, upper);
        is_first = false;
    }
    return all;
}

static struct plan_span span_of_array(const struct plan_tables *tables,
                                      const struct plan_type_entry *type)
{
    const int64_t *n = &g_array_index(tables->numbers, int64_t, type->first_number);
    const struct plan_span *old = plan_types_span(tables, (uint32_t)n[type->integer_count]);
    const bool is_part = type->combiner == (uint32_t)PLAN_COMBINER_SUBARRAY;
    const int64_t dims = is_part ? n[0] : n[2];
    int64_t whole = 1;
    int64_t part = 1;
    for (int64_t i = 0; i < dims; i++) {
        whole *= is_part ? n[1 + i] : n[3 + i];
        part *= is_part ? n[1 + dims + i] : 1;
    }
    const int64_t extent = old->upper - old->lower;
    if (old->size < 0) {
        return *old;
    }
    return (struct plan_span){is_part ? part * old->size : -1, 0, whole * extent};
}

struct plan_span plan_types_measure(const struct plan_tables *tables,
                                    const struct plan_type_entry *type, const char *name)
{
    struct plan_span span = {-1, 0, 0};
    switch ((enum plan_combiner)type->combiner) {
    case PLAN_COMBINER_NAMED:
        span.size = plan_types_named_bytes(name);
        span.upper = MAX(span.size, 0);
        return span;
    case PLAN_COMBINER_SUBARRAY:
    case PLAN_COMBINER_DARRAY:
        return span_of_array(tables, type);
    case PLAN_COMBINER_RESIZED: {
        const int64_t *a =
            &g_array_index(tables->numbers, int64_t, type->first_number + type->integer_count);
        span = span_of_runs(tables, type);
        return (struct plan_span){span.size, a[0], a[0] + a[1]};
    }
    case PLAN_COMBINER_DUP:
    case PLAN_COMBINER_CONTIGUOUS:
    case PLAN_COMBINER_VECTOR:
    case PLAN_COMBINER_HVECTOR:
    case PLAN_COMBINER_INDEXED:
    case PLAN_COMBINER_HINDEXED:
    case PLAN_COMBINER_INDEXED_BLOCK:
    case PLAN_COMBINER_HINDEXED_BLOCK:
    case PLAN_COMBINER_STRUCT:
    case PLAN_COMBINER_COUNT:
        break;
    }
    return span_of_runs(tables, type);
}

/* The place of an element in a part of an array, both counted in the array's order. */
static int64_t place_in_array(const int64_t *n, int64_t element)
{
    const int64_t dims = n[0];
    const bool is_fortran = n[1 + 3 * dims] == ORDER_FORTRAN;
    int64_t place = 0;
    int64_t stride = 1;
    for (int64_t i = 0; i < dims; i++) {
        const int64_t d = is_fortran ? i : dims - 1 - i; /* the fastest one first */
        const int64_t part = MAX(n[1 + dims + d], 1);
        place += stride * (n[1 + 2 * dims + d] + element % part);
        element /= part;
        stride *= n[1 + d];
    }
    return place;
}

int64_t plan_types_place(const struct plan_tables *tables, uint32_t index, int64_t byte)
{
    const struct plan_type_entry *type =
        &g_array_index(tables->types, struct plan_type_entry, index);
    if (type->combiner == (uint32_t)PLAN_COMBINER_NAMED) {
        return byte;
    }
    if (type->combiner == (uint32_t)PLAN_COMBINER_SUBARRAY) {
        const int64_t *n = &g_array_index(tables->numbers, int64_t, type->first_number);
        const uint32_t old = (uint32_t)n[type->integer_count];
        const struct plan_span *span = plan_types_span(tables, old);
        return span->size <= 0
                   ? 0
                   : place_in_array(n, byte / span->size) * (span->upper - span->lower) +
                         plan_types_place(tables, old, byte % span->size);
    }
    const int64_t count = run_count(tables, type);
    for (int64_t i = 0; i < count; i++) {
        const struct run run = run_of(tables, type, i);
        const struct plan_span *old = plan_types_span(tables, run.old);
        const int64_t bytes = MAX(run.count, 0) * MAX(old->size, 0);
        if (byte < bytes) {
            return run.at + byte / old->size * (old->upper - old->lower) +
                   plan_types_place(tables, run.old, byte % old->size);
        }
        byte -= bytes;
    }
    return plan_types_span(tables, index)->upper - 1;
}
