/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RING_TABLE_H
#define HD_SRC_RING_TABLE_H
/* The shapes of a ring that another process wrote, made again from its table. */

#include "ring_file.h"
#include "template.h"

typedef struct hd__ring_table {
    hd_template *shapes[HD_TEMPLATES_MAX]; /* by number in the ring; NULL: none */
} hd__ring_table;

/* Read the table. HD_OK | HD_FORMAT (damaged) | HD_NOMEM; NULL in *table unless HD_OK. */
hd_status hd__ring_table_load(const hd__ring_map *map, const char *path, hd__ring_table **table);

void hd__ring_table_free(hd__ring_table *table);

#endif
