/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls on descriptors; those that make and close them are in import_open.c, that move data in
 * import_data.c, on names in import_names.c.
 * States and attributes are those of libhdposix (tracewriting-c/doc/format.md, section 10). */
#include "import_strace.h"

#include <string.h>

const char import_done[] = "done";
const char import_not_io[] = "no I/O of files";
const char import_no_number[] = "an argument is no number";
const char import_too_few[] = "fewer arguments than the call has";
const char import_no_name[] = "a name is cut or no string";

/* --- further descriptors -----------------------------------------------------------------------
 */

static const char *duplicate(struct importing *s, const char *state, bool closes_on_exec)
{
    GHashTable *table = s->thread->process->table;
    gint64 fd = -1;
    if (s->call.count < 1 || !import_word_number(s->call.arguments[0], &fd)) {
        return import_no_number;
    }
    const struct import_descriptor *found = import_find(s, 0);
    if (found == NULL) {
        if (!import_failed(s) && s->call.result != fd) {
            import_table_remove(table, s->call.result);
        }
        return import_not_io;
    }
    const struct import_descriptor from = *found;
    from.opening->references++;
    if (!import_failed(s) && s->call.result != fd) {
        struct import_descriptor *copy = import_table_put(table, s->call.result, from.opening);
        copy->owner = from.owner;
        copy->oid = from.oid;
        copy->closes_on_exec = closes_on_exec;
    }
    (void)import_begin_on(s, state, &from);
    import_add(s, "fd", fd);
    import_add(s, "newFd", s->call.result);
    import_end(s);
    import_opening_unref(from.opening);
    return import_done;
}

static const char *do_dup(struct importing *s, const char *state, int kind)
{
    (void)kind;
    const bool closes = s->call.count > 2 && import_word_has(s->call.arguments[2], "O_CLOEXEC");
    return duplicate(s, state, closes);
}

static const char *do_fcntl(struct importing *s, const char *state, int kind)
{
    (void)kind;
    gint64 fd = -1;
    if (s->call.count < 2 || !import_word_number(s->call.arguments[0], &fd)) {
        return import_too_few;
    }
    const struct import_word command = s->call.arguments[1];
    if (import_word_begins(command, "F_DUPFD")) {
        return duplicate(s, state, import_word_is(command, "F_DUPFD_CLOEXEC"));
    }
    struct import_descriptor *found = import_table_get(s->thread->process->table, fd);
    if (found != NULL && s->call.count > 2 && s->call.result == 0) {
        if (import_word_is(command, "F_SETFL")) {
            found->opening->appends = import_word_has(s->call.arguments[2], "O_APPEND");
        } else if (import_word_is(command, "F_SETFD")) {
            found->closes_on_exec = import_word_has(s->call.arguments[2], "FD_CLOEXEC");
        }
    }
    return import_not_io;
}

/* --- sizes and disks ---------------------------------------------------------------------------
 */

/* fsync, fdatasync, syncfs; `kind` above 0: the argument that the offset is, with the size behind.
 */
static const char *do_range(struct importing *s, const char *state, int kind)
{
    gint64 offset = -1;
    gint64 size = -1;
    const guint at = (guint)kind;
    if (at > 0 && (s->call.count < at + 2 || !import_word_number(s->call.arguments[at], &offset) ||
                   !import_word_number(s->call.arguments[at + 1], &size))) {
        return import_no_number;
    }
    const struct import_descriptor *found = import_find(s, 0);
    if (found == NULL) {
        return import_not_io;
    }
    (void)import_begin_on(s, state, found);
    import_add(s, "offset", offset);
    import_add(s, "size", size);
    import_end(s);
    if (strcmp(state, "fallocate") == 0 && !import_failed(s) &&
        import_word_is(s->call.arguments[1], "0") && offset >= 0 && size >= 0 &&
        offset <= G_MAXINT64 - size) {
        import_file_wrote(found->opening->file, offset + size);
    }
    return import_done;
}

static const char *do_ftruncate(struct importing *s, const char *state, int kind)
{
    (void)kind;
    gint64 size = -1;
    if (s->call.count < 2 || !import_word_number(s->call.arguments[1], &size)) {
        return import_no_number;
    }
    const struct import_descriptor *found = import_find(s, 0);
    if (found == NULL) {
        return import_not_io;
    }
    (void)import_begin_on(s, state, found);
    import_add(s, "size", size);
    import_end(s);
    if (!import_failed(s)) {
        import_file_set_size(found->opening->file, MAX(size, 0));
    }
    return import_done;
}

