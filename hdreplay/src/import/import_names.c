/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names: what they stand for, calls that take them, and what tells of files without I/O. */
#include "import_strace.h"

#include <string.h>

/* --- names -------------------------------------------------------------------------------------
 */

bool import_is_recorded(const char *path)
{
    return *path == '/' &&
           (!g_str_has_prefix(path, "/dev/") || g_str_has_prefix(path, "/dev/shm/"));
}

/* What a relative name begins from. NULL: not known. */
static char *folder_of(struct importing *s, int folder)
{
    struct import_process *process = s->thread->process;
    const struct import_word word = folder < 0
                                        ? (struct import_word){"AT_FDCWD", strlen("AT_FDCWD")}
                                        : s->call.arguments[folder];
    g_autofree char *path = import_word_path(word);
    gint64 fd = -1;
    if (import_word_begins(word, "AT_FDCWD")) {
        if (path != NULL) { /* also for the calls that don't tell it */
            g_free(process->folder);
            process->folder = g_steal_pointer(&path);
        }
        return g_strdup(process->folder);
    }
    const struct import_descriptor *descriptor =
        import_word_number(word, &fd) ? import_table_get(process->table, fd) : NULL;
    return path != NULL         ? g_steal_pointer(&path)
           : descriptor != NULL ? g_strdup(descriptor->opening->file->name)
                                : NULL;
}

static char *whole_name(struct importing *s, int folder, const char *name)
{
    g_autofree char *begin = folder_of(s, folder);
    if (*name == '/' || begin == NULL) {
        return g_strdup(name);
    }
    while (name[0] == '.' && name[1] == '/') {
        name += 2 + strspn(name + 2, "/");
    }
    return g_strconcat(begin, g_str_has_suffix(begin, "/") ? "" : "/", name, NULL);
}

char *import_name(struct importing *s, int folder, guint argument)
{
    g_autofree char *name =
        argument < s->call.count ? import_word_string(s->call.arguments[argument]) : NULL;
    return name == NULL ? NULL : whole_name(s, folder, name);
}

/* --- by name -----------------------------------------------------------------------------------
 */

/* `kind`: the argument that the name is; truncate has a size behind it. */
const char *import_named(struct importing *s, const char *state, int kind)
{
    const bool truncates = strcmp(state, "truncate") == 0;
    gint64 size = -1;
    if (truncates && (s->call.count < 2 || !import_word_number(s->call.arguments[1], &size))) {
        return import_no_number;
    }
    g_autofree char *name = import_name(s, kind - 1, (guint)kind);
    if (name == NULL) {
        return import_failed(s) ? import_not_io : import_no_name;
    }
    struct import_file *file = import_files_get(s->files, name);
    hd_trace *trace = import_begin(s, state);
    import_add_file(s, "fid", file, import_file_size(file));
    import_add(s, "size", size);
    hd_trace_add_text(trace, "name", name);
    import_end(s);
    if (!import_failed(s)) {
        import_file_set_size(file, MAX(size, 0));
        file->presence = truncates ? IMPORT_THERE : IMPORT_GONE;
    }
    return import_done;
}

/* `kind`: with folders before the names. */
const char *import_rename(struct importing *s, const char *state, int kind)
{
    g_autofree char *name = kind != 0 ? import_name(s, 0, 1) : import_name(s, -1, 0);
    g_autofree char *target = kind != 0 ? import_name(s, 2, 3) : import_name(s, -1, 1);
    if (name == NULL || target == NULL) {
        return import_failed(s) ? import_not_io : import_no_name;
    }
    struct import_file *from = import_files_get(s->files, name);
    struct import_file *to = import_files_get(s->files, target);
    hd_trace *trace = import_begin(s, state);
    import_add_file(s, "fid", from, import_file_size(from));
    import_add_file(s, "toFid", to, import_file_size(to));
    hd_trace_add_text(trace, "name", name);
    hd_trace_add_text(trace, "toName", target);
    import_end(s);
    if (!import_failed(s)) {
        import_file_set_size(to, import_file_size(from));
        to->presence = IMPORT_THERE;
        import_file_set_size(from, 0);
        from->presence = IMPORT_GONE;
    }
    return import_done;
}

/* --- what tells of files -----------------------------------------------------------------------
 */

/* `kind`: the argument that the name is, -1: none, a descriptor. */
const char *import_stat(struct importing *s, const char *state, int kind)
{
    (void)state;
    gint64 fd = -1;
    gint64 size = -1;
    struct import_word mode = {"", 0};
    struct import_word bytes = {"", 0};
    if (s->call.count <= (guint)MAX(kind, 0)) {
        return import_too_few;
    }
    g_autofree char *name = kind < 0 ? NULL : import_name(s, kind - 1, (guint)kind);
    const bool is_empty = kind >= 0 && import_word_is(s->call.arguments[kind], "\"\"");
    struct import_descriptor *found = NULL;
    if ((kind < 0 || is_empty) && import_word_number(s->call.arguments[0], &fd)) {
        found = import_table_get(s->thread->process->table, fd);
    }
    struct import_file *file = found != NULL ? found->opening->file
                               : name != NULL && *name == '/' && !is_empty
                                   ? import_files_get(s->files, name)
                                   : NULL;
    if (file != NULL && import_failed(s) && strcmp(s->call.error, "ENOENT") == 0) {
        file->presence = IMPORT_GONE;
    }
    if (file == NULL || import_failed(s)) {
        return import_not_io;
    }
    file->presence = IMPORT_THERE;
    for (guint i = 0; i < s->call.count; i++) {
        if (import_word_field(s->call.arguments[i], "st_mode", &mode) ||
            import_word_field(s->call.arguments[i], "stx_mode", &mode)) {
            file->is_folder |= !import_word_begins(mode, "S_IFREG");
        }
        if (import_word_field(s->call.arguments[i], "st_size", &bytes) ||
            import_word_field(s->call.arguments[i], "stx_size", &bytes)) {
            (void)import_word_number(bytes, &size);
        }
    }
    if (size >= 0 && !file->is_folder) {
        import_file_saw_size(file, size);
    }
    return import_not_io;
}

const char *import_list(struct importing *s, const char *state, int kind)
{
    (void)state;
    (void)kind;
    gint64 fd = -1;
    struct import_descriptor *found =
        s->call.count > 0 && import_word_number(s->call.arguments[0], &fd)
            ? import_table_get(s->thread->process->table, fd)
            : NULL;
    if (found != NULL && !import_failed(s)) {
        found->opening->file->is_folder = true;
    }
    return import_not_io;
}

/* chdir, fchdir (kind 1), getcwd (kind 2). */
const char *import_folder(struct importing *s, const char *state, int kind)
{
    (void)state;
    struct import_process *process = s->thread->process;
    if (import_failed(s) || s->call.count == 0) {
        return import_not_io;
    }
    char *folder = kind == 1 ? folder_of(s, 0) : import_name(s, -1, 0);
    g_free(process->folder);
    process->folder = NULL;
    if (folder != NULL && *folder == '/') {
        process->folder = g_steal_pointer(&folder);
    }
    g_free(folder);
    return import_not_io;
}

const char *import_exec(struct importing *s, const char *state, int kind)
{
    (void)state;
    (void)kind;
    if (!import_failed(s)) {
        import_table_exec(s->thread->process->table);
        g_array_set_size(s->thread->process->maps, 0);
    }
    return import_not_io;
}
