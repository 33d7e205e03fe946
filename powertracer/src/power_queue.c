/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two numbers that only grow say how many records were put in and taken out. Each is written by one
 * side; that a record is there, or that its place is free again, is published by them. */
#include "power_queue.h"

#include <stdatomic.h>
#include <stdlib.h>

#define MOST_BYTES    ((size_t)256 * 1024)
#define MOST_RECORDS  ((size_t)4096)
#define LEAST_RECORDS ((size_t)128)

struct hd_power_queue {
    char *bytes;
    size_t record_size;
    size_t size; /* a power of 2 */
    atomic_size_t put, taken;
    atomic_int failure;
};

struct hd_power_queue *hd__power_queue_create(size_t number_count)
{
    struct hd_power_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL) {
        return NULL;
    }
    queue->record_size =
        sizeof(struct hd_power_record) + number_count * sizeof(union hd_power_number);
    queue->size = LEAST_RECORDS;
    while (queue->size < MOST_RECORDS && 2 * queue->size * queue->record_size <= MOST_BYTES) {
        queue->size *= 2;
    }
    queue->bytes = calloc(queue->size, queue->record_size);
    if (queue->bytes == NULL) {
        free(queue);
        return NULL;
    }
    return queue;
}

void hd__power_queue_destroy(struct hd_power_queue *queue)
{
    if (queue != NULL) {
        free(queue->bytes);
    }
    free(queue);
}

size_t hd__power_queue_get_size(const struct hd_power_queue *queue)
{
    return queue->size;
}

static void *at(const struct hd_power_queue *queue, size_t number)
{
    return queue->bytes + (number & (queue->size - 1)) * queue->record_size;
}

size_t hd__power_queue_get_room(const struct hd_power_queue *queue)
{
    const size_t put = atomic_load_explicit(&queue->put, memory_order_relaxed);
    return queue->size - (put - atomic_load_explicit(&queue->taken, memory_order_acquire));
}

struct hd_power_record *hd__power_queue_next(struct hd_power_queue *queue)
{
    return at(queue, atomic_load_explicit(&queue->put, memory_order_relaxed));
}

void hd__power_queue_push(struct hd_power_queue *queue)
{
    const size_t put = atomic_load_explicit(&queue->put, memory_order_relaxed);
    atomic_store_explicit(&queue->put, put + 1, memory_order_release);
}

const struct hd_power_record *hd__power_queue_first(const struct hd_power_queue *queue)
{
    const size_t taken = atomic_load_explicit(&queue->taken, memory_order_relaxed);
    return atomic_load_explicit(&queue->put, memory_order_acquire) == taken ? NULL
                                                                            : at(queue, taken);
}

void hd__power_queue_pop(struct hd_power_queue *queue)
{
    const size_t taken = atomic_load_explicit(&queue->taken, memory_order_relaxed);
    atomic_store_explicit(&queue->taken, taken + 1, memory_order_release);
}

void hd__power_queue_fail(struct hd_power_queue *queue, int status)
{
    atomic_store_explicit(&queue->failure, status, memory_order_relaxed);
}

int hd__power_queue_get_failure(const struct hd_power_queue *queue)
{
    return atomic_load_explicit(&queue->failure, memory_order_relaxed);
}
