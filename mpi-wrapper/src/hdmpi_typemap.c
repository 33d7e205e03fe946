/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a datatype was made, as a line of the fragment (FORMATS B 1.2, B 3.4). */
#include "hdmpi_ids.h"

#include <stdio.h>
#include <stdlib.h>

/* As MPI tells them, also of types made by large-count functions: those have most of their numbers
 * in `large`. */
typedef struct contents {
    MPI_Count integer_count, address_count, large_count, type_count;
    int combiner;
    int *integers;
    MPI_Aint *addresses;
    MPI_Count *large;
    MPI_Datatype *types;
    int *type_ids;
} contents;

/* Open MPI hides the combiners of Fortran's old constructors; their values are still in use. */
#if defined(OPEN_MPI) && !OMPI_ENABLE_MPI1_COMPAT
enum {
    MPI_COMBINER_HVECTOR_INTEGER = OMPI_WAS_MPI_COMBINER_HVECTOR_INTEGER,
    MPI_COMBINER_HINDEXED_INTEGER = OMPI_WAS_MPI_COMBINER_HINDEXED_INTEGER,
    MPI_COMBINER_STRUCT_INTEGER = OMPI_WAS_MPI_COMBINER_STRUCT_INTEGER
};
#endif

/* Version 14 would indent every row deeper than the one before. */
/* clang-format off */
#define COMBINERS(X) \
    X(NAMED) X(DUP) X(CONTIGUOUS) X(VECTOR) X(HVECTOR_INTEGER) X(HVECTOR) X(INDEXED) \
    X(HINDEXED_INTEGER) X(HINDEXED) X(INDEXED_BLOCK) X(HINDEXED_BLOCK) X(STRUCT_INTEGER) \
    X(STRUCT) X(SUBARRAY) X(DARRAY) X(F90_REAL) X(F90_COMPLEX) X(F90_INTEGER) X(RESIZED)
/* clang-format on */

static const char *combiner_name(int combiner)
{
    static const struct {
        int combiner;
        const char *name;
    } names[] = {
#define COMBINER_NAME(name) {MPI_COMBINER_##name, "MPI_COMBINER_" #name},
        COMBINERS(COMBINER_NAME)
#undef COMBINER_NAME
    };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (names[i].combiner == combiner) {
            return names[i].name;
        }
    }
    return "MPI_COMBINER_UNKNOWN";
}

static void *array(MPI_Count count, size_t size)
{
    return calloc((size_t)count + 1, size);
}

/* Large counts are of MPI 4: before it a type has none. */
#if MPI_VERSION >= 4
static bool get_envelope(MPI_Datatype type, contents *parts)
{
    return PMPI_Type_get_envelope_c(type, &parts->integer_count, &parts->address_count,
                                    &parts->large_count, &parts->type_count,
                                    &parts->combiner) == MPI_SUCCESS;
}

static bool get_contents(MPI_Datatype type, contents *parts)
{
    return PMPI_Type_get_contents_c(type, parts->integer_count, parts->address_count,
                                    parts->large_count, parts->type_count, parts->integers,
                                    parts->addresses, parts->large, parts->types) == MPI_SUCCESS;
}
#else
static bool get_envelope(MPI_Datatype type, contents *parts)
{
    int integer_count = 0;
    int address_count = 0;
    int type_count = 0;
    if (PMPI_Type_get_envelope(type, &integer_count, &address_count, &type_count,
                               &parts->combiner) != MPI_SUCCESS) {
        return false;
    }
    parts->integer_count = integer_count;
    parts->address_count = address_count;
    parts->large_count = 0;
    parts->type_count = type_count;
    return true;
}

static bool get_contents(MPI_Datatype type, contents *parts)
{
    return PMPI_Type_get_contents(type, (int)parts->integer_count, (int)parts->address_count,
                                  (int)parts->type_count, parts->integers, parts->addresses,
                                  parts->types) == MPI_SUCCESS;
}
#endif

static bool is_builtin(MPI_Datatype type)
{
    contents parts;
    return !get_envelope(type, &parts) || parts.combiner == MPI_COMBINER_NAMED ||
           parts.combiner == MPI_COMBINER_F90_REAL || parts.combiner == MPI_COMBINER_F90_COMPLEX ||
           parts.combiner == MPI_COMBINER_F90_INTEGER;
}

