/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_INDEX_FILE_H
#define HD_SRC_INDEX_FILE_H
/* The file of an index: its records (FORMATS A5), put together in memory and appended by one write.
 * What is summed for them is index.c's. */
#include "index.h"

#include "sys.h"
#include "topology_node.h"
#include "trace_state.h"

enum {
    HD__INDEX_HASH_SLOTS = 2 * HD__INDEX_NAMES,
    HD__INDEX_TEXT_BYTES = 32768, /* of all names together */
    HD__INDEX_ROW_BYTES = 32,
    HD__INDEX_HEADER_BYTES = 8,
    HD__INDEX_CRC_IN_BLOCK = 5 + 8 + 8 + 8 + 4 + 4, /* where a block's record holds it */
    HD__INDEX_OUT_BYTES =
        HD__INDEX_TEXT_BYTES + 2 * HD__INDEX_NAMES * (HD__INDEX_ROW_BYTES + 5) + 1024
};

typedef struct hd__index_text {
    uint32_t from;
    uint32_t bytes;
} hd__index_text;

typedef struct hd__index_file {
    hd__index open; /* first: the public part */
    hd__index_sum block[HD__INDEX_NAMES + 1];
    hd__index_sum total[HD__INDEX_NAMES];
    uint16_t touched[HD__INDEX_NAMES + 1];

    hd__index_text names[HD__INDEX_NAMES];
    uint32_t name_count;
    uint32_t written_count; /* names that are in the file */
    uint32_t text_bytes;
    char text[HD__INDEX_TEXT_BYTES];
    uint16_t slots[HD__INDEX_HASH_SLOTS]; /* number of a name + 1 */

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
    unsigned char out[HD__INDEX_OUT_BYTES];
    uint64_t child_ns[HD__DEPTH_MAX + 2];
} hd__index_file;

_Static_assert(HD__INDEX_NAMES <= UINT16_MAX, "touched holds 16 bits");
_Static_assert((int)HD__INDEX_OUT_BYTES >= (int)HD__INDEX_BLOCK,
               "the end of the trace is read into out");

/* Create PATH.idx with its head. */
bool hd__index_file_open(hd__index_file *file, const char *path);

/* Put records into memory: names that the file does not have, the open block with so many states,
 * the sums of all blocks so far. */
void hd__index_file_put_names(hd__index_file *file);
void hd__index_file_put_block(hd__index_file *file, uint64_t states);
void hd__index_file_put_sums(hd__index_file *file);

/* Append what was put together; what of it is only partly there is taken back. */
void hd__index_file_write(hd__index_file *file);

/* The last records, and write them; `trace` reads the trace. */
void hd__index_file_put_end(hd__index_file *file, int trace);

/* False in a forked child, and when the program closed the descriptor and has it for another file.
 */
bool hd__index_file_is_own(const hd__index_file *file);

/* Nothing more is written. */
void hd__index_file_give_up(hd__index_file *file);

#endif
