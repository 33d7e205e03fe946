/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of shapes. An entry is its length in bytes, number, count of attributes, and pieces:
 * that of the element, then one of each attribute; a piece is its kind, its length and its text.
 * Numbers have 32 bits, an entry is filled up to whole words. */
#include "ring_table.h"

#include "emit.h"
#include "error.h"
#include "ring.h"
#include "sys.h"

#include <string.h>

enum { FIELD = sizeof(uint32_t), PAD = 16 };

/* --- writing ---------------------------------------------------------------------------------- */

static char *put32(char *to, uint32_t value)
{
    memcpy(to, &value, sizeof value);
    return to + sizeof value;
}

static char *put_piece(char *to, const hd__piece *piece)
{
    to = put32(to, (uint32_t)piece->kind);
    to = put32(to, piece->bytes);
    memcpy(to, piece->whole, piece->bytes);
    return to + piece->bytes;
}

static size_t get_entry_bytes(const hd_template *shape)
{
    size_t bytes = (size_t)3 * FIELD + 2 * (size_t)FIELD + shape->open.bytes;
    for (unsigned i = 0; i < shape->count; i++) {
        bytes += 2 * (size_t)FIELD + shape->pieces[i].bytes;
    }
    return (bytes + 7) / 8 * 8;
}

bool hd__ring_enter(hd__ring *ring, const hd_template *shape)
{
    const size_t bytes = get_entry_bytes(shape);
    if (bytes > ring->map.table_bytes - ring->table_used) {
        return false;
    }
    char *at = ring->map.table + ring->table_used;
    at = put32(at, (uint32_t)bytes);
    at = put32(at, shape->id);
    at = put32(at, shape->count);
    at = put_piece(at, &shape->open);
    for (unsigned i = 0; i < shape->count; i++) {
        at = put_piece(at, &shape->pieces[i]);
    }
    ring->table_used += bytes;
    hd__ring_set(&ring->map, HD__RING_TABLE_USED, ring->table_used);
    ring->shapes[shape->id] = shape;
    if (!ring->careful) {
        ring->firsts[shape->id] =
            hd__ring_first_word(HD__RING_TICKS, 0, shape->id, HD__RING_STATE_WORDS + shape->count);
    }
    return true;
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct reader {
    const char *at;
    size_t rest;
} reader;

static bool take32(reader *from, uint32_t *value)
{
    if (from->rest < sizeof *value) {
        return false;
    }
    memcpy(value, from->at, sizeof *value);
    from->at += sizeof *value;
    from->rest -= sizeof *value;
    return true;
}

/* A piece whose text still lies in the table. */
static bool take_piece(reader *from, hd__piece *piece)
{
    uint32_t kind = 0;
    if (!take32(from, &kind) || !take32(from, &piece->bytes) || kind > HD_ATTRIBUTE_CONSTANT ||
        piece->bytes > from->rest || piece->bytes < 2) {
        return false;
    }
    piece->kind = (hd_attribute_kind)kind;
    piece->whole = from->at;
    from->at += piece->bytes;
    from->rest -= piece->bytes;
    return true;
}

/* Room of a piece's text, and zeros behind it. */
static size_t pad(size_t bytes)
{
    return (bytes + PAD - 1) / PAD * PAD;
}

static char *own_piece(hd__piece *piece, char *memory)
{
    memcpy(memory, piece->whole, piece->bytes);
    memset(piece->text, 0, sizeof piece->text);
    memcpy(piece->text, memory, piece->bytes < HD__PIECE_BYTES ? piece->bytes : HD__PIECE_BYTES);
    piece->whole = memory;
    return memory + pad(piece->bytes);
}

/* Copy the texts into memory of the shape's own. */
static bool own_pieces(hd_template *shape)
{
    static const char times[] = " time='' end=''/>\n";
    size_t bytes = pad(shape->open.bytes) + PAD;
    for (unsigned i = 0; i < shape->count; i++) {
        bytes += pad(shape->pieces[i].bytes);
        shape->bytes_max += shape->pieces[i].bytes + HD__DOUBLE_BYTES + 1;
    }
    shape->bytes_max += shape->open.bytes + sizeof times + 2 * (size_t)HD__TIME_BYTES + PAD;
    char *memory = hd__system.alloc(bytes);
    if (memory == NULL) {
        return false;
    }
    memory = own_piece(&shape->open, memory);
    memset(shape->moved, -1, sizeof shape->moved); /* no index is written from here */
    for (unsigned i = 0; i < shape->count; i++) {
        memory = own_piece(&shape->pieces[i], memory);
        shape->all |= UINT64_C(1) << i;
    }
    return true;
}

/* One entry, whose length was read already. */
static bool take_shape(reader *from, hd_template *shape)
{
    if (!take32(from, &shape->id) || !take32(from, &shape->count) ||
        shape->id >= HD_TEMPLATES_MAX || shape->count > HD_TEMPLATE_VALUES_MAX ||
        !take_piece(from, &shape->open)) {
        return false;
    }
    size_t bytes = shape->open.bytes;
    for (unsigned i = 0; i < shape->count; i++) {
        if (!take_piece(from, &shape->pieces[i]) || shape->pieces[i].bytes < 4) {
            return false;
        }
        bytes += shape->pieces[i].bytes + HD__DOUBLE_BYTES + 1;
    }
    return bytes < HD__SINK_RESERVABLE - 512;
}

static void free_shape(hd_template *shape)
{
    if (shape != NULL) {
        void *memory = NULL; /* begins with the element's text */
        memcpy(&memory, &shape->open.whole, sizeof memory);
        hd__system.release(memory);
        hd__system.release(shape);
    }
}

/* The entry at the front of `from`. */
static hd_status take_entry(reader *from, const char *path, hd__ring_table *table)
{
    reader inner = *from;
    uint32_t bytes = 0;
    if (!take32(&inner, &bytes) || bytes < 3 * FIELD || bytes > from->rest || bytes % 8 != 0) {
        return hd__fail(HD_FORMAT, "%s: the table of shapes is damaged", path);
    }
    inner.rest = bytes - FIELD;
    from->at += bytes;
    from->rest -= bytes;
    hd_template *const shape = hd__system.alloc(sizeof *shape);
    if (shape == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory for its shapes", path);
    }
    if (!take_shape(&inner, shape) || table->shapes[shape->id] != NULL) {
        hd__system.release(shape);
        return hd__fail(HD_FORMAT, "%s: the table of shapes is damaged", path);
    }
    if (!own_pieces(shape)) {
        hd__system.release(shape);
        return hd__fail(HD_NOMEM, "%s: no memory for its shapes", path);
    }
    table->shapes[shape->id] = shape;
    return HD_OK;
}

hd_status hd__ring_table_load(const hd__ring_map *map, const char *path, hd__ring_table **table)
{
    hd__ring_table *const made = hd__system.alloc(sizeof *made);
    *table = NULL;
    if (made == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory for its shapes", path);
    }
    reader from = {map->table, (size_t)hd__ring_get(map, HD__RING_TABLE_USED)};
    hd_status status = HD_OK;
    while (status == HD_OK && from.rest > 0) {
        status = take_entry(&from, path, made);
    }
    if (status != HD_OK) {
        hd__ring_table_free(made);
        return status;
    }
    *table = made;
    return HD_OK;
}

void hd__ring_table_free(hd__ring_table *table)
{
    for (size_t i = 0; table != NULL && i < HD_TEMPLATES_MAX; i++) {
        free_shape(table->shapes[i]);
    }
    hd__system.release(table);
}
