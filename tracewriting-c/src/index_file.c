/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index_file.h"

#include "crc32c.h"
#include "own_memory.h"

#include <fcntl.h>
#include <string.h>

enum { VERSION = 2, BLOCK_BODY = 40 };

/* --- the records ------------------------------------------------------------------------------ */

static void put_bytes(hd__index_file *file, const void *data, size_t bytes)
{
    memcpy(file->out + file->out_bytes, data, bytes);
    file->out_bytes += bytes;
}

static void put_number(hd__index_file *file, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        file->out[file->out_bytes++] = (unsigned char)(number >> 8 * (bytes - 1 - i));
    }
}

static void put_record(hd__index_file *file, char type, size_t body)
{
    file->out[file->out_bytes++] = (unsigned char)type;
    put_number(file, body, 4);
}

void hd__index_file_put_names(hd__index_file *file)
{
    for (; file->written_count < file->name_count; file->written_count++) {
        const hd__index_text *const name = &file->names[file->written_count];
        put_record(file, 'N', name->bytes);
        put_bytes(file, file->text + name->from, name->bytes);
    }
}

void hd__index_file_put_block(hd__index_file *file, uint64_t states)
{
    const hd__index *const open = &file->open;
    const bool has_boundary = open->boundary >= 0 && open->boundary < open->block_end;
    put_record(file, 'B', BLOCK_BODY + (size_t)open->touched_count * HD__INDEX_ROW_BYTES);
    put_number(file, has_boundary ? (uint64_t)open->boundary : UINT64_MAX, 8);
    put_number(file, (uint64_t)open->earliest_ns, 8);
    put_number(file, (uint64_t)open->latest_ns, 8);
    put_number(file, file->first_depth, 4);
    put_number(file, states, 4);
    put_number(file, file->crc, 4);
    put_number(file, open->touched_count, 4);
    for (uint32_t i = 0; i < open->touched_count; i++) {
        const hd__index_sum *const sum = &file->block[file->touched[i]];
        put_number(file, file->touched[i], 4);
        put_number(file, sum->count, 4);
        put_number(file, sum->inclusive_ns, 8);
        put_number(file, sum->exclusive_ns, 8);
        put_number(file, sum->bytes, 8);
    }
}

void hd__index_file_put_sums(hd__index_file *file)
{
    const off_t place = file->size + (off_t)file->out_bytes;
    put_record(file, 'S', 12 + (size_t)file->name_count * HD__INDEX_ROW_BYTES);
    put_number(file, (uint64_t)file->last_sums, 8);
    put_number(file, file->name_count, 4);
    for (uint32_t i = 0; i < file->name_count; i++) {
        const hd__index_sum *const sum = &file->total[i];
        put_number(file, sum->count, 8);
        put_number(file, sum->inclusive_ns, 8);
        put_number(file, sum->exclusive_ns, 8);
        put_number(file, sum->bytes, 8);
    }
    file->last_sums = place;
}

/* --- the file --------------------------------------------------------------------------------- */

void hd__index_file_give_up(hd__index_file *file)
{
    file->lost = true;
    file->open.block_end = INT64_MAX;
}

bool hd__index_file_is_own(const hd__index_file *file)
{
    return file->owner == hd__own_memory_get_process() && hd__file_check(file->fd, &file->id) == 0;
}

void hd__index_file_write(hd__index_file *file)
{
    size_t written = 0;
    if (!hd__index_file_is_own(file)) {
        hd__index_file_give_up(file);
    } else if (hd__write_all(file->fd, (const char *)file->out, file->out_bytes, &written) != 0) {
        (void)hd__system.truncate(file->fd, file->size);
        hd__index_file_give_up(file);
    } else {
        file->size += (off_t)written;
    }
    file->out_bytes = 0;
}

bool hd__index_file_open(hd__index_file *file, const char *path)
{
    char name[HD__PATH_BYTES];
    if (!hd__text_join(name, sizeof name, path, ".idx")) {
        return false;
    }
    file->fd = hd__system.open(name, O_RDWR | O_CREAT | O_TRUNC);
    if (file->fd < 0) {
        return false;
    }
    file->owner = hd__own_memory_get_process();
    bool done = hd__file_identify(file->fd, &file->id) == 0;
    if (done) {
        put_bytes(file, "HDTI", 4);
        put_number(file, VERSION, 4);
        hd__index_file_write(file);
    }
    if (!done || file->lost) {
        (void)hd__system.close(file->fd);
        (void)hd__system.remove(name);
        return false;
    }
    return true;
}

/* CRC of the last 64 KiB of the trace; false when they can't be read. */
static bool get_last_crc(hd__index_file *file, int trace, uint32_t *crc)
{
    const off_t from = file->hashed > HD__INDEX_BLOCK ? file->hashed - HD__INDEX_BLOCK : 0;
    const size_t bytes = (size_t)(file->hashed - from);
    const bool done = hd__read_all_at(trace, file->out, bytes, from) == 0;
    *crc = done ? hd__crc32c(0, file->out, bytes) : 0;
    return done;
}

void hd__index_file_put_end(hd__index_file *file, int trace)
{
    uint32_t last = 0;
    if (get_last_crc(file, trace, &last)) {
        put_record(file, 'E', 24);
        put_number(file, (uint64_t)file->hashed, 8);
        put_number(file, file->first_crc, 4);
        put_number(file, last, 4);
        put_number(file, (uint64_t)file->last_sums, 8);
        hd__index_file_write(file);
    }
}
