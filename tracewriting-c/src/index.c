/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cold half of the index: blocks, sums and the file (FORMATS A5).
 *
 * All sums are kept modulo 2^64, as the file holds them: only times at the ends of what 64 bits
 * count wrap around, and they must not trap. */
#include "index.h"

#include "crc32c.h"
#include "own_memory.h"
#include "sys.h"
#include "topology_node.h"
#include "trace_state.h"

#include <fcntl.h>
#include <string.h>

enum {
    VERSION = 2,
    SUMS_EVERY = 256, /* blocks */
    HASH_SLOTS = 2 * HD__INDEX_NAMES,
    TEXT_BYTES = 32768, /* of all names together */
    BLOCK_BODY = 40,
    ROW_BYTES = 32,
    HEADER_BYTES = 8,
    FIRST_LENGTH = HEADER_BYTES + 1,      /* place of the first record's length */
    HIDDEN_LENGTH = 0x40,                 /* its high byte */
    CRC_IN_BLOCK = 5 + 8 + 8 + 8 + 4 + 4, /* where a block's record holds it */
    OUT_BYTES = TEXT_BYTES + 2 * HD__INDEX_NAMES * (ROW_BYTES + 5) + 1024
};

typedef struct name_text {
    uint32_t from;
    uint32_t bytes;
} name_text;

typedef struct index_file {
    hd__index open; /* first: the public part */
    hd__index_sum block[HD__INDEX_NAMES + 1];
    hd__index_sum total[HD__INDEX_NAMES];
    uint16_t touched[HD__INDEX_NAMES + 1];

    name_text names[HD__INDEX_NAMES];
    uint32_t name_count;
    uint32_t written_count; /* names that are in the file */
    uint32_t text_bytes;
    char text[TEXT_BYTES];
    uint16_t slots[HASH_SLOTS]; /* number of a name + 1 */

    off_t hashed; /* end of the text that is in the CRC */
    uint32_t crc; /* of the open block, as far as it was shown */
    uint32_t first_crc;
    off_t first_crc_place; /* in the file; 0: block 0 is open */
    unsigned first_depth;  /* at the first byte of the open block */
    uint32_t block_count;

    int fd;
    hd__file_id id;
    pid_t owner;
    bool lost;
    bool hidden;     /* see hd__index_hide */
    off_t size;      /* of the file */
    off_t last_sums; /* place of the last S, or -1 */
    size_t out_bytes;
    unsigned char out[OUT_BYTES];
    uint64_t child_ns[HD__DEPTH_MAX + 2];
} index_file;

_Static_assert(HD__INDEX_NAMES <= UINT16_MAX, "touched holds 16 bits");
_Static_assert((int)OUT_BYTES >= (int)HD__INDEX_BLOCK, "the end of the trace is read into out");

static index_file *get_file(hd__index *index)
{
    return (index_file *)(void *)index;
}

/* --- the records ------------------------------------------------------------------------------ */

static void put_bytes(index_file *file, const void *data, size_t bytes)
{
    memcpy(file->out + file->out_bytes, data, bytes);
    file->out_bytes += bytes;
}

static void put_number(index_file *file, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        file->out[file->out_bytes++] = (unsigned char)(number >> 8 * (bytes - 1 - i));
    }
}

static void put_record(index_file *file, char type, size_t body)
{
    file->out[file->out_bytes++] = (unsigned char)type;
    put_number(file, body, 4);
}

static void put_names(index_file *file)
{
    for (; file->written_count < file->name_count; file->written_count++) {
        const name_text *const name = &file->names[file->written_count];
        put_record(file, 'N', name->bytes);
        put_bytes(file, file->text + name->from, name->bytes);
    }
}

