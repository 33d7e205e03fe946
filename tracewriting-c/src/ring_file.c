/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file X.ring: creation, growth, checks, checkpoints. */
#include "ring_file.h"

#include "error.h"
#include "guard.h"
#include "ring_owner.h"
#include "room.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rings are little endian and are written word by word"
#endif

enum {
    HEAD_BYTES = HD__RING_HEAD_WORDS * 8,
    TABLE_BYTES = 256 * 1024,
    STEP_BYTES = 64 * 1024, /* slots come in multiples of any page's size */
    SLOTS_MIN = STEP_BYTES,
    /* the larger a step, the less a page costs, and the longer a call that has to take it: 60 us */
    GROWTH_BYTES = HD__ROOM_STEP_MAX
};

static const uint64_t magic = UINT64_C(0x47524448) | (uint64_t)HD__RING_VERSION << 32;

/* --- files ------------------------------------------------------------------------------------ */

static void set_base(hd__ring_map *map, char *base)
{
    map->base = base;
    map->head = (_Atomic uint64_t *)(void *)base;
}

static void set_areas(hd__ring_map *map, uint64_t table_at, uint64_t slots_at)
{
    map->table = map->base + table_at;
    map->slots = (uint64_t *)(void *)(map->base + slots_at);
}

/* Whole steps, and not more than a mapping takes. */
static uint64_t round_slots(size_t bytes)
{
    const uint64_t most = SIZE_MAX / 4 / STEP_BYTES * STEP_BYTES;
    const uint64_t steps = bytes < SLOTS_MIN ? 1 : bytes / STEP_BYTES + (bytes % STEP_BYTES != 0);
    return steps > most / STEP_BYTES ? most : steps * STEP_BYTES;
}

/* Bytes of the file in front of the slots. */
static size_t get_slots_at(const hd__ring_map *map)
{
    return HEAD_BYTES + (size_t)map->table_bytes;
}

/* Map what the file may become, or as much of it as there are addresses. */
static char *map_room(hd__ring_map *map)
{
    for (;;) {
        map->bytes = get_slots_at(map) + (size_t)map->slots_max;
        char *const base = hd__system.map(map->fd, 0, map->bytes);
        if (base != NULL || map->slots_max == map->slots_bytes) {
            return base;
        }
        const uint64_t half = round_slots((size_t)map->slots_max / 2);
        map->slots_max = half > map->slots_bytes ? half : map->slots_bytes;
    }
}

/* The file was opened: its first blocks, and its mapping. 0 or a negative error number. */
static int fill_and_map(hd__ring_map *map)
{
    int error = hd__file_identify(map->fd, &map->id);
    if (error != 0) {
        return error;
    }
    if (hd__system.copies(map->fd)) {
        return -ENODEV;
    }
    map->overwrites = hd__system.overwrites(map->fd);
    const size_t bytes = get_slots_at(map) + (size_t)map->slots_bytes;
    error = hd__room_fill_all(map->fd, map->overwrites, 0, bytes);
    if (error != 0) {
        return error;
    }
    char *const base = map_room(map);
    if (base == NULL) {
        return -ENODEV;
    }
    set_base(map, base);
    set_areas(map, HEAD_BYTES, get_slots_at(map));
    return hd__room_touch(base, bytes, map->overwrites);
}

int hd__ring_map_create(hd__ring_map *map, const char *path, size_t first, size_t most)
{
    memset(map, 0, sizeof *map);
    map->table_bytes = TABLE_BYTES;
    map->slots_bytes = round_slots(first);
    map->slots_max = round_slots(most < first ? first : most);
    map->fd = hd__ring_open_own(path);
    if (map->fd < 0) {
        return map->fd;
    }
    const int error = fill_and_map(map);
    if (error != 0) {
        hd__ring_map_close(map);
        (void)hd__system.remove(path);
        return error;
    }
    hd__ring_set(map, HD__RING_TABLE_AT, HEAD_BYTES);
    hd__ring_set(map, HD__RING_TABLE_BYTES, map->table_bytes);
    hd__ring_set(map, HD__RING_SLOTS_AT, get_slots_at(map));
    hd__ring_set(map, HD__RING_SLOTS_BYTES, map->slots_bytes);
    return 0;
}

bool hd__ring_map_is_lost(const hd__ring_map *map)
{
    return hd__guard_is_lost(map->base);
}