static bool decode(MPI_Datatype type, contents *parts)
{
    if (!get_envelope(type, parts)) {
        return false;
    }
    if (parts->combiner == MPI_COMBINER_NAMED) {
        return true;
    }
    parts->integers = array(parts->integer_count, sizeof(*parts->integers));
    parts->addresses = array(parts->address_count, sizeof(*parts->addresses));
    parts->large = array(parts->large_count, sizeof(*parts->large));
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a datatype is a pointer in some MPI libraries */
    parts->types = array(parts->type_count, sizeof(*parts->types));
    parts->type_ids = array(parts->type_count, sizeof(*parts->type_ids));
    return parts->integers != NULL && parts->addresses != NULL && parts->large != NULL &&
           parts->types != NULL && parts->type_ids != NULL && get_contents(type, parts);
}

/* Components come on earlier lines; MPI handed out references to them, which are given back. */
static void describe_components(contents *parts)
{
    for (MPI_Count i = 0; i < parts->type_count; i++) {
        parts->type_ids[i] = hd__type_component_id(parts->types[i]);
    }
    for (MPI_Count i = 0; i < parts->type_count; i++) {
        if (!is_builtin(parts->types[i])) {
            PMPI_Type_free(&parts->types[i]);
        }
    }
}

/* How many of the large counts, at their end, are addresses of the plain function. */
static MPI_Count large_address_count(const contents *parts)
{
    if (parts->large_count == 0) {
        return 0;
    }
    switch (parts->combiner) {
    case MPI_COMBINER_HVECTOR:
        return 1;
    case MPI_COMBINER_RESIZED:
        return 2;
    case MPI_COMBINER_HINDEXED:
    case MPI_COMBINER_HINDEXED_BLOCK:
    case MPI_COMBINER_STRUCT:
        return parts->large[0];
    default:
        return 0;
    }
}

/* Before which integer the large counts stand in the plain function's list. */
static MPI_Count large_place(const contents *parts)
{
    return parts->combiner == MPI_COMBINER_SUBARRAY ? 1
           : parts->combiner == MPI_COMBINER_DARRAY ? 3
                                                    : 0;
}

/* The list of integers as the plain function's. */
static void add_integer(hd__text *text, const void *values, size_t index)
{
    const contents *const parts = values;
    const MPI_Count at = (MPI_Count)index;
    const MPI_Count place = large_place(parts);
    const MPI_Count large_count = parts->large_count - large_address_count(parts);
    hd__text_add_int(text, at < place                 ? parts->integers[at]
                           : at < place + large_count ? parts->large[at - place]
                                                      : parts->integers[at - large_count]);
    hd__text_add_string(text, ";");
}

static void add_address(hd__text *text, const void *values, size_t index)
{
    const contents *const parts = values;
    const MPI_Count at = (MPI_Count)index - parts->address_count;
    const MPI_Count first = parts->large_count - large_address_count(parts);
    hd__text_add_int(text, at < 0 ? parts->addresses[index] : parts->large[first + at]);
    hd__text_add_string(text, ";");
}

static void add_type(hd__text *text, const void *values, size_t index)
{
    hd__text_add_int(text, ((const contents *)values)->type_ids[index]);
    hd__text_add_string(text, ";");
}

static void write_line(MPI_Datatype type, int id, const contents *parts)
{
    hd__line line = {0};
    char name[MPI_MAX_OBJECT_NAME] = "";
    int length = 0;
    PMPI_Type_get_name(type, name, &length);
    (void)snprintf(line.again, sizeof(line.again), "Type id='%d'", id);
    hd__text_add_string(&line.text, line.again);
    hd__text_add_string(&line.text, " combiner='");
    hd__text_add_string(&line.text, combiner_name(parts->combiner));
    hd__text_add_string(&line.text, "' name='");
    hd__text_add_escaped(&line.text, name);
    hd__text_add_string(&line.text, "'");
    const MPI_Count large_addresses = large_address_count(parts);
    hd__line_add_list(&line, "integers",
                      (size_t)(parts->integer_count + parts->large_count - large_addresses),
                      add_integer, parts);
    hd__line_add_list(&line, "addresses", (size_t)(parts->address_count + large_addresses),
                      add_address, parts);
    hd__line_add_list(&line, "types", (size_t)parts->type_count, add_type, parts);
    hd__line_write(&line);
}

void hd__type_named(const hd__type *type, const char *name)
{
    hd__line line = {0};
    (void)snprintf(line.again, sizeof(line.again), "Type id='%d'", type->id);
    hd__text_add_string(&line.text, line.again);
    hd__text_add_string(&line.text, " name='");
    hd__text_add_escaped(&line.text, name);
    hd__text_add_string(&line.text, "'");
    hd__line_write(&line);
}

void hd__type_describe(MPI_Datatype type, int id)
{
    contents parts = {.combiner = MPI_COMBINER_NAMED};
    if (decode(type, &parts)) {
        describe_components(&parts);
        write_line(type, id, &parts);
    }
    free(parts.integers);
    free(parts.addresses);
    free(parts.large);
    free(parts.types);
    free(parts.type_ids);
}
