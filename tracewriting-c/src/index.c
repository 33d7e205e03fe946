/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cold half of the index: blocks, sums and names (FORMATS A5); its file is index_file.c's.
 *
 * All sums are kept modulo 2^64, as the file holds them: only times at the ends of what 64 bits
 * count wrap around, and they must not trap. */
#include "index_file.h"

#include "crc32c.h"
#include "own_memory.h"

#include <string.h>

enum {
    SUMS_EVERY = 256,                          /* blocks */
    FIRST_LENGTH = HD__INDEX_HEADER_BYTES + 1, /* place of the first record's length */
    HIDDEN_LENGTH = 0x40,                      /* its high byte */
};

static hd__index_file *get_file(hd__index *index)
{
    return (hd__index_file *)(void *)index;
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* <Nested> open at a place inside the element being appended, which begins where the last one
 * ended: first the lines of the <Nested> that it opens or closes, one tab per level; see emit.h. */
static unsigned get_depth_at(const hd__index *open, off_t place)
{
    static const off_t begin = sizeof "<Nested>" - 1;
    static const off_t end = sizeof "</Nested>" - 1;
    unsigned depth = open->open;
    off_t at = open->end;
    for (; depth < open->depth && at + depth + begin <= place; depth++) {
        at += depth + begin + 1;
    }
    for (; depth > open->depth && at + (depth - 1) + end <= place; depth--) {
        at += (depth - 1) + end + 1;
    }
    return depth;
}

/* Add the open block to the totals and clear it; the number of its states. */
static uint64_t sum_up(hd__index_file *file)
{
    uint64_t states = 0;
    for (uint32_t i = 0; i < file->open.touched_count; i++) {
        const hd__index_sum *const sum = &file->block[file->touched[i]];
        hd__index_sum *const total = &file->total[file->touched[i]];
        states += sum->count;
        total->count += sum->count;
        total->inclusive_ns += sum->inclusive_ns;
        total->exclusive_ns += sum->exclusive_ns;
        total->bytes += sum->bytes;
    }
    return states;
}

static void open_block(hd__index_file *file, off_t from)
{
    hd__index *const open = &file->open;
    for (uint32_t i = 0; i < open->touched_count; i++) {
        file->block[file->touched[i]] = (hd__index_sum){0, 0, 0, 0};
    }
    open->touched_count = 0;
    open->earliest_ns = INT64_MAX;
    open->latest_ns = INT64_MIN;
    /* the last element may end right where the block begins */
    const bool begins_there = from > 0 && open->end == from && open->open == 0;
    open->boundary = open->boundary >= from ? open->boundary : begins_there ? from : -1;
    file->first_depth = get_depth_at(open, from);
    file->crc = 0;
    open->block_end = from + HD__INDEX_BLOCK;
}

static void close_block(hd__index_file *file)
{
    hd__index_file_put_names(file);
    if (file->block_count == 0) {
        file->first_crc = file->crc;
        file->first_crc_place = file->size + (off_t)file->out_bytes + HD__INDEX_CRC_IN_BLOCK;
    }
    hd__index_file_put_block(file, sum_up(file));
    if (++file->block_count % SUMS_EVERY == 0) {
        hd__index_file_put_sums(file);
    }
    hd__index_file_write(file);
}

void hd__index_see(hd__index *index, const char *base, off_t offset, off_t end)
{
    hd__index_file *const file = get_file(index);
    while (!file->lost && file->hashed < end) {
        const off_t to = end < index->block_end ? end : index->block_end;
        file->crc =
            hd__crc32c(file->crc, base + (file->hashed - offset), (size_t)(to - file->hashed));
        file->hashed = to;
        if (to < end) {
            close_block(file);
            if (!file->lost) {
                open_block(file, to);
            }
        }
    }
}

/* The first record's length gets a high byte that no file has room for, or its own again: with it
 * no record is whole and the index holds nothing. One byte is there or not, at whatever instant. */
static bool set_first_length(const hd__index_file *file, unsigned char high)
{
    return hd__index_file_is_own(file) &&
           hd__write_all_at(file->fd, (const char *)&high, 1, FIRST_LENGTH) == 0;
}

void hd__index_hide(hd__index *index)
{
    hd__index_file *const file = get_file(index);
    file->hidden = file->block_count > 0;
    if (file->hidden && hd__index_file_is_own(file) && !set_first_length(file, HIDDEN_LENGTH)) {
        (void)hd__system.truncate(file->fd, HD__INDEX_HEADER_BYTES); /* nothing for good */
        hd__index_file_give_up(file);
    }
}

/* False: it can't be, or not in the file. */
static bool correct_crc(hd__index_file *file, off_t end, const char *old, const char *text,
                        size_t bytes)
{
    if (end > file->hashed || end > HD__INDEX_BLOCK) { /* heads are not that long */
        return false;
    }
    if (file->block_count == 0) {
        file->crc = hd__crc32c_replace(file->crc, old, text, bytes, (uint64_t)(file->hashed - end));
        return true;
    }
    file->first_crc =
        hd__crc32c_replace(file->first_crc, old, text, bytes, (uint64_t)(HD__INDEX_BLOCK - end));
    char crc[4];
    for (unsigned i = 0; i < sizeof crc; i++) {
        crc[i] = (char)(unsigned char)(file->first_crc >> (24 - 8 * i));
    }
    return hd__index_file_is_own(file) &&
           hd__write_all_at(file->fd, crc, sizeof crc, file->first_crc_place) == 0;
}

void hd__index_replace(hd__index *index, off_t offset, const char *old, const char *text,
                       size_t bytes)
{
    hd__index_file *const file = get_file(index);
    const bool right =
        offset >= file->hashed || correct_crc(file, offset + (off_t)bytes, old, text, bytes);
    if (!right || (file->hidden && !set_first_length(file, 0))) {
        hd__index_file_give_up(file);
    }
    file->hidden = false;
}

/* --- names ------------------------------------------------------------------------------------ */

static uint32_t hash_name(const char *name, size_t bytes)
{
    uint32_t hash = (uint32_t)bytes;
    for (size_t i = 0; i < bytes; i++) {
        hash = hash * 31 + (unsigned char)name[i];
    }
    return hash ^ hash >> 15;
}

uint32_t hd__index_name(hd__index *index, const char *name, size_t bytes)
{
    hd__index_file *const file = get_file(index);
    uint32_t slot = hash_name(name, bytes) % HD__INDEX_HASH_SLOTS;
    for (; file->slots[slot] != 0; slot = (slot + 1) % HD__INDEX_HASH_SLOTS) {
        const hd__index_text *const known = &file->names[file->slots[slot] - 1];
        if (known->bytes == bytes && memcmp(file->text + known->from, name, bytes) == 0) {
            return file->slots[slot] - 1U;
        }
    }
    if (file->name_count == HD__INDEX_NAMES || bytes > HD__INDEX_TEXT_BYTES - file->text_bytes) {
        hd__index_file_give_up(file);
        return HD__INDEX_NO_NAME;
    }
    memcpy(file->text + file->text_bytes, name, bytes);
    file->names[file->name_count] = (hd__index_text){file->text_bytes, (uint32_t)bytes};
    file->text_bytes += (uint32_t)bytes;
    file->slots[slot] = (uint16_t)++file->name_count;
    return file->name_count - 1;
}

bool hd__index_is_lost(const hd__index *index)
{
    return ((const hd__index_file *)(const void *)index)->lost;
}

/* --- creation and end ------------------------------------------------------------------------- */

hd__index *hd__index_create(const char *path)
{
    hd__index_file *const file = hd__system.alloc(sizeof *file);
    if (file == NULL || !hd__index_file_open(file, path)) {
        hd__system.release(file);
        return NULL;
    }
    (void)hd__crc32c(0, "", 0); /* its tables are made here and not in a traced call */
    file->last_sums = -1;
    file->open.block = file->block;
    file->open.touched = file->touched;
    file->open.child_ns = file->child_ns;
    file->open.boundary = -1;
    open_block(file, 0);
    return &file->open;
}

void hd__index_destroy(hd__index *index, int fd)
{
    hd__index_file *const file = get_file(index);
    const bool whole = fd >= 0 && !file->lost && hd__index_file_is_own(file);
    if (whole && file->hashed > index->block_end - HD__INDEX_BLOCK) {
        close_block(file);
    }
    if (whole && !file->lost) {
        hd__index_file_put_end(file, fd);
    }
    if (hd__file_check(file->fd, &file->id) == 0) {
        (void)hd__system.close(file->fd);
    }
    hd__system.release(file);
}
