/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "change.h"

#include <string.h>

void change_hints_init(struct change_hints *hints, const struct plan_file_image *plan,
                       const struct change_options *options)
{
    const struct plan_file_head *head = plan->head;
    hints->plan = plan;
    hints->options = options;
    hints->entries = g_array_new(FALSE, FALSE, sizeof(struct plan_hint_entry));
    hints->texts = g_byte_array_new();
    hints->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (head->hints.count > 0) {
        g_array_append_vals(hints->entries, plan_file_hints(plan, 0), (guint)head->hints.count);
    }
    if (head->texts.count > 0) {
        g_byte_array_append(hints->texts, (const guint8 *)plan->bytes + head->texts.offset,
                            (guint)head->texts.count);
    }
}

void change_hints_fini(struct change_hints *hints)
{
    g_array_unref(hints->entries);
    g_byte_array_unref(hints->texts);
    g_hash_table_unref(hints->places);
}

static uint32_t add_text(const struct change_hints *hints, const char *text)
{
    const uint32_t place = hints->texts->len;
    g_byte_array_append(hints->texts, (const guint8 *)text, (guint)strlen(text) + 1);
    return place;
}

/* The last hint of the options with that name; NULL: none. */
static const char *find_value(const struct change_hints *hints, const char *key)
{
    const char *value = NULL;
    const size_t length = strlen(key);
    for (guint i = 0; hints->options->hints != NULL && hints->options->hints[i] != NULL; i++) {
        const char *hint = hints->options->hints[i];
        if (strncmp(hint, key, length) == 0 && hint[length] == '=') {
            value = hint + length + 1;
        }
    }
    return value;
}

static bool is_removed(const struct change_hints *hints, const char *key)
{
    return hints->options->no_hints != NULL &&
           g_strv_contains((const char *const *)hints->options->no_hints, key);
}

static void add_pair(GPtrArray *pairs, const char *key, const char *value)
{
    g_ptr_array_add(pairs, g_strdup(key));
    g_ptr_array_add(pairs, g_strdup(value));
}

static bool has_key(const GPtrArray *pairs, const char *key, size_t length)
{
    for (guint i = 0; i < pairs->len; i += 2) {
        const char *one = g_ptr_array_index(pairs, i);
        if (strlen(one) == length && memcmp(one, key, length) == 0) {
            return true;
        }
    }
    return false;
}

static void add_own(const struct change_hints *hints, GPtrArray *pairs)
{
    for (guint i = 0; hints->options->hints != NULL && hints->options->hints[i] != NULL; i++) {
        const char *hint = hints->options->hints[i];
        const size_t length = (size_t)(strchr(hint, '=') - hint);
        if (!has_key(pairs, hint, length)) {
            g_autofree char *key = g_strndup(hint, length);
            add_pair(pairs, key, find_value(hints, key));
        }
    }
}

/* Sets that are equal are stored once. */
static int64_t place_of(const struct change_hints *hints, GPtrArray *pairs)
{
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint i = 0; i < pairs->len; i++) {
        g_string_append_printf(joined, "%s\n", (const char *)g_ptr_array_index(pairs, i));
    }
    const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(hints->places, joined->str));
    if (known != 0) {
        return known - 1;
    }
    const guint first = hints->entries->len;
    for (guint i = 0; i < pairs->len; i += 2) {
        const struct plan_hint_entry entry = {
            add_text(hints, g_ptr_array_index(pairs, i)),
            add_text(hints, g_ptr_array_index(pairs, i + 1)),
        };
        g_array_append_val(hints->entries, entry);
    }
    g_hash_table_insert(hints->places, g_strdup(joined->str), GUINT_TO_POINTER(first + 1));
    return first;
}

bool change_hints_apply(struct change_hints *hints, int64_t *first, int64_t *count, bool adds)
{
    g_autoptr(GPtrArray) pairs = g_ptr_array_new_with_free_func(g_free);
    const struct plan_hint_entry *old = plan_file_hints(hints->plan, (uint32_t)*first);
    bool differs = false;
    for (int64_t i = 0; i < *count; i++) {
        const char *key = plan_file_text(hints->plan, old[i].key);
        const char *before = plan_file_text(hints->plan, old[i].value);
        const char *value = find_value(hints, key);
        const bool is_gone = value == NULL && is_removed(hints, key);
        if (!is_gone) {
            add_pair(pairs, key, value == NULL ? before : value);
        }
        differs |= is_gone || (value != NULL && strcmp(value, before) != 0);
    }
    if (adds) {
        add_own(hints, pairs);
    }
    differs |= pairs->len / 2 != *count;
    if (differs) {
        *count = pairs->len / 2;
        *first = *count == 0 ? 0 : place_of(hints, pairs);
    }
    return differs;
}
