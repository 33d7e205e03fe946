/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes for readers of the original (FORMATS A9, B 1.2). They take five combiners and a dozen
 * of predefined types, and refuse the whole project for any other: what they don't know becomes a
 * run of bytes of the same size. */
#include "project_data.h"
#include "sys.h"
#include "xml_write.h"

#include <string.h>

/* --- sizes of predefined types ---------------------------------------------------------------- */

typedef struct named {
    const char *name; /* without MPI_ */
    int64_t bytes;
    bool is_known; /* to the original */
} named;

static const named predefined[] = {
    {"LB", 0, true},
    {"UB", 0, true},
    {"BYTE", 1, true},
    {"FLOAT", 4, true},
    {"DOUBLE", 8, true},
    {"CHAR", 1, true},
    {"UNSIGNED_CHAR", 1, true},
    {"INT", 4, true},
    {"INTEGER", 4, true},
    {"LONG", 8, true},
    {"LONG_LONG", 8, true},
    {"DOUBLE_PRECISION", 8, true},
    {"PACKED", 1, true},
    {"SIGNED_CHAR", 1, false},
    {"SHORT", 2, false},
    {"UNSIGNED_SHORT", 2, false},
    {"UNSIGNED", 4, false},
    {"UNSIGNED_LONG", 8, false},
    {"LONG_LONG_INT", 8, false},
    {"UNSIGNED_LONG_LONG", 8, false},
    {"LONG_DOUBLE", 16, false},
    {"WCHAR", 4, false},
    {"C_BOOL", 1, false},
    {"INT8_T", 1, false},
    {"INT16_T", 2, false},
    {"INT32_T", 4, false},
    {"INT64_T", 8, false},
    {"UINT8_T", 1, false},
    {"UINT16_T", 2, false},
    {"UINT32_T", 4, false},
    {"UINT64_T", 8, false},
    {"AINT", 8, false},
    {"COUNT", 8, false},
    {"OFFSET", 8, false},
    {"C_COMPLEX", 8, false},
    {"C_FLOAT_COMPLEX", 8, false},
    {"C_DOUBLE_COMPLEX", 16, false},
    {"C_LONG_DOUBLE_COMPLEX", 32, false},
    {"CXX_BOOL", 1, false},
    {"CXX_FLOAT_COMPLEX", 8, false},
    {"CXX_DOUBLE_COMPLEX", 16, false},
    {"CXX_LONG_DOUBLE_COMPLEX", 32, false},
    {"FLOAT_INT", 8, false},
    {"DOUBLE_INT", 12, false},
    {"LONG_INT", 12, false},
    {"2INT", 8, false},
    {"SHORT_INT", 6, false},
    {"LONG_DOUBLE_INT", 20, false},
    {"REAL", 4, false},
    {"COMPLEX", 8, false},
    {"DOUBLE_COMPLEX", 16, false},
    {"LOGICAL", 4, false},
    {"CHARACTER", 1, false},
    {"2REAL", 8, false},
    {"2DOUBLE_PRECISION", 16, false},
    {"2INTEGER", 8, false},
    {"INTEGER1", 1, false},
    {"INTEGER2", 2, false},
    {"INTEGER4", 4, false},
    {"INTEGER8", 8, false},
    {"INTEGER16", 16, false},
    {"REAL2", 2, false},
    {"REAL4", 4, false},
    {"REAL8", 8, false},
    {"REAL16", 16, false},
    {"COMPLEX8", 8, false},
    {"COMPLEX16", 16, false},
    {"COMPLEX32", 32, false},
    {"LOGICAL1", 1, false},
    {"LOGICAL2", 2, false},
    {"LOGICAL4", 4, false},
    {"LOGICAL8", 8, false},
};

static const named *find_named(const char *name)
{
    static const char prefix[] = "MPI_";
    static const named other = {"", 1, false};
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) {
        return &other;
    }
    for (size_t i = 0; i < sizeof predefined / sizeof predefined[0]; i++) {
        if (strcmp(name + sizeof prefix - 1, predefined[i].name) == 0) {
            return &predefined[i];
        }
    }
    return &other;
}

/* --- sizes of derived types ------------------------------------------------------------------- */

/* What is known of a type of the process. */
typedef struct sized {
    int64_t id;
    int64_t bytes;
} sized;

typedef struct process_types {
    hd__table by_id; /* of sized */
    sized *all;
    size_t count;
    int64_t byte_id;
    int64_t highest_id;
} process_types;

/* The numbers of a list, one after the other; 0 behind its end. */
static int64_t next(const char **list)
{
    int64_t number = 0;
    if (hd__take_int(list, &number)) {
        *list += **list == ';';
    } else {
        *list += **list != '\0'; /* no number: go on behind it */
    }
    return number;
}

static const char *begin_of(const hd__buffer *list)
{
    return list->used == 0 ? "" : list->text;
}

