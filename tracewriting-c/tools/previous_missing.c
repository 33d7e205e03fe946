/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which ranks of an earlier project file are still missing. */
#include "previous_data.h"

#include <string.h>

/** The rank that stands at the end of a place; -1: none. */
static gint64 rank_of(const char *place)
{
    const char *last = strrchr(place, ';');
    gint64 rank = -1;
    if (last != NULL) {
        (void)g_ascii_string_to_signed(last + 1, 10, 0, G_MAXINT64, &rank, NULL);
    }
    return rank;
}

/** The ranks that have fragments, wherever: of joined runs several have the same number. */
static GHashTable *ranks_of_fragments(const struct previous *p)
{
    GHashTable *ranks = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    GHashTableIter at;
    gpointer key = NULL;
    g_hash_table_iter_init(&at, p->found->ranks);
    while (g_hash_table_iter_next(&at, &key, NULL)) {
        const gint64 rank = rank_of(key);
        (void)g_hash_table_add(ranks, g_memdup2(&rank, sizeof rank));
    }
    return ranks;
}

size_t previous_count_missing(const struct previous *p)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    GHashTableIter at;
    gpointer key = NULL;
    g_autoptr(GHashTable) own = ranks_of_fragments(p);
    for (guint i = 0; i < p->fragments->len; i++) {
        const gint64 rank = g_array_index(p->ranks, gint64, i);
        if (g_hash_table_contains(p->by_rank, &rank) && !g_hash_table_contains(own, &rank)) {
            (void)g_hash_table_add(known, g_ptr_array_index(p->places, i));
        }
    }
    g_hash_table_iter_init(&at, p->found->ranks);
    while (g_hash_table_iter_next(&at, &key, NULL)) {
        (void)g_hash_table_add(known, key);
    }
    const gint64 missing = p->rank_count - (gint64)g_hash_table_size(known);
    return p->missing > 0 && missing > 0 ? (size_t)missing : 0;
}
