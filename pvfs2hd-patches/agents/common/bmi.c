/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bmi.h"

#include "ops.h"

static hdpvfs_bmi_table real;

static hdpvfs_book book = {.facility = HDPVFS_BMI};

static hdpvfs_op *begin(const char *name, int64_t size, int32_t tag, const hdpvfs_hint *hints)
{
    hdpvfs_values values;
    values.count = 0;
    hdpvfs_values_add(&values, "size", size);
    hdpvfs_values_add(&values, "tag", tag);
    return hdpvfs_op_begin(&book, name, hints, &values);
}

static int end(hdpvfs_op *op, int result, const int64_t *id)
{
    hdpvfs_op_posted(&book, op, result, result == 0 ? *id : 0);
    return result;
}

/* --- posts ------------------------------------------------------------------------------------ */

static int post_send(int64_t *id, void *address, const void *buffer, int64_t size, int kind,
                     int32_t tag, void *user, int64_t context, const hdpvfs_hint *hints)
{
    hdpvfs_op *const op = begin("send", size, tag, hints);
    return end(op, real.post_send(id, address, buffer, size, kind, tag, user, context, hints), id);
}

static int post_send_unexpected(int64_t *id, void *address, const void *buffer, int64_t size,
                                int kind, int32_t tag, void *user, int64_t context,
                                const hdpvfs_hint *hints)
{
    hdpvfs_op *const op = begin("send_unexpected", size, tag, hints);
    return end(
        op, real.post_send_unexpected(id, address, buffer, size, kind, tag, user, context, hints),
        id);
}

static int post_receive(int64_t *id, void *address, void *buffer, int64_t expected, int64_t *size,
                        int kind, int32_t tag, void *user, int64_t context,
                        const hdpvfs_hint *hints)
{
    hdpvfs_op *const op = begin("receive", expected, tag, hints);
    return end(
        op, real.post_receive(id, address, buffer, expected, size, kind, tag, user, context, hints),
        id);
}

static int post_send_list(int64_t *id, void *address, const void *const *buffers,
                          const int64_t *sizes, int count, int64_t total, int kind, int32_t tag,
                          void *user, int64_t context, const hdpvfs_hint *hints)
{
    hdpvfs_op *const op = begin("send", total, tag, hints);
    return end(op,
               real.post_send_list(id, address, buffers, sizes, count, total, kind, tag, user,
                                   context, hints),
               id);
}

static int post_receive_list(int64_t *id, void *address, void *const *buffers, const int64_t *sizes,
                             int count, int64_t expected, int64_t *size, int kind, int32_t tag,
                             void *user, int64_t context, const hdpvfs_hint *hints)
{
    hdpvfs_op *const op = begin("receive", expected, tag, hints);
    return end(op,
               real.post_receive_list(id, address, buffers, sizes, count, expected, size, kind, tag,
                                      user, context, hints),
               id);
}

static int post_send_unexpected_list(int64_t *id, void *address, const void *const *buffers,
                                     const int64_t *sizes, int count, int64_t total, int kind,
                                     int32_t tag, void *user, int64_t context,
                                     const hdpvfs_hint *hints)
{
    hdpvfs_op *const op = begin("send_unexpected", total, tag, hints);
    return end(op,
               real.post_send_unexpected_list(id, address, buffers, sizes, count, total, kind, tag,
                                              user, context, hints),
               id);
}

/* --- ends ------------------------------------------------------------------------------------- */

static int test(int64_t id, int *count, int32_t *error, int64_t *size, void **user, int idle_ms,
                int64_t context)
{
    const int result = real.test(id, count, error, size, user, idle_ms, context);
    if (result >= 0 && *count > 0) {
        hdpvfs_op_completed(&book, id, *error, *size);
    }
    return result;
}

static int test_some(int wanted, int64_t *ids, int *count, int *indices, int32_t *errors,
                     int64_t *sizes, void **users, int idle_ms, int64_t context)
{
    const int result =
        real.test_some(wanted, ids, count, indices, errors, sizes, users, idle_ms, context);
    for (int i = 0; result >= 0 && i < *count; i++) {
        hdpvfs_op_completed(&book, ids[indices[i]], errors[i], sizes[i]);
    }
    return result;
}

static int test_context(int wanted, int64_t *ids, int *count, int32_t *errors, int64_t *sizes,
                        void **users, int idle_ms, int64_t context)
{
    const int result =
        real.test_context(wanted, ids, count, errors, sizes, users, idle_ms, context);
    for (int i = 0; result >= 0 && i < *count; i++) {
        hdpvfs_op_completed(&book, ids[i], errors[i], sizes[i]);
    }
    return result;
}

const char *hdpvfs_bmi_install(const hdpvfs_object *object)
{
    size_t size = 0;
    hdpvfs_bmi_table *const table = hdpvfs_object_get(object, "bmi_tcp_ops", &size);
    if (table == NULL) {
        return "there is no symbol bmi_tcp_ops";
    }
    if (size != sizeof *table || !hdpvfs_object_has(object, table->name, 1)) {
        return "bmi_tcp_ops has another layout";
    }
    real = *table;
    const struct {
        void *place;
        hdpvfs_code *code;
    } changes[] = {
        {&table->test_context, (hdpvfs_code *)test_context}, /* ends before posts */
        {&table->test_some, (hdpvfs_code *)test_some},
        {&table->test, (hdpvfs_code *)test},
        {&table->post_send, (hdpvfs_code *)post_send},
        {&table->post_send_unexpected, (hdpvfs_code *)post_send_unexpected},
        {&table->post_receive, (hdpvfs_code *)post_receive},
        {&table->post_send_list, (hdpvfs_code *)post_send_list},
        {&table->post_receive_list, (hdpvfs_code *)post_receive_list},
        {&table->post_send_unexpected_list, (hdpvfs_code *)post_send_unexpected_list},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        if (!hdpvfs_object_poke_code(object, changes[i].place, changes[i].code)) {
            return "bmi_tcp_ops can't be written";
        }
    }
    return NULL;
}
