/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are mapped into memory. */
#include "plan_compiling.h"

#include <string.h>

/* A file that is mapped into memory. */
struct compiled_map {
    int64_t oid;
    int64_t offset;
    int64_t size;
    uint32_t slot;
};

static struct compiled_map *find_map(const struct compiling *c, const struct plan_op *op)
{
    for (guint i = c->maps->len; i > 0; i--) {
        struct compiled_map *map = &g_array_index(c->maps, struct compiled_map, i - 1);
        if (map->oid == op->file && op->offset >= map->offset &&
            op->offset + op->size <= map->offset + map->size) {
            return map;
        }
    }
    return NULL;
}

/* What maps it holds where; others ask for a part of that. Of what is unmapped in parts the first
 * part ends the whole. */
gboolean compile_map(struct compiling *c, struct plan_cell *cell, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    if (op->size <= 0 || op->offset < 0) {
        return compiling_leave_out_posix(c);
    }
    cell->count = op->size;
    cell->offset = op->offset;
    if (cell->call == PLAN_CALL_POSIX_MAP) {
        const char *protection = hd_reader_get_text(c->reader, 0, "protection");
        cell->tag = protection == NULL
                        ? 0
                        : (strstr(protection, "READ") != NULL ? PLAN_HOW_READ : 0) |
                              (strstr(protection, "WRITE") != NULL ? PLAN_HOW_WRITE : 0);
        hd_slice sharing;
        cell->flags |=
            hd_reader_find(c->reader, 0, "sharing", &sharing) && hd_slice_equals(sharing, "SHARED")
                ? PLAN_CELL_FLAG
                : 0;
        cell->request = compiling_take_slot(c->free_maps, &c->entry->mappings);
        const struct compiled_map map = {op->file, op->offset, op->size, cell->request};
        g_array_append_val(c->maps, map);
        return compiling_emit(c, cell, NULL, 0, error);
    }
    const struct compiled_map *map = find_map(c, op);
    if (map == NULL) {
        return compiling_leave_out_posix(c); /* another thread's */
    }
    cell->request = map->slot;
    cell->offset -= map->offset;
    if (cell->call == PLAN_CALL_POSIX_UNMAP) {
        g_array_append_val(c->free_maps, map->slot);
        g_array_remove_index(c->maps,
                             (guint)(map - &g_array_index(c->maps, struct compiled_map, 0)));
    }
    return compiling_emit(c, cell, NULL, 0, error);
}

void compile_posix_begin(struct compiling *c)
{
    c->maps = g_array_new(FALSE, FALSE, sizeof(struct compiled_map));
    c->free_maps = g_array_new(FALSE, FALSE, sizeof(uint32_t));
}

void compile_posix_end(struct compiling *c)
{
    g_array_unref(c->maps);
    g_array_unref(c->free_maps);
}