/* --- all of them -------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    const char *state;
    const char *(*handle)(struct importing *s, const char *state, int kind);
    int kind;
} calls[] = {
    {"open", "open", import_open, 0},
    {"openat", "openat", import_open, 1},
    {"openat2", "openat", import_open, 1},
    {"creat", "creat", import_open, 0},
    {"close", "close", import_close, 0},
    {"close_range", NULL, import_close_range, 0},
    {"dup", "dup", do_dup, 0},
    {"dup2", "dup2", do_dup, 0},
    {"dup3", "dup3", do_dup, 0},
    {"fcntl", "fcntl", do_fcntl, 0},
    {"fcntl64", "fcntl", do_fcntl, 0},
    {"read", "read", import_transfer, 0},
    {"write", "write", import_transfer, IMPORT_WRITES},
    {"pread64", "pread", import_transfer, IMPORT_PLACED},
    {"pwrite64", "pwrite", import_transfer, IMPORT_WRITES | IMPORT_PLACED},
    {"readv", "readv", import_transfer, IMPORT_PIECES},
    {"writev", "writev", import_transfer, IMPORT_WRITES | IMPORT_PIECES},
    {"preadv", "preadv", import_transfer, IMPORT_PLACED | IMPORT_PIECES},
    {"pwritev", "pwritev", import_transfer, IMPORT_WRITES | IMPORT_PLACED | IMPORT_PIECES},
    {"preadv2", "preadv2", import_transfer, IMPORT_PLACED | IMPORT_PIECES | IMPORT_FLAGGED},
    {"pwritev2", "pwritev2", import_transfer,
     IMPORT_WRITES | IMPORT_PLACED | IMPORT_PIECES | IMPORT_FLAGGED},
    {"copy_file_range", "copy_file_range", import_copy, 0},
    {"splice", "splice", import_copy, 0},
    {"sendfile", "sendfile", import_copy, 1},
    {"sendfile64", "sendfile", import_copy, 1},
    {"lseek", "lseek", import_seek, 0},
    {"_llseek", "lseek", import_seek, 0},
    {"fsync", "fsync", do_range, 0},
    {"fdatasync", "fdatasync", do_range, 0},
    {"syncfs", "syncfs", do_range, 0},
    {"sync_file_range", "sync_file_range", do_range, 1},
    {"fallocate", "fallocate", do_range, 2},
    {"ftruncate", "ftruncate", do_ftruncate, 0},
    {"ftruncate64", "ftruncate", do_ftruncate, 0},
    {"truncate", "truncate", import_named, 0},
    {"truncate64", "truncate", import_named, 0},
    {"unlink", "unlink", import_named, 0},
    {"unlinkat", "unlinkat", import_named, 1},
    {"rename", "rename", import_rename, 0},
    {"renameat", "renameat", import_rename, 1},
    {"renameat2", "renameat2", import_rename, 1},
    {"mmap", "mmap", import_mmap, 1},
    {"mmap2", "mmap", import_mmap, 1},
    {"munmap", "munmap", import_memory, 1},
    {"msync", "msync", import_memory, 0},
    {"stat", NULL, import_stat, 0},
    {"lstat", NULL, import_stat, 0},
    {"access", NULL, import_stat, 0},
    {"newfstatat", NULL, import_stat, 1},
    {"statx", NULL, import_stat, 1},
    {"faccessat", NULL, import_stat, 1},
    {"faccessat2", NULL, import_stat, 1},
    {"fstat", NULL, import_stat, -1},
    {"getdents64", NULL, import_list, 0},
    {"chdir", NULL, import_folder, 0},
    {"fchdir", NULL, import_folder, 1},
    {"getcwd", NULL, import_folder, 2},
    {"execve", NULL, import_exec, 0},
    {"execveat", NULL, import_exec, 0},
};

static int find(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        if (strcmp(calls[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool import_knows(const char *name)
{
    const int i = find(name);
    return i >= 0 && calls[i].state != NULL;
}

const char *import_handle(struct importing *s)
{
    const int i = find(s->call.name);
    return i < 0 ? import_not_io : calls[i].handle(s, calls[i].state, calls[i].kind);
}
