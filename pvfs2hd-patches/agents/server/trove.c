/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of the storage layer are reached through one pointer per method (aio, alt-aio, null,
 * direct), which is turned to a copy with our functions. Methods have byte streams of their own and
 * share the rest. */
#include "trove.h"

#include "trove_list.h"
#include "trove_op.h"

#include <stdbool.h>
#include <string.h>

#define P7                                                                                         \
    hdpvfs_word a0, hdpvfs_word a1, hdpvfs_word a2, hdpvfs_word a3, hdpvfs_word a4,                \
        hdpvfs_word a5, hdpvfs_word a6
#define P8  P7, hdpvfs_word a7
#define P9  P8, hdpvfs_word a8
#define P10 P9, hdpvfs_word a9
#define P11 P10, hdpvfs_word a10
#define P12 P11, hdpvfs_word a11
#define P15 P12, hdpvfs_word a12, hdpvfs_word a13, hdpvfs_word a14
#define A7  a0, a1, a2, a3, a4, a5, a6
#define A8  A7, a7
#define A9  A8, a8
#define A10 A9, a9
#define A11 A10, a10
#define A12 A11, a11
#define A15 A12, a12, a13, a14

enum { METHODS = HDPVFS_STORAGE_METHODS };

/* Places in the tables, and what is moved. */
#define PLACE(name, ...) BSTREAM_##name,
enum { HDPVFS_BSTREAM_LIST(PLACE) BSTREAM_cancel };
#undef PLACE
#define PLACE(name, ...) KEYVAL_##name,
enum { HDPVFS_KEYVAL_LIST(PLACE) KEYVAL_END };
#undef PLACE
#define PLACE(name, ...) DSPACE_##name,
enum { HDPVFS_DSPACE_LIST(PLACE) DSPACE_END };
#undef PLACE
_Static_assert((int)BSTREAM_cancel + 1 == (int)HDPVFS_BSTREAM_FUNCTIONS, "as measured");
_Static_assert((int)KEYVAL_END == (int)HDPVFS_KEYVAL_FUNCTIONS, "as measured");
_Static_assert((int)DSPACE_END + 4 == (int)HDPVFS_DSPACE_FUNCTIONS, "as measured");

static hdpvfs_transfer transfer_of(int place)
{
    return place == BSTREAM_read_at || place == BSTREAM_write_at       ? HDPVFS_ONE_PART
           : place == BSTREAM_read_list || place == BSTREAM_write_list ? HDPVFS_PARTS
                                                                       : HDPVFS_NO_DATA;
}

static hdpvfs_function *real_bstream[METHODS][HDPVFS_BSTREAM_FUNCTIONS];
static hdpvfs_function *real_keyval[HDPVFS_KEYVAL_FUNCTIONS];
static hdpvfs_function *real_dspace[HDPVFS_DSPACE_FUNCTIONS];

/* --- functions that post ---------------------------------------------------------------------- */

