/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_tables.h"

#include <string.h>

struct plan_tables *plan_tables_new(void)
{
    struct plan_tables *tables = g_new0(struct plan_tables, 1);
    tables->texts = g_byte_array_new();
    tables->text_places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    tables->numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));
    tables->hints = g_array_new(FALSE, FALSE, sizeof(struct plan_hint_entry));
    tables->hint_places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    tables->types = g_array_new(FALSE, FALSE, sizeof(struct plan_type_entry));
    tables->spans = g_array_new(FALSE, FALSE, sizeof(struct plan_span));
    tables->type_places = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    tables->type_ids = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return tables;
}

void plan_tables_free(struct plan_tables *tables)
{
    if (tables != NULL) {
        g_byte_array_unref(tables->texts);
        g_hash_table_unref(tables->text_places);
        g_array_unref(tables->numbers);
        g_array_unref(tables->hints);
        g_hash_table_unref(tables->hint_places);
        g_array_unref(tables->types);
        g_array_unref(tables->spans);
        g_hash_table_unref(tables->type_places);
        g_hash_table_unref(tables->type_ids);
        g_free(tables);
    }
}

uint32_t plan_tables_add_text(struct plan_tables *tables, const char *text)
{
    gpointer place = NULL;
    if (!g_hash_table_lookup_extended(tables->text_places, text, NULL, &place)) {
        place = GUINT_TO_POINTER(tables->texts->len);
        g_byte_array_append(tables->texts, (const guint8 *)text, (guint)strlen(text) + 1);
        g_hash_table_insert(tables->text_places, g_strdup(text), place);
    }
    return GPOINTER_TO_UINT(place);
}

uint32_t plan_tables_add_hints(struct plan_tables *tables, const GPtrArray *pairs)
{
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint i = 0; i < pairs->len; i++) {
        const char *text = g_ptr_array_index(pairs, i);
        g_string_append_printf(joined, "%zu:%s", strlen(text), text);
    }
    gpointer place = NULL;
    if (!g_hash_table_lookup_extended(tables->hint_places, joined->str, NULL, &place)) {
        place = GUINT_TO_POINTER(tables->hints->len);
        for (guint i = 0; i + 1 < pairs->len; i += 2) {
            const struct plan_hint_entry hint = {
                .key = plan_tables_add_text(tables, g_ptr_array_index(pairs, i)),
                .value = plan_tables_add_text(tables, g_ptr_array_index(pairs, i + 1)),
            };
            g_array_append_val(tables->hints, hint);
        }
        g_hash_table_insert(tables->hint_places, g_strdup(joined->str), place);
    }
    return GPOINTER_TO_UINT(place);
}
