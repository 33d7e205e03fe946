/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import_births.h"

#include <string.h>

static bool makes_process(const char *text)
{
    return g_str_has_prefix(text, "clone(") || g_str_has_prefix(text, "clone3(") ||
           g_str_has_prefix(text, "fork(") || g_str_has_prefix(text, "vfork(");
}

static bool has_flag(const struct import_call *call, const char *flag)
{
    for (guint i = 0; i < call->count; i++) {
        struct import_word flags;
        struct import_word word = call->arguments[i];
        if (import_word_field(word, "flags", &flags)) {
            word = flags;
        } else if (import_word_begins(word, "flags=")) {
            word =
                (struct import_word){word.text + strlen("flags="), word.length - strlen("flags=")};
        }
        if (import_word_has(word, flag)) {
            return true;
        }
    }
    return false;
}

static void free_births(gpointer data)
{
    g_array_unref(data);
}

const struct import_birth *import_births_take(const struct importing *s,
                                              const struct import_births *births, int pid)
{
    GArray *all = g_hash_table_lookup(births->all, GINT_TO_POINTER(pid));
    const gpointer time = s->project == NULL ? (gpointer)s->log : (gpointer)s->project;
    for (guint i = 0; all != NULL && i < all->len; i++) {
        struct import_birth *birth = &g_array_index(all, struct import_birth, i);
        if (birth->seen_by != time) {
            birth->seen_by = time;
            return birth;
        }
    }
    return NULL;
}

static const char *note_birth(struct import_births *births, int pid, const char *text)
{
    struct import_call call;
    const char *const cause = import_call_read(text, &call);
    if (cause != NULL || !call.is_known || call.result <= 0 || call.result > G_MAXINT) {
        return cause;
    }
    const gpointer key = GINT_TO_POINTER((int)call.result);
    const struct import_birth birth = {pid, has_flag(&call, "CLONE_THREAD"),
                                       has_flag(&call, "CLONE_FILES"), NULL};
    GArray *all = g_hash_table_lookup(births->all, key);
    if (all == NULL) {
        all = g_array_new(FALSE, FALSE, sizeof(struct import_birth));
        g_hash_table_insert(births->all, key, all);
    }
    g_array_append_val(all, birth);
    return NULL;
}

static void note_program(struct import_births *births, const char *text)
{
    struct import_call call;
    if (births->program == NULL && g_str_has_prefix(text, "execve(") &&
        import_call_read(text, &call) == NULL && call.count > 0 && call.result == 0) {
        g_autofree char *path = import_word_string(call.arguments[0]);
        births->program = path == NULL || *path == '\0' ? NULL : g_path_get_basename(path);
    }
}

gboolean import_births_find(const struct import_log *log, struct import_births *births,
                            GError **error)
{
    g_autoptr(GHashTable) pending = g_hash_table_new(NULL, NULL);
    *births = (struct import_births){g_hash_table_new_full(NULL, NULL, NULL, free_births), NULL,
                                     G_MAXINT64};
    for (guint i = 0; i < log->events->len; i++) {
        struct import_event *event = &g_array_index(log->events, struct import_event, i);
        const gpointer pid = GINT_TO_POINTER(event->pid);
        const char *cause = NULL;
        births->first_ns = MIN(births->first_ns, event->time_ns);
        if (event->kind == IMPORT_BEGINS) {
            g_hash_table_insert(pending, pid, event);
        } else if (event->kind == IMPORT_WHOLE) {
            note_program(births, event->text);
            cause = makes_process(event->text) ? note_birth(births, event->pid, event->text) : NULL;
        } else if (event->kind == IMPORT_ENDS) {
            const struct import_event *begin = g_hash_table_lookup(pending, pid);
            if (begin != NULL && makes_process(begin->text)) {
                g_autofree char *text = import_event_join(begin, event);
                cause =
                    text == NULL ? "not the end of a call" : note_birth(births, event->pid, text);
            }
            (void)g_hash_table_remove(pending, pid);
        }
        if (cause != NULL) {
            return import_log_fail(log, event, cause, error);
        }
    }
    return TRUE;
}

void import_births_fini(struct import_births *births)
{
    g_clear_pointer(&births->all, g_hash_table_unref);
    g_clear_pointer(&births->program, g_free);
}
