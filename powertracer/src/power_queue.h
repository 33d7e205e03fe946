/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_QUEUE_H
#define HDPOWER_QUEUE_H
/** Records on their way from a device's thread, which puts them in, to the thread that writes
 * files, which takes them out: a ring without locks. Who puts in never waits: a full ring is told.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hd_power_record_kind {
    HD_POWER_BEGIN, /* the first record's interval begins at to_ns */
    HD_POWER_RECORD,
    HD_POWER_GAP
};

union hd_power_number {
    double real;
    int64_t integer;
};

struct hd_power_record {
    enum hd_power_record_kind kind;
    int64_t to_ns;
    int64_t elapsed_ns;
    union hd_power_number numbers[]; /* one per value of the group */
};

struct hd_power_queue;

/** Create a ring for records with so many numbers. @return NULL: without memory */
struct hd_power_queue *hd__power_queue_create(size_t number_count);
void hd__power_queue_destroy(struct hd_power_queue *queue);

/** How many records the ring holds at most. */
size_t hd__power_queue_get_size(const struct hd_power_queue *queue);

/** How many records there is room for. Thread: who puts in. */
size_t hd__power_queue_get_room(const struct hd_power_queue *queue);

/** The place of the next record, to be filled before it is pushed; there must be room. */
struct hd_power_record *hd__power_queue_next(struct hd_power_queue *queue);
void hd__power_queue_push(struct hd_power_queue *queue);

/** The oldest record, or NULL; it stays where it is until it is popped. Thread: who takes out. */
const struct hd_power_record *hd__power_queue_first(const struct hd_power_queue *queue);
void hd__power_queue_pop(struct hd_power_queue *queue);

/** What went wrong with the file, HD_OK: nothing. Thread: any. */
void hd__power_queue_fail(struct hd_power_queue *queue, int status);
int hd__power_queue_get_failure(const struct hd_power_queue *queue);

#endif
