/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes as elements of the project file (FORMATS B 1.2), from the arrays that MPI gives for
 * each combiner. Arrays that do not fit their combiner are written as they are, so nothing is lost.
 */
#include "info_line.h"
#include "project_data.h"
#include "sys.h"
#include "xml_write.h"

#include <string.h>

typedef struct numbers {
    int64_t *at;
    size_t count;
} numbers;

typedef struct contents {
    numbers integers;
    numbers addresses;
    numbers types;
} contents;

static bool read_numbers(const hd__buffer *list, numbers *to)
{
    to->count = 0;
    to->at = hd__system.alloc((list->used / 2 + 1) * sizeof *to->at);
    if (to->at == NULL) {
        return false;
    }
    const char *text = list->used == 0 ? "" : list->text;
    while (hd__take_int(&text, &to->at[to->count])) {
        to->count++;
        text += *text == ';';
    }
    return true;
}

/* --- small pieces ----------------------------------------------------------------------------- */

/* One part per block: its length and where it begins. */
static bool add_blocks(xmlTextWriterPtr writer, size_t count, const int64_t *lengths,
                       const int64_t *places)
{
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        done = hd__xml_begin(writer, "Block") && hd__xml_add_int(writer, "len", lengths[i]) &&
               hd__xml_add_int(writer, "index", places[i]) && hd__xml_end(writer);
    }
    return done;
}

/* --- one function per combiner; `fits` was checked before --------------------------------------
 */

static bool add_named(xmlTextWriterPtr writer, const contents *c)
{
    (void)writer;
    (void)c;
    return true;
}

static bool add_old(xmlTextWriterPtr writer, const contents *c)
{
    return hd__xml_add_int(writer, "oldType", c->types.at[0]);
}

static bool add_contiguous(xmlTextWriterPtr writer, const contents *c)
{
    return hd__xml_add_int(writer, "count", c->integers.at[0]) && add_old(writer, c);
}

static bool add_vector(xmlTextWriterPtr writer, const contents *c)
{
    const bool bytes = c->addresses.count > 0;
    return hd__xml_add_int(writer, "count", c->integers.at[0]) &&
           hd__xml_add_int(writer, "blocklength", c->integers.at[1]) &&
           hd__xml_add_int(writer, "stride", bytes ? c->addresses.at[0] : c->integers.at[2]) &&
           add_old(writer, c);
}

static bool add_indexed(xmlTextWriterPtr writer, const contents *c)
{
    const size_t count = (size_t)c->integers.at[0];
    const int64_t *const places =
        c->addresses.count > 0 ? c->addresses.at : c->integers.at + 1 + count;
    return add_contiguous(writer, c) && add_blocks(writer, count, c->integers.at + 1, places);
}

static bool add_indexed_block(xmlTextWriterPtr writer, const contents *c)
{
    const size_t count = (size_t)c->integers.at[0];
    const int64_t *const places = c->addresses.count > 0 ? c->addresses.at : c->integers.at + 2;
    bool done =
        add_contiguous(writer, c) && hd__xml_add_int(writer, "blockLength", c->integers.at[1]);
    for (size_t i = 0; i < count && done; i++) {
        done = hd__xml_begin(writer, "Block") &&
               hd__xml_add_int(writer, "displacement", places[i]) && hd__xml_end(writer);
    }
    return done;
}

static bool add_struct(xmlTextWriterPtr writer, const contents *c)
{
    const size_t count = (size_t)c->integers.at[0];
    const int64_t *const lengths = c->integers.at + 1;
    const int64_t *const places = c->addresses.count > 0 ? c->addresses.at : lengths + count;
    bool done = hd__xml_add_int(writer, "count", c->integers.at[0]);
    for (size_t i = 0; i < count && done; i++) {
        done = hd__xml_begin(writer, "Type") && hd__xml_add_int(writer, "id", c->types.at[i]) &&
               hd__xml_add_int(writer, "displacement", places[i]) &&
               hd__xml_add_int(writer, "blocklen", lengths[i]) && hd__xml_end(writer);
    }
    return done;
}

