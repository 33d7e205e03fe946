/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names, room and the files that a run begins with. */
#include "plan/plan_error.h"
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BLOCK_BYTES = 1 << 20 };

void run_fill(void *to, size_t bytes, int content)
{
    unsigned char *const at = to;
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
    if (content != RUN_RANDOM) {
        memset(at, content == RUN_CONSTANT ? 0x5a : 0, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i++) {
        if (i % sizeof state == 0) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
        }
        at[i] = (unsigned char)(state >> (8 * (i % sizeof state)));
    }
}

gboolean run_open_plan(struct run *run, gboolean checksum, GError **error)
{
    if (!plan_file_open(run->options.plan, checksum, &run->plan, error)) {
        return FALSE;
    }
    g_autofree char *id = g_strdup_printf("%016" G_GINT64_MODIFIER "x", run->plan.head->checksum);
    return safe_root_open(run->options.root, id, &run->root, error) && run_map_files(run, error);
}

static void close_folder(gpointer folder)
{
    close(GPOINTER_TO_INT(folder));
}

void run_close_plan(struct run *run)
{
    g_clear_pointer(&run->folders, g_hash_table_unref);
    g_clear_pointer(&run->places, g_free);
    run_free_targets(run);
    plan_file_close(&run->plan);
    if (run->root.path != NULL) {
        safe_root_close(&run->root);
    }
}

/* As many as the system allows: a plan may have many folders, and files open at a time. */
static void raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

gboolean run_open_folders(struct run *run, GError **error)
{
    const uint32_t count = run->paths->len;
    if (run->mpi != NULL && (run->plan.head->flags & PLAN_FILE_POSIX) == 0 &&
        !run->options.verify) {
        return TRUE; /* MPI opens by paths */
    }
    raise_limit();
    run->places = g_new0(struct run_place, count + 1);
    run->folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, close_folder);
    for (uint32_t i = 0; i < count; i++) {
        const char *leaf = strrchr(run_path(run, i), '/');
        leaf = leaf == NULL ? run_path(run, i) : leaf + 1;
        g_autofree char *folder = g_strndup(run_path(run, i), (gsize)(leaf - run_path(run, i)));
        gpointer fd = NULL;
        if (!g_hash_table_lookup_extended(run->folders, folder, NULL, &fd)) {
            fd = GINT_TO_POINTER(safe_root_open_folder(&run->root, run_path(run, i), &leaf, error));
            if (GPOINTER_TO_INT(fd) < 0) {
                return FALSE;
            }
            g_hash_table_insert(run->folders, g_steal_pointer(&folder), fd);
        }
        run->places[i] = (struct run_place){GPOINTER_TO_INT(fd), leaf};
    }
    return TRUE;
}

static gboolean write_all(int fd, char *block, int64_t bytes, bool by_offset)
{
    int64_t place = 0;
    while (bytes > 0) {
        if (by_offset) {
            run_fill_at(block, (size_t)MIN(bytes, BLOCK_BYTES), place);
        }
        const ssize_t done = write(fd, block, (size_t)MIN(bytes, BLOCK_BYTES));
        if (done < 0 && errno != EINTR) {
            return FALSE;
        }
        bytes -= MAX(done, 0);
        place += MAX(done, 0);
    }
    return TRUE;
}

static gboolean make_file(const struct run *run, uint32_t i, char *block, GError **error)
{
    const struct plan_file_entry *file =
        plan_file_file(&run->plan, g_array_index(run->target_files, uint32_t, i));
    if ((file->flags & PLAN_FILE_EXISTS) == 0) {
        return safe_root_make_folders(&run->root, run_path(run, i), error);
    }
    const int fd = safe_root_create(&run->root, run_path(run, i), error);
    if (fd < 0) {
        return FALSE;
    }
    const gboolean ok = run->options.sparse ? ftruncate(fd, file->initial_bytes) == 0
                                            : write_all(fd, block, file->initial_bytes,
                                                        run->options.content == RUN_OFFSET);
    const int cause = errno;
    if (close(fd) == 0 && ok) {
        return TRUE;
    }
    return plan_fail(error, "%s: %s; what was created is listed in the manifest of the root",
                     run_full_path(run, i), g_strerror(ok ? errno : cause));
}

gboolean run_prepare(struct run *run, GError **error)
{
    const uint32_t count = run->paths->len;
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    char *block = NULL;
    gboolean ok = TRUE;
    for (uint32_t i = 0; i < count; i++) {
        g_ptr_array_add(paths, g_ptr_array_index(run->paths, i));
    }
    if (!safe_root_has_space(&run->root, run_space(run), error) ||
        !safe_root_begin(&run->root, paths, error)) {
        return FALSE;
    }
    block = g_malloc(BLOCK_BYTES);
    run_fill(block, BLOCK_BYTES, run->options.content);
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = make_file(run, i, block, error);
    }
    g_free(block);
    return ok;
}