static void put_block(index_file *file, uint64_t states)
{
    const hd__index *const open = &file->open;
    const bool has_boundary = open->boundary >= 0 && open->boundary < open->block_end;
    put_record(file, 'B', BLOCK_BODY + (size_t)open->touched_count * ROW_BYTES);
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

static void put_sums(index_file *file)
{
    const off_t place = file->size + (off_t)file->out_bytes;
    put_record(file, 'S', 12 + (size_t)file->name_count * ROW_BYTES);
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

static void give_up(index_file *file)
{
    file->lost = true;
    file->open.block_end = INT64_MAX;
}

/* False in a forked child, and when the program closed the descriptor and has it for another file.
 */
static bool is_own(const index_file *file)
{
    return file->owner == hd__own_memory_get_process() && hd__file_check(file->fd, &file->id) == 0;
}

/* Append what was put together, by one write; what of it is only partly there is taken back. */
static void write_out(index_file *file)
{
    size_t written = 0;
    if (!is_own(file)) {
        give_up(file);
    } else if (hd__write_all(file->fd, (const char *)file->out, file->out_bytes, &written) != 0) {
        (void)hd__system.truncate(file->fd, file->size);
        give_up(file);
    } else {
        file->size += (off_t)written;
    }
    file->out_bytes = 0;
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
static uint64_t sum_up(index_file *file)
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

static void open_block(index_file *file, off_t from)
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

static void close_block(index_file *file)
{
    put_names(file);
    if (file->block_count == 0) {
        file->first_crc = file->crc;
        file->first_crc_place = file->size + (off_t)file->out_bytes + CRC_IN_BLOCK;
    }
    put_block(file, sum_up(file));
    if (++file->block_count % SUMS_EVERY == 0) {
        put_sums(file);
    }
    write_out(file);
}

void hd__index_see(hd__index *index, const char *base, off_t offset, off_t end)
{
    index_file *const file = get_file(index);
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
static bool set_first_length(const index_file *file, unsigned char high)
{
    return is_own(file) && hd__write_all_at(file->fd, (const char *)&high, 1, FIRST_LENGTH) == 0;
}

void hd__index_hide(hd__index *index)
{
    index_file *const file = get_file(index);
    file->hidden = file->block_count > 0;
    if (file->hidden && is_own(file) && !set_first_length(file, HIDDEN_LENGTH)) {
        (void)hd__system.truncate(file->fd, HEADER_BYTES); /* nothing for good */
        give_up(file);
    }
}

/* False: it can't be, or not in the file. */
static bool correct_crc(index_file *file, off_t end, const char *old, const char *text,
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
    return is_own(file) && hd__write_all_at(file->fd, crc, sizeof crc, file->first_crc_place) == 0;
}

void hd__index_replace(hd__index *index, off_t offset, const char *old, const char *text,
                       size_t bytes)
{
    index_file *const file = get_file(index);
    const bool right =
        offset >= file->hashed || correct_crc(file, offset + (off_t)bytes, old, text, bytes);
    if (!right || (file->hidden && !set_first_length(file, 0))) {
        give_up(file);
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
    index_file *const file = get_file(index);
    uint32_t slot = hash_name(name, bytes) % HASH_SLOTS;
    for (; file->slots[slot] != 0; slot = (slot + 1) % HASH_SLOTS) {
        const name_text *const known = &file->names[file->slots[slot] - 1];
        if (known->bytes == bytes && memcmp(file->text + known->from, name, bytes) == 0) {
            return file->slots[slot] - 1U;
        }
    }
    if (file->name_count == HD__INDEX_NAMES || bytes > TEXT_BYTES - file->text_bytes) {
        give_up(file);
        return HD__INDEX_NO_NAME;
    }
    memcpy(file->text + file->text_bytes, name, bytes);
    file->names[file->name_count] = (name_text){file->text_bytes, (uint32_t)bytes};
    file->text_bytes += (uint32_t)bytes;
    file->slots[slot] = (uint16_t)++file->name_count;
    return file->name_count - 1;
}

bool hd__index_is_lost(const hd__index *index)
{
    return ((const index_file *)(const void *)index)->lost;
}

/* --- creation and end ------------------------------------------------------------------------- */

static bool open_file(index_file *file, const char *path)
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
        write_out(file);
    }
    if (!done || file->lost) {
        (void)hd__system.close(file->fd);
        (void)hd__system.remove(name);
        return false;
    }
    return true;
}

hd__index *hd__index_create(const char *path)
{
    index_file *const file = hd__system.alloc(sizeof *file);
    if (file == NULL || !open_file(file, path)) {
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

/* CRC of the last 64 KiB of the trace; false when they can't be read. */
static bool get_last_crc(index_file *file, int trace, uint32_t *crc)
{
    const off_t from = file->hashed > HD__INDEX_BLOCK ? file->hashed - HD__INDEX_BLOCK : 0;
    const size_t bytes = (size_t)(file->hashed - from);
    const bool done = hd__read_all_at(trace, file->out, bytes, from) == 0;
    *crc = done ? hd__crc32c(0, file->out, bytes) : 0;
    return done;
}

static void put_end(index_file *file, int trace)
{
    uint32_t last = 0;
    if (get_last_crc(file, trace, &last)) {
        put_record(file, 'E', 24);
        put_number(file, (uint64_t)file->hashed, 8);
        put_number(file, file->first_crc, 4);
        put_number(file, last, 4);
        put_number(file, (uint64_t)file->last_sums, 8);
        write_out(file);
    }
}

void hd__index_destroy(hd__index *index, int fd)
{
    index_file *const file = get_file(index);
    const bool whole = fd >= 0 && !file->lost && is_own(file);
    if (whole && file->hashed > index->block_end - HD__INDEX_BLOCK) {
        close_block(file);
    }
    if (whole && !file->lost) {
        put_end(file, fd);
    }
    if (hd__file_check(file->fd, &file->id) == 0) {
        (void)hd__system.close(file->fd);
    }
    hd__system.release(file);
}
