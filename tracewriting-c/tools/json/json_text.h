/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_JSON_TEXT_H
#define HD_JSON_TEXT_H
/** Text for the JSON that programs print. Not for libraries, it uses GLib. */

/** Quote a text for JSON; bytes that are not UTF-8 become U+FFFD. To be freed with g_free. */
char *hd__json_quote(const char *text);

#endif
