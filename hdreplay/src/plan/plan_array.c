/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array that grows moves to a place of twice its size at the end of the file, copied there by
 * the system; its old place becomes a hole. Dropping a mapped page keeps what was written to it. */
#include "plan_array.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { IN_MEMORY = 1 << 18, SMALLEST_PLACE = 1 << 22 }; /* bytes */

/* --- the file -----------------------------------------------------------------------------------
 */

struct plan_spill *plan_spill_new(void)
{
    struct plan_spill *spill = g_new0(struct plan_spill, 1);
    spill->fd = -1;
    spill->users = 1;
    spill->arrays = g_ptr_array_new();
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

/* Room on the disk for so many bytes at the end of the file, mapped; NULL: there is none. */
static char *take_place(struct plan_spill *spill, gsize bytes)
{
    if (spill->fd < 0 && !spill->is_full) {
        spill->fd = open_file();
    }
    spill->is_full = spill->is_full || spill->fd < 0 ||
                     posix_fallocate(spill->fd, spill->end, (off_t)bytes) != 0;
    if (spill->is_full) {
        return NULL;
    }
    void *const at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, spill->fd, spill->end);
    spill->is_full = at == MAP_FAILED;
    return spill->is_full ? NULL : at;
}

/* Copy what the array has to a place whose mapping is at `to`. */
static void copy_to(const struct plan_array *array, char *to)
{
    const gsize bytes = (gsize)array->len * array->size;
    off_t from = (off_t)array->place;
    off_t place = (off_t)array->spill->end;
    gsize done = 0;
    while (array->place >= 0 && done < bytes) {
        const ssize_t got =
            copy_file_range(array->spill->fd, &from, array->spill->fd, &place, bytes - done, 0);
        if (got <= 0) {
            break;
        }
        done += (gsize)got;
    }
    memcpy(to + done, array->data + done, bytes - done);
}

static void leave_place(struct plan_array *array)
{
    if (array->place < 0) {
        g_free(array->data);
        return;
    }
    (void)munmap(array->data, array->room);
    (void)fallocate(array->spill->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, array->place,
                    (off_t)array->room);
}

/* @return whether it could be brought into the file, or a larger place of it */
static bool move_to_file(struct plan_array *array, gsize bytes)
{
    struct plan_spill *spill = array->spill;
    gsize room = SMALLEST_PLACE;
    while (room < bytes) {
        room *= 2;
    }
    char *to = take_place(spill, room);
    if (to == NULL) {
        return false;
    }
    copy_to(array, to);
    leave_place(array);
    if (array->place < 0) {
        g_ptr_array_add(spill->arrays, array);
    }
    array->data = to;
    array->room = room;
    array->place = spill->end;
    spill->end += (int64_t)room;
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
        const gsize bytes = MIN(end - at, SMALLEST_PLACE);
        memset(array->data + at, 0, bytes);
        at += bytes;
        array->is_touched = true;
        if (array->place >= 0) {
            plan_spill_relax(array->spill);
        }
    }
    array->len = length;
}
