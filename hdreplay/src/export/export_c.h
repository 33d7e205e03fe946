/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EXPORT_C_H
#define EXPORT_C_H
/** What the parts that write a C program share; between export_c*.c only. */

#include "export.h"

struct writing {
    struct exporting *e;
    GString *text;
    GArray *numbers;            /* int64_t, of all calls */
    GHashTable *hints;          /* text of a set to its number + 1 */
    GPtrArray *sets;            /* struct hint_set * */
    GPtrArray *representations; /* char * */
    bool *types;                /* that are used */
    bool *communicators;
};

struct hint_set {
    uint32_t first;
    uint32_t count;
};

/** Add a text as a literal of C. */
void export_c_string(GString *text, const char *string);

/** Add the functions that make what the calls use: make_types, make_infos, make_communicators.
 *  @return FALSE and an error: a datatype that C can't express */
gboolean export_c_types(struct writing *w, GError **error);
void export_c_infos(struct writing *w);
void export_c_communicators(struct writing *w);

#endif
