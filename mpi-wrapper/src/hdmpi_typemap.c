/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a datatype was made, as a line of the fragment (FORMATS B 1.2, B 3.4). */
#include "hdmpi_ids.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct contents {
    int integer_count, address_count, type_count, combiner;
    int *integers;
    MPI_Aint *addresses;
    MPI_Datatype *types;
    int *type_ids;
} contents;

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

static void *array(int count, size_t size)
{
    return calloc((size_t)count + 1, size);
}

static bool is_builtin(MPI_Datatype type)
{
    int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
    PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

static bool decode(MPI_Datatype type, contents *parts)
{
    if (PMPI_Type_get_envelope(type, &parts->integer_count, &parts->address_count,
                               &parts->type_count, &parts->combiner) != MPI_SUCCESS) {
        return false;
    }
    if (parts->combiner == MPI_COMBINER_NAMED) {
        return true;
    }
    parts->integers = array(parts->integer_count, sizeof(*parts->integers));
    parts->addresses = array(parts->address_count, sizeof(*parts->addresses));
    parts->types = array(parts->type_count, sizeof(*parts->types));
    parts->type_ids = array(parts->type_count, sizeof(*parts->type_ids));
    return parts->integers != NULL && parts->addresses != NULL && parts->types != NULL &&
           parts->type_ids != NULL &&
           PMPI_Type_get_contents(type, parts->integer_count, parts->address_count,
                                  parts->type_count, parts->integers, parts->addresses,
                                  parts->types) == MPI_SUCCESS;
}

/* Components come on earlier lines; MPI handed out references to them, which are given back. */
static void describe_components(contents *parts)
{
    for (int i = 0; i < parts->type_count; i++) {
        parts->type_ids[i] = hd__type_component_id(parts->types[i]);
    }
    for (int i = 0; i < parts->type_count; i++) {
        if (!is_builtin(parts->types[i])) {
            PMPI_Type_free(&parts->types[i]);
        }
    }
}

static void add_int(hd__text *text, const void *values, size_t index)
{
    hd__text_add_int(text, ((const int *)values)[index]);
    hd__text_add_string(text, ";");
}

static void add_address(hd__text *text, const void *values, size_t index)
{
    hd__text_add_int(text, ((const MPI_Aint *)values)[index]);
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
    hd__line_add_list(&line, "integers", (size_t)parts->integer_count, add_int, parts->integers);
    hd__line_add_list(&line, "addresses", (size_t)parts->address_count, add_address,
                      parts->addresses);
    hd__line_add_list(&line, "types", (size_t)parts->type_count, add_int, parts->type_ids);
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
    free(parts.types);
    free(parts.type_ids);
}
