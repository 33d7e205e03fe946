/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array that grows moves to a place of twice its size in the file, copied there by the system;
 * its old place becomes a hole, for another array of that size. Dropping a mapped page keeps what
 * was written to it. */
#include "plan_array.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { IN_MEMORY = 1 << 18, SMALLEST_PLACE = 1 << 19 }; /* bytes */

/* --- the file -----------------------------------------------------------------------------------
 */

struct plan_spill *plan_spill_new(void)
{
    struct plan_spill *spill = g_new0(struct plan_spill, 1);
    spill->fd = -1;
    spill->users = 1;
    spill->arrays = g_ptr_array_new();
    spill->holes = g_array_new(FALSE, FALSE, sizeof(struct plan_hole));
    return spill;
}

void plan_spill_free(struct plan_spill *spill)
{
    if (spill == NULL || --spill->users > 0) {
        return;
    }
    if (spill->fd >= 0) {
        close(spill->fd);
    }
    g_ptr_array_unref(spill->arrays);
    g_array_unref(spill->holes);
    g_free(spill);
}

void plan_spill_relax(struct plan_spill *spill)
{
    spill->touched = 0;
    for (guint i = 0; i < spill->arrays->len; i++) {
        struct plan_array *array = g_ptr_array_index(spill->arrays, i);
        if (array->is_touched) {
            (void)madvise(array->data, array->room, MADV_DONTNEED);
            array->is_touched = false;
        }
    }
}

/* Nobody else can open it, and nothing is left of it in any case. */
static int open_file(void)
{
    const char *folder = g_getenv("TMPDIR");
    folder = folder == NULL || *folder == '\0' ? "/var/tmp" : folder;
    const int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd >= 0) {
        return fd;
    }
    g_autofree char *name = g_build_filename(folder, "hdreplay.XXXXXX", NULL);
    const int named = g_mkstemp_full(name, O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (named >= 0) {
        (void)g_unlink(name);
    }
    return named;
}

/* Whether the file may have so many bytes more, of them those up to `end` of it. Half of what is
 * free is left to others, and to the plan that is written. Beyond the limit of a file's size there
 * would be a signal. */
static bool may_take(const struct plan_spill *spill, gsize bytes, int64_t end)
{
    struct rlimit limit;
    struct statvfs disk;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || (guint64)end > limit.rlim_cur ||
        fstatvfs(spill->fd, &disk) != 0) {
        return false;
    }
    const guint64 free_bytes = (guint64)disk.f_bavail * disk.f_frsize;
    return (guint64)spill->taken + 2 * (guint64)bytes <= free_bytes;
}

/* Where so many bytes fit: in a hole, which is no longer one then, or behind all others. */
static int64_t find_place(struct plan_spill *spill, gsize bytes)
{
    for (guint i = 0; i < spill->holes->len; i++) {
        const struct plan_hole hole = g_array_index(spill->holes, struct plan_hole, i);
        if (hole.bytes == bytes) {
            (void)g_array_remove_index_fast(spill->holes, i);
            return hole.place;
        }
    }
    return spill->end;
}

/* What find_place has given. */
static void give_back(struct plan_spill *spill, int64_t place, gsize bytes)
{
    const struct plan_hole hole = {place, bytes};
    (void)fallocate(spill->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, place, (off_t)bytes);
    if (place < spill->end) {
        g_array_append_val(spill->holes, hole);
    }
}

/* Room on the disk for so many bytes, mapped; NULL: there is none.
 * @param place gets where in the file */
static char *take_place(struct plan_spill *spill, gsize bytes, int64_t *place)
{
    if (spill->fd < 0 && !spill->is_full) {
        spill->fd = open_file();
        spill->is_full = spill->fd < 0;
    }
    if (spill->is_full) {
        return NULL;
    }
    *place = find_place(spill, bytes);
    const int64_t end = *place + (int64_t)bytes;
    void *at = MAP_FAILED;
    if (may_take(spill, bytes, end) && posix_fallocate(spill->fd, *place, (off_t)bytes) == 0) {
        at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, spill->fd, *place);
    }
    if (at == MAP_FAILED) {
        give_back(spill, *place, bytes);
        return NULL;
    }
    spill->end = MAX(spill->end, end);
    spill->taken += (int64_t)bytes;
    return at;
}