#define TRACED(function, shown, real, count, id, hints, handle, transfer)                          \
    static int function(P##count)                                                                  \
    {                                                                                              \
        const hdpvfs_word arguments[] = {A##count};                                                \
        const hdpvfs_trove_call call = {shown, hints, handle, transfer};                           \
        hdpvfs_op *const op = hdpvfs_trove_begin(&call, arguments);                                \
        const int result = ((int (*)(P##count))(real))(A##count);                                  \
        return hdpvfs_trove_end(op, result, arguments[id]);                                        \
    }

#define BSTREAM(method, name, count, id, hints, handle)                                            \
    TRACED(bstream##method##_##name, "bstream_" #name, real_bstream[method][BSTREAM_##name],       \
           count, id, hints, handle, transfer_of(BSTREAM_##name))
#define BSTREAM_0(...) BSTREAM(0, __VA_ARGS__)
#define BSTREAM_1(...) BSTREAM(1, __VA_ARGS__)
#define BSTREAM_2(...) BSTREAM(2, __VA_ARGS__)
#define BSTREAM_3(...) BSTREAM(3, __VA_ARGS__)
HDPVFS_BSTREAM_LIST(BSTREAM_0)
HDPVFS_BSTREAM_LIST(BSTREAM_1)
HDPVFS_BSTREAM_LIST(BSTREAM_2)
HDPVFS_BSTREAM_LIST(BSTREAM_3)

#define KEYVAL(name, count, id, hints, handle)                                                     \
    TRACED(keyval_##name, "keyval_" #name, real_keyval[KEYVAL_##name], count, id, hints, handle,   \
           HDPVFS_NO_DATA)
HDPVFS_KEYVAL_LIST(KEYVAL)

#define DSPACE(name, count, id, hints, handle)                                                     \
    TRACED(dspace_##name, "dspace_" #name, real_dspace[DSPACE_##name], count, id, hints, handle,   \
           HDPVFS_NO_DATA)
HDPVFS_DSPACE_LIST(DSPACE)

/* --- functions that tell the end -------------------------------------------------------------- */

static int dspace_test(int32_t collection, int64_t id, int64_t context, int *count, void *tag,
                       void **user, int32_t *error, int idle_ms)
{
    hdpvfs_dspace_test *const real = (hdpvfs_dspace_test *)real_dspace[HDPVFS_DSPACE_TEST];
    const int result = real(collection, id, context, count, tag, user, error, idle_ms);
    if (result >= 0 && *count > 0) {
        hdpvfs_trove_completed(id, *error);
    }
    return result;
}

static int dspace_test_some(int32_t collection, int64_t context, int64_t *ids, int *count,
                            int *indices, void *tags, void **users, int32_t *errors, int idle_ms)
{
    hdpvfs_dspace_test_some *const real =
        (hdpvfs_dspace_test_some *)real_dspace[HDPVFS_DSPACE_TEST_SOME];
    const int result = real(collection, context, ids, count, indices, tags, users, errors, idle_ms);
    for (int i = 0; result >= 0 && i < *count; i++) {
        hdpvfs_trove_completed(ids[indices[i]], errors[i]);
    }
    return result;
}

static int dspace_test_context(int32_t collection, int64_t *ids, int *count, int32_t *errors,
                               void **users, int idle_ms, int64_t context)
{
    hdpvfs_dspace_test_context *const real =
        (hdpvfs_dspace_test_context *)real_dspace[HDPVFS_DSPACE_TEST_CONTEXT];
    const int result = real(collection, ids, count, errors, users, idle_ms, context);
    for (int i = 0; result >= 0 && i < *count; i++) {
        hdpvfs_trove_completed(ids[i], errors[i]);
    }
    return result;
}

/* --- tables ----------------------------------------------------------------------------------- */

#define FUNCTION(name)          (hdpvfs_function *)(name)
#define IN_BSTREAM_0(name, ...) [BSTREAM_##name] = FUNCTION(bstream0_##name),
#define IN_BSTREAM_1(name, ...) [BSTREAM_##name] = FUNCTION(bstream1_##name),
#define IN_BSTREAM_2(name, ...) [BSTREAM_##name] = FUNCTION(bstream2_##name),
#define IN_BSTREAM_3(name, ...) [BSTREAM_##name] = FUNCTION(bstream3_##name),
#define IN_KEYVAL(name, ...)    [KEYVAL_##name] = FUNCTION(keyval_##name),
#define IN_DSPACE(name, ...)    [DSPACE_##name] = FUNCTION(dspace_##name),

static hdpvfs_function *own_bstream[METHODS][HDPVFS_BSTREAM_FUNCTIONS] = {
    {HDPVFS_BSTREAM_LIST(IN_BSTREAM_0)},
    {HDPVFS_BSTREAM_LIST(IN_BSTREAM_1)},
    {HDPVFS_BSTREAM_LIST(IN_BSTREAM_2)},
    {HDPVFS_BSTREAM_LIST(IN_BSTREAM_3)}};
static hdpvfs_function *own_keyval[HDPVFS_KEYVAL_FUNCTIONS] = {HDPVFS_KEYVAL_LIST(IN_KEYVAL)};
static hdpvfs_function *own_dspace[HDPVFS_DSPACE_FUNCTIONS] = {
    HDPVFS_DSPACE_LIST(IN_DSPACE)[HDPVFS_DSPACE_TEST] = FUNCTION(dspace_test),
    [HDPVFS_DSPACE_TEST_SOME] = FUNCTION(dspace_test_some),
    [HDPVFS_DSPACE_TEST_CONTEXT] = FUNCTION(dspace_test_context)};

typedef struct methods {
    hdpvfs_function ***list;
    size_t count;
} methods;

/* A list of tables, all of functions of the object. */
static const char *get_methods(const hdpvfs_object *object, const char *name, size_t functions,
                               methods *found)
{
    size_t size = 0;
    found->list = hdpvfs_object_get(object, name, &size);
    found->count = size / sizeof(void *);
    if (found->list == NULL) {
        return "a table of methods of the storage layer is missing";
    }
    if (size % sizeof(void *) != 0 || found->count < 1 || found->count > METHODS) {
        return "a table of methods of the storage layer has another size";
    }
    for (size_t i = 0; i < found->count; i++) {
        const size_t bytes = functions * sizeof(void *);
        if (!hdpvfs_object_has(object, (const void *)found->list[i], bytes)) {
            return "a method of the storage layer is elsewhere";
        }
        for (size_t j = 0; j < functions; j++) {
            hdpvfs_function *const function = found->list[i][j];
            if (function != NULL && !hdpvfs_object_has_code(object, function)) {
                return "a method of the storage layer has other entries";
            }
        }
    }
    return NULL;
}

/* Fill what isn't ours, and leave out what the method leaves out. */
static void complete(hdpvfs_function **own, hdpvfs_function *const *real, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (own[i] == NULL || real[i] == NULL) {
            own[i] = real[i];
        }
    }
}

static bool same_tables(const methods *m)
{
    for (size_t i = 1; i < m->count; i++) {
        if (m->list[i] != m->list[0]) {
            return false;
        }
    }
    return true;
}

static bool turn(const hdpvfs_object *object, const methods *m, size_t index, hdpvfs_function **own)
{
    return hdpvfs_object_poke(object, &m->list[index], (const void *)own);
}

static bool turn_all(const hdpvfs_object *object, const methods *m, hdpvfs_function **own)
{
    bool done = true;
    for (size_t i = 0; i < m->count; i++) {
        done = turn(object, m, i, own) && done;
    }
    return done;
}

const char *hdpvfs_trove_install(const hdpvfs_object *object)
{
    methods bstream;
    methods keyval;
    methods dspace;
    const char *reason =
        get_methods(object, "bstream_method_table", HDPVFS_BSTREAM_FUNCTIONS, &bstream);
    if (reason == NULL) {
        reason = get_methods(object, "keyval_method_table", HDPVFS_KEYVAL_FUNCTIONS, &keyval);
    }
    if (reason == NULL) {
        reason = get_methods(object, "dspace_method_table", HDPVFS_DSPACE_FUNCTIONS, &dspace);
    }
    if (reason != NULL) {
        return reason;
    }
    if (!same_tables(&keyval) || !same_tables(&dspace)) {
        return "methods of the storage layer share less than they did";
    }
    memcpy(real_keyval, keyval.list[0], sizeof real_keyval);
    memcpy(real_dspace, dspace.list[0], sizeof real_dspace);
    complete(own_keyval, real_keyval, HDPVFS_KEYVAL_FUNCTIONS);
    complete(own_dspace, real_dspace, HDPVFS_DSPACE_FUNCTIONS);
    bool done = turn_all(object, &dspace, own_dspace) && turn_all(object, &keyval, own_keyval);
    for (size_t i = 0; i < bstream.count; i++) {
        memcpy(real_bstream[i], bstream.list[i], sizeof real_bstream[i]);
        complete(own_bstream[i], real_bstream[i], HDPVFS_BSTREAM_FUNCTIONS);
        done = turn(object, &bstream, i, own_bstream[i]) && done;
    }
    return done ? NULL : "the tables of the storage layer can't be written";
}
