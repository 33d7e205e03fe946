/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_OTF2_LINES_H
#define HD_OTF2_LINES_H
/* The text between this program and the Java half (README, "The text"): lines of fields with
 * tabulators between them; a backslash, a tabulator and ends of lines within a field are written as
 * \\ \t \n \r. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct line_reader {
    FILE *from;
    char *text;
    size_t room;
    char **fields; /* decoded, within `text` */
    size_t count;
    size_t fields_room;
    uint64_t number; /* of the line, from 1 */
} line_reader;

/* False at the end. Fields are valid until the next call. */
bool lines_next(line_reader *reader);
void lines_free(line_reader *reader);

/* A field of the current line as a number; ends the program when there is none. */
uint64_t lines_unsigned(const line_reader *reader, size_t field);
int64_t lines_signed(const line_reader *reader, size_t field);
double lines_real(const line_reader *reader, size_t field);
const char *lines_text(const line_reader *reader, size_t field);

/* Append to stdout: a tabulator and the field. */
void put_text(const char *text);
void put_unsigned(uint64_t number);
void put_signed(int64_t number);
void put_real(double number); /* hexadecimal, so that it keeps each bit */

/* One line on stderr, then exit 2: bad input; exit 1: what can't be written. Not for errors of this
 * program. */
_Noreturn void refuse(const char *file, const char *reason);
_Noreturn void give_up(const char *file, const char *reason);

/* Memory or the end of the program. */
void *grown(void *old, size_t bytes);

#endif
