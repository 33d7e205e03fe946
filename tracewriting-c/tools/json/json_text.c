/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "json_text.h"

#include <glib.h>

char *hd__json_quote(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *json = g_string_new("\"");
    for (const char *c = valid; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            g_string_append_c(json, '\\');
        }
        if ((unsigned char)*c < ' ') {
            g_string_append_printf(json, "\\u%04x", (unsigned)(unsigned char)*c);
        } else {
            g_string_append_c(json, *c);
        }
    }
    g_string_append_c(json, '"');
    return g_string_free(json, FALSE);
}
