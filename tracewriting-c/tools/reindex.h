/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_REINDEX_H
#define HDTRACE_REINDEX_H
/* The index of a finished trace, made anew from its text (FORMATS A5). */

#include <glib.h>

/* Replace PATH.idx by a whole one; PATH is X.trc, whatever form the trace is in. It is made in
 * PATH.new.idx and renamed, so that there is an index that fits at any time. FALSE: it stays as it
 * was, because the trace can't be read or the index not written, or has too many names. */
gboolean reindex_trace(const char *path);

#endif
