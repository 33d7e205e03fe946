/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RING_CONVERT_H
#define HD_SRC_RING_CONVERT_H
/* From records to text, in the writing process or after its death. Each batch ends with a
 * checkpoint: if the process dies in the middle of one, the trace is cut to the checkpoint before
 * and the batch is made again, of the same bytes. */

#include "emit.h"
#include "ring_file.h"

#include <hdtrace/ring.h>

typedef struct hd__ring_conversion {
    hd__ring_map *map;
    hd__emitter *emitter;
    const hd_template *const *shapes; /* by number in the ring */
    hd__ring_place first;             /* of the first record that is not text yet */
    int64_t last_ns;                  /* end of the last that is */
    hd_ring_progress *progress;       /* told by hd__ring_convert_rest; may be NULL */
    void *context;                    /* of progress */
} hd__ring_conversion;

/* Convert at most so many records. HD__RING_END: there are no more; HD__RING_DAMAGED: also when the
 * trace failed, emitter->failed tells. */
hd__ring_step hd__ring_convert_batch(hd__ring_conversion *conversion, size_t most);

/* Convert all that is left, and give its room back on the way: the text needs more than that.
 * HD__RING_END or HD__RING_DAMAGED, as above. */
hd__ring_step hd__ring_convert_rest(hd__ring_conversion *conversion);

/* As hd_ring_convert, for a ring of this process whose writer will not go on with it, wherever it
 * is: the trace becomes a whole document. HD_IO: there was no room for its end. */
hd_status hd__ring_end_trace(const char *path);

/* What the index calls the element that begins so. */
unsigned hd__ring_get_name(hd__emitter *emitter, hd__ring_kind kind, const char *text, size_t size);

/* Note in the ring how far the trace came. */
void hd__ring_note_checkpoint(const hd__ring_conversion *conversion, bool finished);

#endif
