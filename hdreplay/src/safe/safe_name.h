/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SAFE_NAME_H
#define SAFE_NAME_H
/** Where below the root of a replay a recorded file name leads. A pure function: it touches no
 *  file.  Source: TOOLS R8, R9. */

#include <glib.h>
#include <stdint.h>

enum { SAFE_NAME_BYTES_MAX = 1024 };

/** Begins the names of the replay's own files, which no recorded name may reach. */
#define SAFE_NAME_OWN ".hdreplay"

/** A rule for names, in which `{rank}`, `{host}` stand for the process that uses the file.
 *
 *  - `FROM=TO`: names that begin with FROM, at whole components, begin with TO instead;
 *  - `glob:PATTERN=TO`: names that fit a pattern with `*`, `**` (also slashes), `?`, `[...]`;
 *  - `re:EXPRESSION=TO`: names that fit a regular expression as a whole.
 *
 *  In TO of the last two `{1}` to `{9}` are what the pattern's signs or the groups stand for. */
struct safe_rule {
    char *from;
    char *to;
    GRegex *expression; /**< NULL: a prefix */
    gboolean varies;    /**< by rank or host */
};

/** The process that uses a file. */
struct safe_user {
    uint32_t rank;
    const char *host;
};

/** Read a rule. @return FALSE and an error */
gboolean safe_rule_parse(const char *text, struct safe_rule *rule, GError **error);
void safe_rule_clear(gpointer rule);

/** Apply the first rule that fits; without one the name stays as it is.
 *  @param rules array of struct safe_rule, may be NULL
 *  @param varies gets TRUE when another process may get another name, stays as it is otherwise
 *  @return the caller's; NULL and an error */
char *safe_rules_apply(const char *name, const GArray *rules, const struct safe_user *user,
                       gboolean *varies, GError **error);

/** Map a name: safe_rules_apply, then `/`, `.` and doubled slashes go.
 *  @return a relative path of plain components, the caller's; or NULL and an error when the name
 *          has `..`, a colon (as `ufs:`) or control characters, is too long, empty, or would be one
 *          of the replay's own files */
char *safe_name_map(const char *name, const GArray *rules, const struct safe_user *user,
                    gboolean *varies, GError **error);

/** Whether a path is one that safe_name_map may give. */
gboolean safe_name_is_plain(const char *path);

#endif
