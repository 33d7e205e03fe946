/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RELATION_LINE_H
#define HD_SRC_RELATION_LINE_H
/* One line of a file of relations, but for its time. A thread composes it in memory of its own
 * while others write; the file is locked only to read the clock and to copy. So the order in the
 * file is the order in time, and a line is in the file when the call returns. */

#include <hdtrace/relation.h>
#include <stdbool.h>

enum { HD__RELATION_LINE_BYTES = 1024 };

typedef struct hd__relation_line {
    char *text; /* near, or memory that was allocated for a long line */
    char *end;
    char *time_at; /* the time goes here, between what is before and after it */
    char near[HD__RELATION_LINE_BYTES];
} hd__relation_line;

/* Each of these makes a whole line, and needs hd__relation_line_fini after it whatever it gives
 * back. False: no memory. */

/* `kind` and `parent`: its link, or NULL. The id is not known yet, so the line begins at the time.
 */
bool hd__relation_line_token(hd__relation_line *line, const char *kind, const char *parent);
bool hd__relation_line_begin(hd__relation_line *line, hd_token token, const char *name,
                             size_t count, const hd_relation_attribute *attributes);
bool hd__relation_line_end(hd__relation_line *line, hd_token token, size_t count,
                           const hd_relation_attribute *attributes, const char *xml);

void hd__relation_line_fini(hd__relation_line *line);

/* `<TAG t="ID" time="`, at most HD__RELATION_HEAD_BYTES for a tag of ours. @return its end */
enum { HD__RELATION_HEAD_BYTES = 64 };
char *hd__relation_put_head(char *to, const char *tag, uint64_t id);

#endif
