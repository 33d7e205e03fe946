/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open addressing with linear probing, at most half full. */
#include "table.h"

#include "sys.h"

#include <string.h>

enum { FIRST_SIZE = 16 };

/* Mix one word into the hash: multiply, and fold the high half down. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

uint64_t hd__hash(const void *bytes, size_t length, uint64_t seed)
{
    const unsigned char *at = bytes;
    uint64_t hash = mix(seed, length);
    for (; length >= sizeof(uint64_t); length -= sizeof(uint64_t), at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, at, sizeof word);
        hash = mix(hash, word);
    }
    uint64_t rest = 0;
    for (size_t i = 0; i < length; i++) {
        rest = rest << 8 | at[i];
    }
    hash = mix(hash, rest);
    return hash ^ hash >> 32;
}

static void put(hd__table *table, uint64_t hash, void *item)
{
    size_t index = hash & (table->size - 1);
    while (table->slots[index].item != NULL) {
        index = (index + 1) & (table->size - 1);
    }
    table->slots[index] = (struct hd__slot){hash, item};
    table->count++;
}

static bool grow(hd__table *table)
{
    hd__table larger = {.size = table->size == 0 ? FIRST_SIZE : 2 * table->size};
    larger.slots = hd__system.alloc(larger.size * sizeof *larger.slots);
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < table->size; i++) {
        if (table->slots[i].item != NULL) {
            put(&larger, table->slots[i].hash, table->slots[i].item);
        }
    }
    hd__system.release(table->slots);
    *table = larger;
    return true;
}

bool hd__table_add(hd__table *table, uint64_t hash, void *item)
{
    if (2 * table->count >= table->size && !grow(table)) {
        return false;
    }
    put(table, hash, item);
    return true;
}

void *hd__table_next(const hd__table *table, uint64_t hash, size_t *at)
{
    for (; *at < table->size; (*at)++) { /* a free slot comes before all have been seen */
        const struct hd__slot *const slot = &table->slots[(hash + *at) & (table->size - 1)];
        if (slot->item == NULL) {
            return NULL;
        }
        if (slot->hash == hash) {
            (*at)++;
            return slot->item;
        }
    }
    return NULL;
}

void hd__table_fini(hd__table *table)
{
    hd__system.release(table->slots);
    *table = (hd__table){0};
}