/* Libraries number the orders differently: MPICH from 56, Open MPI from 0. */
static bool add_order(xmlTextWriterPtr writer, int64_t order)
{
    const char *const name = order == 56 || order == 0 ? "MPI_ORDER_C" : "MPI_ORDER_FORTRAN";
    return hd__xml_add(writer, "order", name);
}

static bool add_subarray(xmlTextWriterPtr writer, const contents *c)
{
    const size_t n = (size_t)c->integers.at[0];
    const int64_t *const sizes = c->integers.at + 1;
    bool done = hd__xml_add_int(writer, "ndims", c->integers.at[0]) &&
                add_order(writer, sizes[3 * n]) && add_old(writer, c);
    for (size_t i = 0; i < n && done; i++) {
        done = hd__xml_begin(writer, "Dimension") && hd__xml_add_int(writer, "size", sizes[i]) &&
               hd__xml_add_int(writer, "subsize", sizes[n + i]) &&
               hd__xml_add_int(writer, "start", sizes[2 * n + i]) && hd__xml_end(writer);
    }
    return done;
}

/* As with the orders: MPICH numbers from 121, Open MPI from 0. */
static bool add_distribution(xmlTextWriterPtr writer, int64_t kind)
{
    static const char *const names[] = {"MPI_DISTRIBUTE_BLOCK", "MPI_DISTRIBUTE_CYCLIC",
                                        "MPI_DISTRIBUTE_NONE"};
    const int64_t index = kind >= 121 ? kind - 121 : kind;
    if (index < 0 || index > 2) {
        return hd__xml_add_int(writer, "distrib", kind);
    }
    return hd__xml_add(writer, "distrib", names[index]);
}

static bool add_darray(xmlTextWriterPtr writer, const contents *c)
{
    const size_t n = (size_t)c->integers.at[2];
    const int64_t *const sizes = c->integers.at + 3;
    bool done = hd__xml_add_int(writer, "size", c->integers.at[0]) &&
                add_order(writer, sizes[4 * n]) &&
                hd__xml_add_int(writer, "rank", c->integers.at[1]) &&
                hd__xml_add_int(writer, "dims", (int64_t)n) && add_old(writer, c);
    for (size_t i = 0; i < n && done; i++) {
        done = hd__xml_begin(writer, "Dimension") && hd__xml_add_int(writer, "gsize", sizes[i]) &&
               add_distribution(writer, sizes[n + i]) &&
               hd__xml_add_int(writer, "darg", sizes[2 * n + i]) &&
               hd__xml_add_int(writer, "psize", sizes[3 * n + i]) && hd__xml_end(writer);
    }
    return done;
}

static bool add_resized(xmlTextWriterPtr writer, const contents *c)
{
    return hd__xml_add_int(writer, "lowerBound", c->addresses.at[0]) &&
           hd__xml_add_int(writer, "extent", c->addresses.at[1]) && add_old(writer, c);
}

static bool add_list(xmlTextWriterPtr writer, const char *name, const numbers *list)
{
    bool done = true;
    for (size_t i = 0; i < list->count && done; i++) {
        char text[HD__INT_BYTES + 1];
        *hd__put_int(text, list->at[i]) = '\0';
        done = xmlTextWriterWriteElement(writer, (const xmlChar *)name, (const xmlChar *)text) >= 0;
    }
    return done;
}

static bool add_raw(xmlTextWriterPtr writer, const contents *c)
{
    return add_list(writer, "Integer", &c->integers) &&
           add_list(writer, "Address", &c->addresses) && add_list(writer, "Type", &c->types);
}

/* --- the table -------------------------------------------------------------------------------- */

/* Numbers that a combiner comes with: a constant, and so many per unit of one of its integers. */
typedef struct amount {
    size_t constant;
    size_t per_unit;
} amount;

