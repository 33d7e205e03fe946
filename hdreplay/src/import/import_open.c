/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptors of files, and the calls that make and close them. */
#include "import_strace.h"

#include <string.h>

/* --- descriptors -------------------------------------------------------------------------------
 */

/* One that the process has not told of: inherited, open before strace came, received. */
static void tell(struct importing *s, gint64 fd, struct import_descriptor *descriptor)
{
    const struct import_opening *opening = descriptor->opening;
    struct import_process *process = s->thread->process;
    descriptor->oid = process->next_oid++;
    descriptor->owner = process;
    if (s->project == NULL) {
        return;
    }
    import_open_trace(s);
    hd_trace_begin_event_at(s->thread->trace, "opened", s->begin_ns);
    import_add_opening(s, descriptor);
    import_add(s, "fd", fd);
    hd_trace_add_text(s->thread->trace, "path", opening->file->name);
    hd_trace_add_text(s->thread->trace, "amode", opening->mode);
    import_add(s, "offset", opening->position);
    import_add(s, "fileSize", import_file_size(opening->file));
    hd_trace_end_event(s->thread->trace);
}

struct import_descriptor *import_find(struct importing *s, guint argument)
{
    GHashTable *table = s->thread->process->table;
    gint64 fd = -1;
    if (argument >= s->call.count || !import_word_number(s->call.arguments[argument], &fd)) {
        return NULL;
    }
    g_autofree char *path = import_word_path(s->call.arguments[argument]);
    struct import_descriptor *found = import_table_get(table, fd);
    if (path != NULL && !import_is_recorded(path)) {
        import_table_remove(table, fd); /* somebody closed it unseen */
        return NULL;
    }
    if (found == NULL && path != NULL) {
        struct import_opening *opening =
            import_opening_new(import_files_get(s->files, path), -1, "RDWR");
        found = import_table_put(table, fd, opening);
        import_opening_unref(opening);
    }
    if (found == NULL || found->opening->file->is_folder) {
        return NULL;
    }
    if (found->oid < 0 || found->owner != s->thread->process) {
        tell(s, fd, found);
    }
    return found;
}

/* --- open and close ----------------------------------------------------------------------------
 */

/* `O_RDWR|O_CREAT|...` as `RDWR|CREAT`, in the order of libhdposix. */
static const char *mode_of(struct import_word flags)
{
    static const char *const names[] = {"O_CREAT",    "O_EXCL",      "O_TRUNC",    "O_APPEND",
                                        "O_DIRECT",   "O_SYNC",      "O_DSYNC",    "O_TMPFILE",
                                        "O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK", "O_CLOEXEC",
                                        "O_NOATIME",  "O_NOCTTY",    "O_PATH"};
    g_autoptr(GString) mode = g_string_new(import_word_has(flags, "O_RDWR")     ? "RDWR"
                                           : import_word_has(flags, "O_WRONLY") ? "WRONLY"
                                                                                : "RDONLY");
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (import_word_has(flags, names[i])) {
            g_string_append_printf(mode, "|%s", names[i] + strlen("O_"));
        }
    }
    return g_intern_string(mode->str);
}

/* Whether there was a file of that name; -1: the log does not tell. */
static int existed(const struct import_file *file, struct import_word flags)
{
    if (import_word_has(flags, "O_EXCL") || file->presence == IMPORT_GONE) {
        return 0;
    }
    return file->presence == IMPORT_THERE || file->initial_bytes > 0 ? 1 : -1;
}

static void failed_open(struct importing *s, const char *state, const char *name, const char *mode)
{
    hd_trace *trace = import_begin(s, state);
    struct import_file *file = import_files_get(s->files, name);
    import_add_file(s, "fid", file, import_file_size(file));
    hd_trace_add_text(trace, "name", name);
    hd_trace_add_text(trace, "amode", mode);
    import_end(s);
    if (strcmp(s->call.error, "ENOENT") == 0) {
        file->presence = IMPORT_GONE;
    }
}

