/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a compiled plan (doc/plan.md) and lets nothing through that a replay could stumble over. */
#include "plan_file.h"

#include "plan_error.h"
#include "plan_file_check.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

G_STATIC_ASSERT(G_BYTE_ORDER == G_LITTLE_ENDIAN);
G_STATIC_ASSERT(sizeof(struct plan_cell) == PLAN_CELL_NUMBERS * sizeof(int64_t));
G_STATIC_ASSERT(sizeof(struct plan_strand_entry) == 72);
G_STATIC_ASSERT(sizeof(struct plan_file_entry) == 32);
G_STATIC_ASSERT(sizeof(struct plan_type_entry) == 32);
G_STATIC_ASSERT(sizeof(struct plan_communicator_entry) == 16);
G_STATIC_ASSERT(sizeof(struct plan_hint_entry) == 8);
G_STATIC_ASSERT(sizeof(struct plan_file_head) % 8 == 0);

#define NAME_OF(name, text) text,
static const char *const call_names[] = {PLAN_CALLS(NAME_OF)};
#undef NAME_OF

const char *plan_file_call_name(unsigned call)
{
    return call < G_N_ELEMENTS(call_names) ? call_names[call] : NULL;
}

const char *plan_file_mode_name(unsigned bit)
{
    static const char *const names[] = {"CREATE", "RDONLY",          "WRONLY",
                                        "RDWR",   "DELETE_ON_CLOSE", "UNIQUE_OPEN",
                                        "EXCL",   "APPEND",          "SEQUENTIAL"};
    return bit < G_N_ELEMENTS(names) ? names[bit] : NULL;
}

enum plan_file_call plan_file_call_find(const char *name, size_t length)
{
    unsigned call = 0;
    while (call < PLAN_CALL_COUNT &&
           (strlen(call_names[call]) != length || memcmp(call_names[call], name, length) != 0)) {
        call++;
    }
    return (enum plan_file_call)call;
}

uint64_t plan_file_checksum(uint64_t checksum, const void *bytes, size_t count)
{
    const char *const at = bytes;
    for (size_t i = 0; i + sizeof(uint64_t) <= count; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, at + i, sizeof word);
        checksum = (checksum ^ word) * UINT64_C(0xff51afd7ed558ccd);
        checksum ^= checksum >> 29;
    }
    return checksum;
}

/* --- the tables ---------------------------------------------------------------------------------
 */

static const void *entry(const struct plan_file_image *image, struct plan_section section,
                         uint64_t index, size_t bytes)
{
    return image->bytes + section.offset + index * bytes;
}

const char *plan_file_text(const struct plan_file_image *image, uint32_t text)
{
    return entry(image, image->head->texts, text, 1);
}

const struct plan_strand_entry *plan_file_strand(const struct plan_file_image *image, uint32_t i)
{
    return entry(image, image->head->strands, i, sizeof(struct plan_strand_entry));
}

const struct plan_file_entry *plan_file_file(const struct plan_file_image *image, uint32_t i)
{
    return entry(image, image->head->files, i, sizeof(struct plan_file_entry));
}

const struct plan_type_entry *plan_file_type(const struct plan_file_image *image, uint32_t i)
{
    return entry(image, image->head->types, i, sizeof(struct plan_type_entry));
}

const struct plan_communicator_entry *plan_file_communicator(const struct plan_file_image *image,
                                                             uint32_t i)
{
    return entry(image, image->head->communicators, i, sizeof(struct plan_communicator_entry));
}

const struct plan_hint_entry *plan_file_hints(const struct plan_file_image *image, uint32_t first)
{
    return entry(image, image->head->hints, first, sizeof(struct plan_hint_entry));
}

const int64_t *plan_file_numbers(const struct plan_file_image *image, uint32_t first)
{
    return entry(image, image->head->numbers, first, sizeof(int64_t));
}

const struct plan_cell *plan_file_cells(const struct plan_file_image *image,
                                        const struct plan_strand_entry *strand)
{
    return entry(image, image->head->cells, strand->first_cell, sizeof(struct plan_cell));
}

static gboolean map_file(const char *path, struct plan_file_image *image, GError **error)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) {
        const int cause = errno;
        if (fd >= 0) {
            close(fd);
        }
        return plan_fail(error, "%s: %s", path, g_strerror(cause));
    }
    if (!S_ISREG(info.st_mode) || (uint64_t)info.st_size < sizeof(struct plan_file_head) ||
        info.st_size % 8 != 0) {
        close(fd);
        return plan_fail(error, "%s: not a plan (hdreplay plan P -o PLAN makes one)", path);
    }
    void *const at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    const int cause = errno;
    close(fd);
    if (at == MAP_FAILED) {
        return plan_fail(error, "%s: %s", path, g_strerror(cause));
    }
    *image = (struct plan_file_image){at, at, (uint64_t)info.st_size, at};
    return TRUE;
}

gboolean plan_file_open(const char *path, bool checksum, struct plan_file_image *image,
                        GError **error)
{
    struct plan_file_image mapped = {0};
    if (!map_file(path, &mapped, error)) {
        return FALSE;
    }
    if (mapped.head == NULL || !plan_file_check(&mapped, path, checksum, error)) {
        plan_file_close(&mapped);
        return FALSE;
    }
    *image = mapped;
    return TRUE;
}

void plan_file_close(struct plan_file_image *image)
{
    if (image->bytes != NULL) {
        (void)munmap(image->mapping, image->size);
        *image = (struct plan_file_image){0};
    }
}
