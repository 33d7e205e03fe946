/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import_words.h"

#include <string.h>

/* --- where things end --------------------------------------------------------------------------
 */

static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++) {
        at += *at == '\\' && at + 1 < end ? 1 : 0;
    }
    return at < end ? at + 1 : NULL;
}

static const char *skip_comment(const char *at, const char *end)
{
    const char *close = g_strstr_len(at, end - at, "*/");
    return close == NULL ? NULL : close + 2;
}

/* `</dev/null<char 1:3>>`, `<TCP:[a->b]>`; within a path < and > are escaped. */
static const char *skip_name(const char *at, const char *end)
{
    const bool is_path = at + 1 < end && at[1] == '/';
    for (int depth = 0; at < end; at++) {
        const bool is_arrow = *at == '>' && at[-1] == '-' && !is_path;
        depth += *at == '<' ? 1 : *at == '>' && !is_arrow ? -1 : 0;
        if (depth == 0) {
            return at + 1;
        }
    }
    return NULL;
}

/* What is one thing for the search of commas. NULL: it has no end */
static const char *skip(const char *begin, const char *at, const char *end)
{
    if (*at == '"') {
        return skip_string(at, end);
    }
    if (*at == '/' && at + 1 < end && at[1] == '*') {
        return skip_comment(at, end);
    }
    if (*at == '<' && at + 1 < end && at[1] == '<') {
        return at + 2;
    }
    return *at == '<' && at > begin && g_ascii_isalnum(at[-1]) ? skip_name(at, end) : at + 1;
}

static struct import_word trim(const char *from, const char *to)
{
    while (from < to && *from == ' ') {
        from++;
    }
    while (to > from && to[-1] == ' ') {
        to--;
    }
    return (struct import_word){from, (size_t)(to - from)};
}

enum import_step import_words_next(struct import_word *rest, struct import_word *word)
{
    const char *const begin = rest->text;
    const char *const end = begin + rest->length;
    const char *at = begin;
    for (int depth = 0; at != NULL && at < end; at = skip(begin, at, end)) {
        const bool closes = strchr(")]}", *at) != NULL;
        if (depth == 0 && (closes || *at == ',')) {
            break;
        }
        depth += closes ? -1 : strchr("([{", *at) != NULL ? 1 : 0;
    }
    if (at == NULL) {
        return IMPORT_BAD;
    }
    *word = trim(begin, at);
    const bool has_more = at < end && *at == ',';
    rest->text = has_more ? at + 1 : at;
    rest->length = (size_t)(end - rest->text);
    return word->length > 0 ? IMPORT_WORD : has_more ? IMPORT_BAD : IMPORT_END;
}

/* --- what they say -----------------------------------------------------------------------------
 */

bool import_word_is(struct import_word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

bool import_word_begins(struct import_word word, const char *text)
{
    const size_t length = strlen(text);
    return word.length >= length && memcmp(word.text, text, length) == 0;
}

bool import_word_has(struct import_word word, const char *flag)
{
    const size_t length = strlen(flag);
    const char *const end = word.text + word.length;
    for (const char *at = word.text; at < end; at++) {
        const char *const bar = memchr(at, '|', (size_t)(end - at));
        const char *const stop = bar == NULL ? end : bar;
        if ((size_t)(stop - at) == length && memcmp(at, flag, length) == 0) {
            return true;
        }
        at = stop;
    }
    return false;
}

bool import_word_number(struct import_word word, gint64 *value)
{
    char text[32];
    char *end = NULL;
    const char *const name = memchr(word.text, '<', word.length);
    const size_t length = name == NULL ? word.length : (size_t)(name - word.text);
    if (length == 0 || length >= sizeof text) {
        return false;
    }
    memcpy(text, word.text, length);
    text[length] = '\0';
    if (!g_ascii_isdigit(text[0]) && !(text[0] == '-' && g_ascii_isdigit(text[1]))) {
        return false;
    }
    *value =
        text[0] == '-' ? g_ascii_strtoll(text, &end, 0) : (gint64)g_ascii_strtoull(text, &end, 0);
    return *end == '\0';
}

static int digit_of(char c, int base)
{
    const int digit = g_ascii_xdigit_value(c);
    return digit < base ? digit : -1;
}

/* Digits of a byte behind \ or \x. */
static const char *take_digits(const char *at, const char *end, int base, int most, GString *text)
{
    int value = 0;
    for (int i = 0; i < most && at < end && digit_of(*at, base) >= 0; i++, at++) {
        value = value * base + digit_of(*at, base);
    }
    g_string_append_c(text, (char)value);
    return at;
}

static char *unescape(const char *at, const char *end)
{
    static const char letters[] = "nrtvfab";
    static const char meant[] = "\n\r\t\v\f\a\b";
    GString *text = g_string_new(NULL);
    while (at < end) {
        if (*at != '\\' || at + 1 == end) {
            g_string_append_c(text, *at++);
            continue;
        }
        const char escaped = *++at;
        const char *const letter = strchr(letters, escaped);
        if (digit_of(escaped, 8) >= 0) {
            at = take_digits(at, end, 8, 3, text);
        } else if (escaped == 'x') {
            at = take_digits(at + 1, end, 16, 2, text);
        } else {
            g_string_append_c(text, letter == NULL ? escaped : meant[letter - letters]);
            at++;
        }
    }
    return g_string_free(text, FALSE);
}

char *import_word_string(struct import_word word)
{
    const bool is_whole =
        word.length >= 2 && word.text[0] == '"' &&
        skip_string(word.text, word.text + word.length) == word.text + word.length;
    return is_whole ? unescape(word.text + 1, word.text + word.length - 1) : NULL;
}

char *import_word_path(struct import_word word)
{
    static const char gone[] = " (deleted)";
    const char *const begin = memchr(word.text, '<', word.length);
    const char *const end = begin == NULL ? NULL : skip_name(begin, word.text + word.length);
    if (end == NULL) {
        return NULL;
    }
    char *path = unescape(begin + 1, end - 1);
    char *const device = strstr(path, "<char ");
    if (device != NULL) {
        *device = '\0';
    }
    if (g_str_has_suffix(path, gone)) {
        path[strlen(path) - strlen(gone)] = '\0';
    }
    return path;
}

bool import_word_inside(struct import_word word, struct import_word *inside)
{
    if (word.length < 2 || strchr("([{", word.text[0]) == NULL) {
        return false;
    }
    *inside = (struct import_word){word.text + 1, word.length - 1};
    return true;
}

bool import_word_field(struct import_word word, const char *name, struct import_word *value)
{
    struct import_word rest;
    struct import_word field;
    const size_t length = strlen(name);
    if (!import_word_inside(word, &rest)) {
        return false;
    }
    while (import_words_next(&rest, &field) == IMPORT_WORD) {
        if (import_word_begins(field, name) && field.length > length && field.text[length] == '=') {
            *value = (struct import_word){field.text + length + 1, field.length - length - 1};
            return true;
        }
    }
    return false;
}
