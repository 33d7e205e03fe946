/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_CRC32C_H
#define HD_SRC_CRC32C_H
/* CRC-32C (Castagnoli), as in RFC 3720 B.4: what the index keeps of the text of a trace. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* CRC of what `crc` stands for (0: nothing) followed by the data. Any thread. */
uint32_t hd__crc32c(uint32_t crc, const void *data, size_t bytes);

/* The same without the processor's instruction. */
uint32_t hd__crc32c_by_table(uint32_t crc, const void *data, size_t bytes);

/* Whether the processor has the instruction. */
bool hd__crc32c_is_fast(void);

/* What `crc`, of a text, becomes when bytes inside that text are replaced by as many others;
 * `behind` bytes of the text follow them. */
uint32_t hd__crc32c_replace(uint32_t crc, const void *old, const void *new_data, size_t bytes,
                            uint64_t behind);

#endif