/* Copy what the array has to a place whose mapping is at `to`. */
static void copy_to(const struct plan_array *array, char *to, off_t place)
{
    const gsize bytes = (gsize)array->len * array->size;
    off_t from = (off_t)array->place;
    gsize done = 0;
    while (array->place >= 0 && done < bytes) {
        const ssize_t got =
            copy_file_range(array->spill->fd, &from, array->spill->fd, &place, bytes - done, 0);
        if (got <= 0) {
            break;
        }
        done += (gsize)got;
    }
    if (done < bytes) {
        memcpy(to + done, array->data + done, bytes - done);
    }
}

static void leave_place(struct plan_array *array)
{
    if (array->place < 0) {
        g_free(array->data);
        return;
    }
    (void)munmap(array->data, array->room);
    give_back(array->spill, array->place, array->room);
    array->spill->taken -= (int64_t)array->room;
}

/* @return whether it could be brought into the file, or a larger place of it */
static bool move_to_file(struct plan_array *array, gsize bytes)
{
    struct plan_spill *spill = array->spill;
    gsize room = SMALLEST_PLACE;
    while (room < bytes) {
        room *= 2;
    }
    int64_t place = -1;
    char *to = take_place(spill, room, &place);
    if (to == NULL) {
        return false;
    }
    copy_to(array, to, (off_t)place);
    leave_place(array);
    if (array->place < 0) {
        g_ptr_array_add(spill->arrays, array);
    }
    array->data = to;
    array->room = room;
    array->place = place;
    return true;
}

/* --- arrays -------------------------------------------------------------------------------------
 */

struct plan_array *plan_array_new(struct plan_spill *spill, gsize size)
{
    struct plan_array *array = g_new0(struct plan_array, 1);
    array->size = (guint)size;
    array->place = -1;
    array->spill = spill;
    if (spill != NULL) {
        spill->users++;
    }
    return array;
}

void plan_array_free(struct plan_array *array)
{
    if (array == NULL) {
        return;
    }
    leave_place(array);
    if (array->place >= 0) {
        (void)g_ptr_array_remove_fast(array->spill->arrays, array);
    }
    plan_spill_free(array->spill);
    g_free(array);
}

/* Out of the file again, which has no more room. */
static void move_to_memory(struct plan_array *array, gsize room)
{
    char *to = g_malloc(room);
    memcpy(to, array->data, (gsize)array->len * array->size);
    leave_place(array);
    (void)g_ptr_array_remove_fast(array->spill->arrays, array);
    array->data = to;
    array->place = -1;
}

static void make_room(struct plan_array *array, gsize bytes)
{
    if (bytes <= array->room ||
        (array->spill != NULL && bytes > IN_MEMORY && move_to_file(array, bytes))) {
        return;
    }
    gsize room = MAX(array->room, array->size);
    while (room < bytes) {
        room *= 2;
    }
    if (array->spill != NULL && array->place >= 0) {
        move_to_memory(array, room);
    } else {
        array->data = g_realloc(array->data, room);
    }
    array->room = room;
}

void plan_array_add(struct plan_array *array, const void *element)
{
    make_room(array, ((gsize)array->len + 1) * array->size);
    memcpy(plan_array_at(array, array->len), element, array->size);
    array->len++;
}

void plan_array_set_length(struct plan_array *array, guint length)
{
    make_room(array, (gsize)length * array->size);
    gsize at = (gsize)array->len * array->size;
    const gsize end = (gsize)length * array->size;
    while (at < end) { /* not all of it at a time */
        const gsize bytes = MIN(end - at, (gsize)PLAN_SPILL_TOUCHED * array->size);
        memset(array->data + at, 0, bytes);
        at += bytes;
        plan_array_touch(array, (guint)(bytes / array->size));
    }
    array->len = length;
}

struct plan_array *plan_array_new_zero(struct plan_spill *spill, gsize size, guint length)
{
    struct plan_array *array = plan_array_new(spill, size);
    plan_array_set_length(array, length);
    return array;
}