/* Sizes that no type can have end at the highest number. */
static int64_t add(int64_t a, int64_t b)
{
    int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static int64_t multiply(int64_t a, int64_t b)
{
    int64_t product = 0;
    if (a <= 0 || b <= 0) {
        return 0;
    }
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

static sized *find_sized(const process_types *types, int64_t id)
{
    const uint64_t hash = hd__hash(&id, sizeof id, 0);
    sized *found = NULL;
    for (size_t at = 0; (found = hd__table_next(&types->by_id, hash, &at)) != NULL;) {
        if (found->id == id) {
            break;
        }
    }
    return found;
}

static int64_t old_bytes(const process_types *types, const char **list)
{
    const sized *const old = find_sized(types, next(list));
    return old == NULL ? 0 : old->bytes;
}

/* Blocks of lengths that stand one after the other. */
static int64_t sum_blocks(const char *integers)
{
    int64_t blocks = 0;
    for (int64_t count = next(&integers); count > 0 && *integers != '\0'; count--) {
        blocks = add(blocks, next(&integers));
    }
    return blocks;
}

static int64_t struct_bytes(const process_types *types, const char *integers, const char *list)
{
    int64_t bytes = 0;
    for (int64_t count = next(&integers); count > 0 && *list != '\0'; count--) {
        bytes = add(bytes, multiply(next(&integers), old_bytes(types, &list)));
    }
    return bytes;
}

static int64_t subarray_elements(const char *integers)
{
    const int64_t dimensions = next(&integers);
    int64_t elements = 1;
    for (int64_t i = 0; i < dimensions && *integers != '\0'; i++) {
        (void)next(&integers);
    }
    for (int64_t i = 0; i < dimensions && *integers != '\0'; i++) {
        elements = multiply(elements, next(&integers));
    }
    return elements;
}

/* Elements of one dimension that a process has: blocks of so many go round the processes. */
static int64_t dealt_elements(int64_t size, int64_t block, int64_t processes, int64_t process)
{
    const int64_t round = multiply(block, processes);
    if (round == 0) {
        return 0;
    }
    const int64_t rest = size % round - multiply(process, block);
    return size / round * block + (rest < 0 ? 0 : rest > block ? block : rest);
}

enum { DARRAY_DIMENSIONS_MAX = 64, DISTRIBUTIONS = 4 };

/* MPICH numbers distributions from 121 (block, cyclic, none), Open MPI from 0. */
static int64_t dimension_elements(int64_t size, int64_t kind, int64_t block, int64_t processes,
                                  int64_t process)
{
    kind -= kind >= 121 ? 121 : 0;
    if (size <= 0 || kind == 2) {
        return size;
    }
    if (block < 0) { /* the default: one block each, or single elements */
        block = kind == 0 ? size / processes + (size % processes != 0) : 1;
    }
    return dealt_elements(size, block, processes, process);
}

static int64_t darray_elements(const char *integers)
{
    int64_t lists[DISTRIBUTIONS][DARRAY_DIMENSIONS_MAX] = {{0}};
    (void)next(&integers);
    int64_t rank = next(&integers);
    const int64_t dimensions = next(&integers);
    if (dimensions < 0 || dimensions > DARRAY_DIMENSIONS_MAX) {
        return 0;
    }
    for (int list = 0; list < DISTRIBUTIONS; list++) {
        for (int64_t i = 0; i < dimensions; i++) {
            lists[list][i] = next(&integers);
        }
    }
    int64_t elements = 1;
    for (int64_t i = dimensions - 1; i >= 0;
         i--) { /* the last dimension's process counts fastest */
        const int64_t processes = lists[3][i] > 0 ? lists[3][i] : 1;
        elements = multiply(elements, dimension_elements(lists[0][i], lists[1][i], lists[2][i],
                                                         processes, rank % processes));
        rank /= processes;
    }
    return elements;
}

/* From the decimal digits that were asked for. */
static int64_t f90_bytes(const char *combiner, const char *integers)
{
    const int64_t digits = next(&integers);
    if (strcmp(combiner, "F90_INTEGER") == 0) {
        return digits <= 2 ? 1 : digits <= 4 ? 2 : digits <= 9 ? 4 : 8;
    }
    const int64_t real = digits <= 6 ? 4 : digits <= 15 ? 8 : 16;
    return strcmp(combiner, "F90_COMPLEX") == 0 ? 2 * real : real;
}

static int64_t count_bytes(const process_types *types, const hd__project_type *type)
{
    static const char *const runs[] = {"VECTOR", "HVECTOR", "HVECTOR_INTEGER", "INDEXED_BLOCK",
                                       "HINDEXED_BLOCK"};
    const char *const name = type->combiner;
    const char *integers = begin_of(&type->integers);
    const char *list = begin_of(&type->types);
    if (strcmp(name, "NAMED") == 0) {
        return find_named(type->name)->bytes;
    }
    if (strncmp(name, "STRUCT", 6) == 0) {
        return struct_bytes(types, integers, list);
    }
    if (strncmp(name, "F90_", 4) == 0) {
        return f90_bytes(name, integers);
    }
    const int64_t old = old_bytes(types, &list);
    if (strcmp(name, "SUBARRAY") == 0) {
        return multiply(old, subarray_elements(integers));
    }
    if (strcmp(name, "DARRAY") == 0) {
        return multiply(old, darray_elements(integers));
    }
    if (strcmp(name, "CONTIGUOUS") == 0) {
        return multiply(old, next(&integers));
    }
    if (strstr(name, "INDEXED") != NULL && strstr(name, "_BLOCK") == NULL) {
        return multiply(old, sum_blocks(integers));
    }
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        if (strcmp(name, runs[i]) == 0) {
            const int64_t count = next(&integers);
            return multiply(old, multiply(count, next(&integers)));
        }
    }
    return old; /* DUP, RESIZED, and what later versions add */
}

/* --- what the original takes ------------------------------------------------------------------ */

static bool is_small(const char *list)
{
    while (*list != '\0') {
        const int64_t number = next(&list);
        if (number > INT32_MAX || number < INT32_MIN) {
            return false;
        }
    }
    return true;
}

/* Ids must have come before. */
static bool are_listed(const process_types *types, const char *list)
{
    while (*list != '\0') {
        if (find_sized(types, next(&list)) == NULL) {
            return false;
        }
    }
    return true;
}

static bool is_taken(const process_types *types, const hd__project_type *type)
{
    static const char *const combiners[] = {"CONTIGUOUS", "VECTOR", "STRUCT", "SUBARRAY"};
    if (strcmp(type->combiner, "NAMED") == 0) {
        return find_named(type->name)->is_known;
    }
    for (size_t i = 0; i < sizeof combiners / sizeof combiners[0]; i++) {
        if (strcmp(type->combiner, combiners[i]) == 0) {
            return hd__datatype_fits(type) && is_small(begin_of(&type->integers)) &&
                   is_small(begin_of(&type->addresses)) &&
                   are_listed(types, begin_of(&type->types));
        }
    }
    return false;
}

/* --- writing ---------------------------------------------------------------------------------- */

static bool write_byte(xmlTextWriterPtr w, int64_t id)
{
    return hd__xml_begin(w, "NAMED") && hd__xml_add_int(w, "id", id) &&
           hd__xml_add(w, "name", "MPI_BYTE") && hd__xml_end(w);
}

static bool write_run(xmlTextWriterPtr w, const hd__project_type *type, int64_t bytes,
                      int64_t byte_id)
{
    return hd__xml_begin(w, "CONTIGUOUS") && hd__xml_add_int(w, "id", type->id) &&
           hd__xml_add(w, "name", type->name) &&
           hd__xml_add_int(w, "count", bytes < INT32_MAX ? bytes : INT32_MAX) &&
           hd__xml_add_int(w, "oldType", byte_id) && hd__xml_end(w);
}

static bool is_byte(const hd__project_type *type)
{
    return strcmp(type->combiner, "NAMED") == 0 && strcmp(type->name, "MPI_BYTE") == 0;
}

/* Count the types, and find the number of MPI_BYTE, or one that is free. */
static bool begin(process_types *types, const hd__project_type *first)
{
    int64_t byte_id = -1;
    for (const hd__project_type *t = first; t != NULL; t = t->next) {
        types->count++;
        types->highest_id = t->id > types->highest_id ? t->id : types->highest_id;
        byte_id = byte_id < 0 && is_byte(t) ? t->id : byte_id;
    }
    types->byte_id = byte_id >= 0                    ? byte_id
                     : types->highest_id < INT64_MAX ? types->highest_id + 1
                                                     : -1;
    types->all = hd__system.alloc((types->count + 1) * sizeof *types->all);
    return types->all != NULL;
}

static bool note(process_types *types, const hd__project_type *type, sized *place)
{
    place->id = type->id;
    place->bytes = count_bytes(types, type);
    return hd__table_add(&types->by_id, hd__hash(&type->id, sizeof type->id, 0), place);
}

bool hd__write_datatypes_compat(xmlTextWriterPtr w, const hd__project_type *first)
{
    process_types types = {.highest_id = -1};
    bool done = begin(&types, first) && write_byte(w, types.byte_id);
    sized *place = types.all;
    for (const hd__project_type *t = first; t != NULL && done; t = t->next, place++) {
        const bool taken = is_taken(&types, t);
        done = note(&types, t, place);
        if (done && t->id != types.byte_id) {
            done = taken ? hd__write_datatype(w, t) : write_run(w, t, place->bytes, types.byte_id);
        }
    }
    hd__table_fini(&types.by_id);
    hd__system.release(types.all);
    return done;
}