static const struct combiner {
    const char *name;
    size_t unit; /* which integer counts blocks or dimensions; they must be there first */
    amount integers;
    amount addresses;
    amount types;
    bool (*add)(xmlTextWriterPtr writer, const contents *c);
} combiners[] = {
    {"NAMED", 0, {0, 0}, {0, 0}, {0, 0}, add_named},
    {"DUP", 0, {0, 0}, {0, 0}, {1, 0}, add_old},
    {"CONTIGUOUS", 0, {1, 0}, {0, 0}, {1, 0}, add_contiguous},
    {"VECTOR", 0, {3, 0}, {0, 0}, {1, 0}, add_vector},
    {"HVECTOR", 0, {2, 0}, {1, 0}, {1, 0}, add_vector},
    {"HVECTOR_INTEGER", 0, {3, 0}, {0, 0}, {1, 0}, add_vector},
    {"INDEXED", 0, {1, 2}, {0, 0}, {1, 0}, add_indexed},
    {"HINDEXED", 0, {1, 1}, {0, 1}, {1, 0}, add_indexed},
    {"INDEXED_BLOCK", 0, {2, 1}, {0, 0}, {1, 0}, add_indexed_block},
    {"HINDEXED_BLOCK", 0, {2, 0}, {0, 1}, {1, 0}, add_indexed_block},
    {"STRUCT", 0, {1, 1}, {0, 1}, {0, 1}, add_struct},
    {"STRUCT_INTEGER", 0, {1, 2}, {0, 0}, {0, 1}, add_struct},
    {"SUBARRAY", 0, {2, 3}, {0, 0}, {1, 0}, add_subarray},
    {"DARRAY", 2, {4, 4}, {0, 0}, {1, 0}, add_darray},
    {"RESIZED", 0, {0, 0}, {2, 0}, {1, 0}, add_resized},
};

static bool fits(const struct combiner *combiner, const contents *c)
{
    const bool counted =
        combiner->integers.per_unit + combiner->addresses.per_unit + combiner->types.per_unit > 0;
    int64_t units = 0;
    if (counted) {
        if (c->integers.count <= combiner->unit) {
            return false;
        }
        units = c->integers.at[combiner->unit];
        if (units < 0 || units > INT32_MAX) {
            return false;
        }
    }
    const size_t n = (size_t)units;
    return c->integers.count == combiner->integers.constant + n * combiner->integers.per_unit &&
           c->addresses.count == combiner->addresses.constant + n * combiner->addresses.per_unit &&
           c->types.count == combiner->types.constant + n * combiner->types.per_unit;
}

static const struct combiner *find_combiner(const char *name)
{
    for (size_t i = 0; i < sizeof combiners / sizeof combiners[0]; i++) {
        if (strcmp(name, combiners[i].name) == 0) {
            return &combiners[i];
        }
    }
    return NULL;
}

static bool add_contents(xmlTextWriterPtr writer, const char *name, const contents *c)
{
    const struct combiner *const combiner = find_combiner(name);
    if (combiner != NULL && fits(combiner, c)) {
        return combiner->add(writer, c);
    }
    return add_raw(writer, c); /* F90_*, HINDEXED_INTEGER, and what does not fit */
}

static bool read_contents(const hd__project_type *type, contents *c)
{
    return read_numbers(&type->integers, &c->integers) &&
           read_numbers(&type->addresses, &c->addresses) && read_numbers(&type->types, &c->types);
}

static void release_contents(const contents *c)
{
    hd__system.release(c->integers.at);
    hd__system.release(c->addresses.at);
    hd__system.release(c->types.at);
}

bool hd__datatype_fits(const hd__project_type *type)
{
    contents c = {0};
    const struct combiner *const combiner = find_combiner(type->combiner);
    const bool done = combiner != NULL && read_contents(type, &c) && fits(combiner, &c);
    release_contents(&c);
    return done;
}

bool hd__write_datatype(xmlTextWriterPtr writer, const hd__project_type *type)
{
    contents c = {0};
    const bool done = read_contents(type, &c) && hd__xml_begin(writer, type->combiner) &&
                      hd__xml_add_int(writer, "id", type->id) &&
                      hd__xml_add(writer, "name", type->name) &&
                      add_contents(writer, type->combiner, &c) && hd__xml_end(writer);
    release_contents(&c);
    return done;
}
