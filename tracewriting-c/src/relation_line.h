/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_RELATION_LINE_H
#define HD_SRC_RELATION_LINE_H
/* Lines of a file of relations. Each is made where it will stand, in the file's window, while the
 * file is locked: that takes less time than to copy it there. So the order in the file is the order
 * in time, and a line is in the file when the call returns.
 * The caller of all of these holds the lock, and has a stamp. */

#include <hdtrace/relation.h>

/* `<rel t= time= [KIND=PARENT]/>`; `kind` and `parent`: its link, or NULL. */
hd_status hd__relation_put_token(hd_relation *r, uint64_t id, const char *kind, const char *parent);

/* `<s name= t= time= .../>` and `<e t= time= .../>`. */
hd_status hd__relation_put_begin(hd_relation *r, uint64_t id, const char *name, size_t count,
                                 const hd_relation_attribute *attributes);
hd_status hd__relation_put_end(hd_relation *r, uint64_t id, size_t count,
                               const hd_relation_attribute *attributes, const char *xml);

/* End of the token itself. */
hd_status hd__relation_put_phrase(hd_relation *r, uint64_t id, const hd_relation_phrase *phrase);
hd_status hd__relation_put_last(hd_relation *r, uint64_t id);

#endif
