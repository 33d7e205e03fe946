/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IMPORT_WORDS_H
#define IMPORT_WORDS_H
/** The words that strace prints arguments and results as. */

#include <glib.h>
#include <stdbool.h>

/** A piece of a line, not ended by NUL. */
struct import_word {
    const char *text;
    size_t length;
};

enum import_step { IMPORT_WORD, IMPORT_END, IMPORT_BAD };

/** Take the next of words with commas between them, up to a bracket that closes what is around
 *  them: `rest` moves behind it. IMPORT_END: at the bracket or at the end of the text; IMPORT_BAD:
 *  a string, a bracket or a name of a descriptor has no end. */
enum import_step import_words_next(struct import_word *rest, struct import_word *word);

bool import_word_is(struct import_word word, const char *text);
bool import_word_begins(struct import_word word, const char *text);

/** Whether it is one of the names that have `|` between them. */
bool import_word_has(struct import_word word, const char *flag);

/** A number, decimal, 0x... or 0..., of what may have the name of a descriptor behind it. */
bool import_word_number(struct import_word word, gint64 *value);

/** What is within its quotes, the caller's; NULL: no string, or a cut one. */
char *import_word_string(struct import_word word);

/** What stands within <> behind a number or AT_FDCWD, the caller's; NULL: nothing. */
char *import_word_path(struct import_word word);

/** What is within its brackets; FALSE: it has none. */
bool import_word_inside(struct import_word word, struct import_word *inside);

/** The value of NAME=VALUE in {}. */
bool import_word_field(struct import_word word, const char *name, struct import_word *value);

#endif
