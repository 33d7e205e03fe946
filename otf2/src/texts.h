/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_OTF2_TEXTS_H
#define HD_OTF2_TEXTS_H
/* Texts of an archive by their numbers, and numbers by texts: those that are written are given once
 * each. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct text_table {
    char **texts; /* by number; NULL for none */
    size_t count; /* of numbers in use */
    size_t room;
    uint32_t *slots; /* numbers + 1 by hash, 0 for a free one */
    size_t slot_count;
} text_table;

/* The number of a text; a new one has the next. */
uint32_t texts_find(text_table *table, const char *text, bool *added);

/* Give a number a text, which is copied. Not together with texts_find. */
void texts_put(text_table *table, uint32_t number, const char *text);

/* "" for a number without text. */
const char *texts_get(const text_table *table, uint32_t number);
void texts_free(text_table *table);

#endif
