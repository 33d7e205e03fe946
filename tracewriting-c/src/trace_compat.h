/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_TRACE_COMPAT_H
#define HD_SRC_TRACE_COMPAT_H
/* What makes a trace readable for programs of the original (FORMATS A9, B 1.3, B6), beside six
 * decimals and a short head. */

#include "trace_state.h"

/* The shortest name of an event that the original takes has two characters. `room` holds the name
 * that stands in. */
enum { HD__COMPAT_NAME_BYTES = 8 };
const char *hd__compat_event_name(const char *name, char room[HD__COMPAT_NAME_BYTES]);

/* Rework the text of an entry that ends, in the areas of the trace:
 *  - Data of a state with states inside become attributes, `For.0.rid`: the original's viewer takes
 *    the first data element for the parent of what is inside.
 *  - References to control characters, which no XML parser takes, become tabs and blanks. */
void hd__compat_rework(hd_trace *trace, const hd__frame *frame);

#endif