static void opened(struct importing *s, const char *state, struct import_file *file,
                   struct import_word flags, bool truncates)
{
    struct import_process *process = s->thread->process;
    const bool creates = import_word_has(flags, "O_CREAT") || strcmp(state, "creat") == 0;
    const int before = creates ? existed(file, flags) : -1;
    const gint64 size_before = import_file_size(file);
    const char *const mode = strcmp(state, "creat") == 0 ? "WRONLY|CREAT|TRUNC" : mode_of(flags);
    if (truncates || before == 0) {
        import_file_set_size(file, 0);
    }
    file->presence = IMPORT_THERE;
    file->is_folder |= import_word_has(flags, "O_DIRECTORY") || import_word_has(flags, "O_PATH");
    struct import_opening *opening = import_opening_new(file, 0, mode);
    struct import_descriptor *descriptor =
        import_table_put(process->table, s->call.result, opening);
    import_opening_unref(opening);
    opening->appends = import_word_has(flags, "O_APPEND");
    descriptor->closes_on_exec = import_word_has(flags, "O_CLOEXEC");
    if (file->is_folder) {
        return;
    }
    descriptor->owner = process;
    descriptor->oid = process->next_oid++;
    hd_trace *trace = import_begin(s, state);
    import_add_file(s, "fid", file, size_before);
    import_add(s, "oid", descriptor->oid);
    import_add(s, "fd", s->call.result);
    import_add(s, "existed", before);
    import_add(s, "fileSize", import_file_size(file));
    hd_trace_add_text(trace, "name", file->name);
    hd_trace_add_text(trace, "amode", mode);
    import_end(s);
}

/* `kind`: the argument that the name is, 1 with a folder before it. */
const char *import_open(struct importing *s, const char *state, int kind)
{
    const guint at = (guint)kind;
    const bool is_creat = strcmp(state, "creat") == 0;
    if (s->call.count < at + 1 + !is_creat) {
        return import_too_few;
    }
    struct import_word flags = is_creat ? (struct import_word){"", 0} : s->call.arguments[at + 1];
    (void)import_word_field(flags, "flags", &flags); /* of openat2 */
    g_autofree char *name = import_name(s, kind - 1, at);
    g_autofree char *returned = import_word_path(s->call.returned);
    if (import_failed(s)) {
        if (name != NULL && *name == '/' && import_is_recorded(name)) {
            failed_open(s, state, name, is_creat ? "WRONLY|CREAT|TRUNC" : mode_of(flags));
            return import_done;
        }
        return import_not_io;
    }
    if (name == NULL) {
        return import_no_name;
    }
    const bool is_hidden = returned != NULL && !import_is_recorded(returned);
    if (*name != '/' && returned != NULL) {
        g_free(name);
        name = g_steal_pointer(&returned);
    }
    if (is_hidden || (*name == '/' && !import_is_recorded(name))) {
        import_table_remove(s->thread->process->table, s->call.result);
        return import_not_io;
    }
    struct import_file *file = import_files_get(s->files, name);
    opened(s, state, file, flags, is_creat || import_word_has(flags, "O_TRUNC"));
    return file->is_folder ? import_not_io : import_done;
}

void import_vacate(struct importing *s, gint64 fd)
{
    struct import_thread *thread = s->thread;
    const struct import_descriptor *found = import_table_get(thread->process->table, fd);
    if (thread->closing.opening != NULL) {
        import_opening_unref(thread->closing.opening);
        thread->closing.opening = NULL;
    }
    if (found != NULL) {
        thread->closing = *found;
        thread->closing.opening->references++;
        import_table_remove(thread->process->table, fd);
    }
}

const char *import_close(struct importing *s, const char *state, int kind)
{
    (void)kind;
    struct import_descriptor *closing = &s->thread->closing;
    gint64 fd = -1;
    if (s->call.count < 1 || !import_word_number(s->call.arguments[0], &fd)) {
        return import_no_number;
    }
    if (closing->opening == NULL && import_table_get(s->thread->process->table, fd) != NULL) {
        import_vacate(s, fd);
    }
    if (closing->opening == NULL) {
        return import_not_io;
    }
    const bool is_told = closing->oid >= 0 && closing->owner == s->thread->process &&
                         !closing->opening->file->is_folder;
    if (is_told) {
        (void)import_begin_on(s, state, closing);
        import_add(s, "fd", fd);
        import_add(s, "fileSize", import_file_size(closing->opening->file));
        import_end(s);
    }
    import_opening_unref(closing->opening);
    closing->opening = NULL;
    return is_told ? import_done : import_not_io;
}

const char *import_close_range(struct importing *s, const char *state, int kind)
{
    (void)state;
    (void)kind;
    GHashTableIter iter;
    gpointer key = NULL;
    gint64 first = 0;
    gint64 last = 0;
    if (s->call.count < 3 || !import_word_number(s->call.arguments[0], &first) ||
        !import_word_number(s->call.arguments[1], &last)) {
        return import_no_number;
    }
    const bool closes =
        !import_failed(s) && !import_word_has(s->call.arguments[2], "CLOSE_RANGE_CLOEXEC");
    g_hash_table_iter_init(&iter, s->thread->process->table);
    while (closes && g_hash_table_iter_next(&iter, &key, NULL)) {
        if (*(gint64 *)key >= first && *(gint64 *)key <= last) {
            g_hash_table_iter_remove(&iter);
        }
    }
    return import_not_io;
}
