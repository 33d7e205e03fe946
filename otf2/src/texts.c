/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "texts.h"

#include "lines.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS_MAX = 1 << 28 };

static char *copy(const char *text)
{
    const size_t bytes = strlen(text) + 1;
    return memcpy(grown(NULL, bytes), text, bytes);
}

static uint64_t hash(const char *text)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        sum = (sum ^ *c) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static void make_room(text_table *table, size_t numbers)
{
    if (numbers <= table->room) {
        return;
    }
    size_t room = table->room == 0 ? 64 : table->room;
    while (room < numbers) {
        room *= 2;
    }
    table->texts = grown(table->texts, room * sizeof *table->texts);
    memset(table->texts + table->room, 0, (room - table->room) * sizeof *table->texts);
    table->room = room;
}

static size_t slot_of(const text_table *table, const char *text)
{
    size_t at = hash(text) & (table->slot_count - 1);
    while (table->slots[at] != 0 && strcmp(table->texts[table->slots[at] - 1], text) != 0) {
        at = (at + 1) & (table->slot_count - 1);
    }
    return at;
}

static void make_slots(text_table *table)
{
    if (2 * table->count < table->slot_count) {
        return;
    }
    table->slot_count = table->slot_count == 0 ? 256 : 2 * table->slot_count;
    free(table->slots);
    table->slots = grown(NULL, table->slot_count * sizeof *table->slots);
    memset(table->slots, 0, table->slot_count * sizeof *table->slots);
    for (size_t i = 0; i < table->count; i++) {
        table->slots[slot_of(table, table->texts[i])] = (uint32_t)i + 1;
    }
}

uint32_t texts_find(text_table *table, const char *text, bool *added)
{
    make_slots(table);
    const size_t slot = slot_of(table, text);
    *added = table->slots[slot] == 0;
    if (*added) {
        if (table->count == NUMBERS_MAX) {
            give_up("hdtrace-otf2", "there are too many different texts");
        }
        make_room(table, table->count + 1);
        table->texts[table->count++] = copy(text);
        table->slots[slot] = (uint32_t)table->count;
    }
    return table->slots[slot] - 1;
}

void texts_put(text_table *table, uint32_t number, const char *text)
{
    if (number >= NUMBERS_MAX) {
        refuse("definitions", "the number of a text is too large");
    }
    make_room(table, (size_t)number + 1);
    free(table->texts[number]);
    table->texts[number] = copy(text);
    table->count = number >= table->count ? (size_t)number + 1 : table->count;
}

const char *texts_get(const text_table *table, uint32_t number)
{
    return number < table->count && table->texts[number] != NULL ? table->texts[number] : "";
}

void texts_free(text_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        free(table->texts[i]);
    }
    free(table->texts);
    free(table->slots);
}
