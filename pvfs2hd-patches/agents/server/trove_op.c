/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trove_op.h"

#include "ranges.h"

static hdpvfs_book book = {.facility = HDPVFS_TROVE, .at_end = hdpvfs_range_drop};

static const void *pointer(hdpvfs_word word)
{
    return (const void *)(uintptr_t)word; // NOLINT(performance-no-int-to-ptr)
}

/* Arguments of lists: memory and its sizes, their number, offsets and sizes in the file, their
 * number. */
static void describe_parts(hdpvfs_values *values, const hdpvfs_word *a)
{
    const int64_t *const offsets = pointer(a[5]);
    const int64_t *const sizes = pointer(a[6]);
    const int count = (int)a[7];
    int64_t total = 0;
    for (int i = 0; i < count; i++) {
        total += sizes[i];
    }
    if (count > 0) {
        hdpvfs_values_add(values, "offset", offsets[0]);
    }
    hdpvfs_values_add(values, "size", total);
    if (count > 1) {
        hdpvfs_values_add(values, "parts", count);
    }
}

static void describe(hdpvfs_values *values, const hdpvfs_trove_call *call, const hdpvfs_word *a)
{
    if (call->has_handle) {
        hdpvfs_values_add(values, "handle", (int64_t)a[1]);
    }
    if (call->transfer == HDPVFS_ONE_PART) {
        hdpvfs_values_add(values, "offset", (int64_t)a[4]);
        hdpvfs_values_add(values, "size", *(const int64_t *)pointer(a[3]));
    } else if (call->transfer == HDPVFS_PARTS) {
        describe_parts(values, a);
    }
}

static void add_ranges(const hdpvfs_op *op, hdpvfs_transfer transfer, const hdpvfs_word *a)
{
    if (transfer == HDPVFS_ONE_PART) {
        const int64_t size = *(const int64_t *)pointer(a[3]);
        hdpvfs_range_add(op, pointer(a[2]), size);
        hdpvfs_place_add(op, a[1], (int64_t)a[4], size);
    } else if (transfer == HDPVFS_PARTS) {
        const void *const *const memory = pointer(a[2]);
        const int64_t *const sizes = pointer(a[3]);
        const int64_t *const offsets = pointer(a[5]);
        const int64_t *const file_sizes = pointer(a[6]);
        for (int i = 0; i < (int)a[4]; i++) {
            hdpvfs_range_add(op, memory[i], sizes[i]);
        }
        for (int i = 0; i < (int)a[7]; i++) {
            hdpvfs_place_add(op, a[1], offsets[i], file_sizes[i]);
        }
    }
}

hdpvfs_op *hdpvfs_trove_begin(const hdpvfs_trove_call *call, const hdpvfs_word *arguments)
{
    hdpvfs_values values;
    values.count = 0;
    describe(&values, call, arguments);
    hdpvfs_op *const op = hdpvfs_op_begin(
        &book, call->name, call->hints == 0 ? NULL : pointer(arguments[call->hints]), &values);
    if (op != NULL) { /* before the call: its thread may be quicker than the caller */
        add_ranges(op, call->transfer, arguments);
    }
    return op;
}

int hdpvfs_trove_end(hdpvfs_op *op, int result, hdpvfs_word id_place)
{
    hdpvfs_op_posted(&book, op, result, result == 0 ? *(const int64_t *)pointer(id_place) : 0);
    return result;
}

void hdpvfs_trove_completed(int64_t id, int32_t error)
{
    hdpvfs_op_completed(&book, id, error, -1);
}