bool hd__ring_map_prepare(const hd__ring_map *map, uint64_t from, size_t bytes, bool touch)
{
    if (hd__ring_map_is_lost(map) || hd__file_check(map->fd, &map->id) != 0) {
        return false;
    }
    const size_t at = get_slots_at(map) + (size_t)from;
    int error = hd__room_fill_all(map->fd, map->overwrites, (off_t)at, bytes);
    error = error == 0 ? hd__room_touch(map->base + at, bytes, map->overwrites) : error;
    if (error == 0 && touch && map->overwrites == HD__OVERWRITES_DISK) {
        hd__room_store(map->base + at, bytes);
    }
    if (error != 0) { /* what there is of it may be needed for the text */
        (void)hd__system.truncate(map->fd, (off_t)at);
    }
    return error == 0;
}

void hd__ring_map_extend(hd__ring_map *map, uint64_t slots_bytes)
{
    map->slots_bytes = slots_bytes;
    hd__ring_set(map, HD__RING_SLOTS_BYTES, slots_bytes);
}

bool hd__ring_map_grow(hd__ring_map *map)
{
    const uint64_t left = map->slots_max - map->slots_bytes;
    const size_t step = left < GROWTH_BYTES ? (size_t)left : GROWTH_BYTES;
    if (step == 0) {
        return false;
    }
    if (!hd__ring_map_prepare(map, map->slots_bytes, step, false)) {
        map->slots_max = map->slots_bytes;
        return false;
    }
    hd__ring_map_extend(map, map->slots_bytes + step);
    return true;
}

void hd__ring_map_start(hd__ring_map *map)
{
    hd__ring_set(map, HD__RING_MAGIC, magic);
}

/* Whether the head's areas lie inside the file, one behind the other. */
static bool has_areas(const hd__ring_map *map)
{
    const uint64_t table_at = hd__ring_get(map, HD__RING_TABLE_AT);
    const uint64_t table = hd__ring_get(map, HD__RING_TABLE_BYTES);
    const uint64_t slots_at = hd__ring_get(map, HD__RING_SLOTS_AT);
    const uint64_t slots = hd__ring_get(map, HD__RING_SLOTS_BYTES);
    return table_at >= HEAD_BYTES && table_at <= map->bytes && table_at % 8 == 0 &&
           table <= map->bytes - table_at && slots_at >= table_at + table &&
           slots_at <= map->bytes && slots_at % 8 == 0 && slots <= map->bytes - slots_at &&
           slots >= SLOTS_MIN && slots % 8 == 0 && hd__ring_get(map, HD__RING_TABLE_USED) <= table;
}

/* Whether the positions can be right. */
static bool has_positions(const hd__ring_map *map)
{
    const uint64_t committed = hd__ring_get(map, HD__RING_COMMITTED);
    const uint64_t oldest = hd__ring_get(map, HD__RING_OLDEST);
    const uint64_t drained = hd__ring_get_checkpoint(map).drained;
    const uint64_t first = oldest > drained ? oldest : drained;
    return committed % 8 == 0 && oldest % 8 == 0 && drained % 8 == 0 && first <= committed &&
           committed - first <= hd__ring_get(map, HD__RING_SLOTS_BYTES);
}

static hd_status check_head(hd__ring_map *map, const char *path)
{
    const bool empty = map->bytes == 0;
    const uint64_t first = map->bytes < HEAD_BYTES ? 0 : hd__ring_get(map, HD__RING_MAGIC);
    if (empty || (first == 0 && map->bytes >= HEAD_BYTES)) {
        return hd__system.lock(map->fd) == 0
                   ? hd__fail(HD_END, "%s: the ring was not begun", path)
                   : hd__fail(HD_STATE, "%s: its process begins it just now", path);
    }
    if ((first & UINT32_MAX) != (magic & UINT32_MAX)) {
        return hd__fail(HD_FORMAT, "%s: no ring", path);
    }
    if (first != magic) {
        return hd__fail(HD_FORMAT, "%s: version %u of rings is not known here", path,
                        (unsigned)(first >> 32));
    }
    if (!has_areas(map) || !has_positions(map)) {
        return hd__fail(HD_FORMAT, "%s: the head is damaged", path);
    }
    return HD_OK;
}

static int map_whole_file(hd__ring_map *map)
{
    off_t bytes = 0;
    const int error = hd__file_get_size(map->fd, &bytes);
    map->bytes = (size_t)bytes;
    if (error != 0 || bytes == 0) {
        return error;
    }
    char *const base = hd__system.map(map->fd, 0, map->bytes);
    set_base(map, base);
    return base == NULL ? -ENODEV : 0;
}

