/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_SITES_H
#define HDMPI_SITES_H
/* The places of calls of one process, from the `Site` lines of its fragment, with their source. */

#include <glib.h>

typedef struct sites sites;

/* @return NULL and `error` when the fragment can't be read; without any place: an empty one */
sites *sites_read(const char *fragment_path, GError **error);
void sites_free(sites *all);
guint sites_get_count(const sites *all);

/* ` cFile='..' cLine='..'` for a place, NULL when its source is not known. */
const char *sites_get_text(const sites *all, guint64 id);

/* Say for each object why the source of some of its places is not known. @return how many places */
guint sites_report(const sites *all, void (*say)(const char *object, const char *cause));

#endif
