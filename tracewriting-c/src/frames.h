/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_FRAMES_H
#define HD_SRC_FRAMES_H
/* The compressed file of a trace, X.trc.zst, beside its text X.trc.tail (FORMATS A4).
 *
 * The text is appended to the tail at its true offset. Frames of 1 MiB are made from text that no
 * longer changes, by the helper thread, and the room that it took in the tail is given back. At
 * any moment the frames, and the tail from the end of their text on, are the whole trace. At the
 * end the rest becomes frames too, a seek table is appended, and the tail can be removed.
 *
 * The head of a trace is changed in place at its end. It stands in a frame of its own, of the kind
 * that holds its text as it is.
 *
 * Thread: that of the trace. */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct hd__frames hd__frames;

/* Whether this build of the library has zstd. */
bool hd__frames_are_supported(void);

/* Create PATH.zst for the text in the file TAIL_PATH, open as `tail`. 0 or a negative error number.
 */
int hd__frames_create(const char *path, const char *tail_path, int tail, hd__frames **frames);

/* Store the head, with which the text begins. What can't be stored stays in the tail; this holds
 * for everything that follows as well. */
void hd__frames_put_head(hd__frames *frames, const char *text, size_t bytes);

/* Text before `end` is in the tail and will not change, apart from the head. */
void hd__frames_offer(hd__frames *frames, off_t end);

/* Replace bytes of the head: 0 or a negative error number. */
int hd__frames_patch(hd__frames *frames, off_t offset, const char *text, size_t bytes);

/* No more frames are made beside the trace: waits for the one that is being made. */
void hd__frames_stop(hd__frames *frames);

/* Make frames of the rest of `size` bytes of text, remove the tail when they hold all, and close.
 * In a forked child nothing is touched. */
void hd__frames_destroy(hd__frames *frames, off_t size);

#endif
