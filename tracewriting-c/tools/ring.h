/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TOOLS_RING_H
#define HD_TOOLS_RING_H
/* The rings (X.ring) that processes left in a folder, made into traces. */

#include <glib.h>

/** Told of each ring that stays, and why. */
typedef void ring_complain(const char *file, const char *cause);

/** Convert every ring of the folder whose process is gone, and say so on standard output. Rings of
 *  living processes are left alone and complained about, unless `elsewhere` also those of other
 *  machines.
 *  @return FALSE when one could not be converted though its process is gone */
gboolean ring_convert_directory(const char *directory, gboolean elsewhere, ring_complain *complain);

#endif
