/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SAFE_NAME_H
#define SAFE_NAME_H
/** Where below the root of a replay a recorded file name leads. A pure function: it touches no
 *  file.  Source: TOOLS R8, R9. */

#include <glib.h>

enum { SAFE_NAME_BYTES_MAX = 1024 };

/** Begins the names of the replay's own files, which no recorded name may reach. */
#define SAFE_NAME_OWN ".hdreplay"

/** A rule: names that begin with `from`, at whole components, begin with `to` instead. */
struct safe_rule {
    char *from;
    char *to;
};

/** Read `FROM=TO`. @return FALSE and an error */
gboolean safe_rule_parse(const char *text, struct safe_rule *rule, GError **error);
void safe_rule_clear(gpointer rule);

/** Map a name: the first rule that fits is applied, then `/`, `.` and doubled slashes go.
 *  @param rules array of struct safe_rule, may be NULL
 *  @return a relative path of plain components, the caller's; or NULL and an error when the name
 *          has `..`, a colon (as `ufs:`) or control characters, is too long, empty, or would be one
 *          of the replay's own files */
char *safe_name_map(const char *name, const GArray *rules, GError **error);

/** Whether a path is one that safe_name_map may give. */
gboolean safe_name_is_plain(const char *path);

#endif