hd_status hd__ring_map_open(hd__ring_map *map, const char *path)
{
    memset(map, 0, sizeof *map);
    map->fd = hd__system.open(path, O_RDWR);
    if (map->fd < 0) {
        return map->fd == -ENOENT ? hd__fail(HD_MISSING, "%s: there is no such ring", path)
                                  : hd__fail_system(path, map->fd);
    }
    const int error = map_whole_file(map);
    const hd_status status =
        error == 0 ? check_head(map, path)
        : error == -ENODEV
            ? hd__fail(HD_IO, "%s: files can't be mapped here; copy the folder to a local disk",
                       path)
            : hd__fail_system(path, error);
    if (status != HD_OK) {
        hd__ring_map_close(map);
        return status;
    }
    set_areas(map, hd__ring_get(map, HD__RING_TABLE_AT), hd__ring_get(map, HD__RING_SLOTS_AT));
    map->table_bytes = hd__ring_get(map, HD__RING_TABLE_BYTES);
    map->slots_bytes = hd__ring_get(map, HD__RING_SLOTS_BYTES);
    map->slots_max = map->slots_bytes;
    return HD_OK;
}

void hd__ring_map_close(hd__ring_map *map)
{
    if (map->base != NULL) {
        hd__system.unmap(map->base, map->bytes);
    }
    /* a program that closes all it finds may have opened a file of its own under the number */
    if (map->id.inode == 0 || hd__file_check(map->fd, &map->id) == 0) {
        (void)hd__system.close(map->fd);
    }
    memset(map, 0, sizeof *map);
    map->fd = -1;
}

/* --- checkpoints ------------------------------------------------------------------------------ */

enum {
    CP_DRAINED = 1,
    CP_LENGTH,
    CP_NESTED,
    CP_FLAGS,
    CP_COUNTS,
    COUNTS = sizeof(hd_trace_counts) / sizeof(uint64_t),
    CP_LINE = CP_COUNTS + COUNTS,
    CP_END = CP_LINE + 2
};

_Static_assert(sizeof(hd_trace_counts) % sizeof(uint64_t) == 0, "counts are words");
_Static_assert((size_t)CP_END <= HD__RING_CHECKPOINT_WORDS, "a checkpoint has room for all");

static unsigned get_place(uint64_t sequence)
{
    return HD__RING_CHECKPOINTS + HD__RING_CHECKPOINT_WORDS * (unsigned)(sequence % 2);
}

hd__ring_checkpoint hd__ring_get_checkpoint(const hd__ring_map *map)
{
    const uint64_t even = hd__ring_get(map, get_place(0));
    const uint64_t odd = hd__ring_get(map, get_place(1));
    const unsigned at = even > odd ? get_place(0) : get_place(1);
    const uint64_t flags = hd__ring_get(map, at + CP_FLAGS);
    hd__ring_checkpoint checkpoint = {.sequence = even > odd ? even : odd,
                                      .drained = hd__ring_get(map, at + CP_DRAINED),
                                      .line = {.ns = (int64_t)hd__ring_get(map, at + CP_LINE),
                                               .rate = hd__ring_get(map, at + CP_LINE + 1)},
                                      .length = hd__ring_get(map, at + CP_LENGTH),
                                      .open_nested = hd__ring_get(map, at + CP_NESTED),
                                      .stopped = flags & 1,
                                      .finished = flags >> 1 & 1};
    uint64_t counts[COUNTS];
    for (unsigned i = 0; i < COUNTS; i++) {
        counts[i] = hd__ring_get(map, at + CP_COUNTS + i);
    }
    memcpy(&checkpoint.counts, counts, sizeof counts);
    return checkpoint;
}

void hd__ring_put_checkpoint(hd__ring_map *map, const hd__ring_checkpoint *checkpoint)
{
    const uint64_t sequence = hd__ring_get_checkpoint(map).sequence + 1;
    const unsigned at = get_place(sequence);
    uint64_t counts[COUNTS];
    memcpy(counts, &checkpoint->counts, sizeof counts);
    atomic_signal_fence(memory_order_seq_cst);
    hd__ring_set(map, at + CP_DRAINED, checkpoint->drained);
    hd__ring_set(map, at + CP_LINE, (uint64_t)checkpoint->line.ns);
    hd__ring_set(map, at + CP_LINE + 1, checkpoint->line.rate);
    hd__ring_set(map, at + CP_LENGTH, checkpoint->length);
    hd__ring_set(map, at + CP_NESTED, checkpoint->open_nested);
    hd__ring_set(map, at + CP_FLAGS, checkpoint->stopped | checkpoint->finished << 1);
    for (unsigned i = 0; i < COUNTS; i++) {
        hd__ring_set(map, at + CP_COUNTS + i, counts[i]);
    }
    hd__ring_set(map, at, sequence);
    atomic_signal_fence(memory_order_seq_cst);
}
