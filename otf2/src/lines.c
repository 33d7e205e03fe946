/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lines.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void leave(int status, const char *file, const char *reason)
{
    (void)fprintf(stderr, "%s: %s\n", file, reason);
    exit(status); // NOLINT(concurrency-mt-unsafe): there is one thread
}

void refuse(const char *file, const char *reason)
{
    leave(2, file, reason);
}

void give_up(const char *file, const char *reason)
{
    leave(1, file, reason);
}

void *grown(void *old, size_t bytes)
{
    void *const memory = realloc(old, bytes);
    if (memory == NULL) {
        give_up("hdtrace-otf2", "out of memory");
    }
    return memory;
}

static _Noreturn void refuse_line(const line_reader *reader, const char *reason)
{
    char place[40];
    (void)snprintf(place, sizeof place, "line %" PRIu64, reader->number);
    refuse(place, reason);
}

static void add_field(line_reader *reader, char *field)
{
    if (reader->count == reader->fields_room) {
        reader->fields_room = reader->fields_room == 0 ? 16 : 2 * reader->fields_room;
        reader->fields = grown(reader->fields, reader->fields_room * sizeof *reader->fields);
    }
    reader->fields[reader->count++] = field;
}

static char decoded(char c)
{
    switch (c) {
    case 't':
        return '\t';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    default:
        return c;
    }
}

bool lines_next(line_reader *reader)
{
    const ssize_t length = getline(&reader->text, &reader->room, reader->from);
    if (length < 0) {
        return false;
    }
    reader->number++;
    reader->count = 0;
    char *to = reader->text;
    add_field(reader, to);
    const char *const end = reader->text + length;
    for (const char *from = reader->text; from < end && *from != '\n'; from++) {
        if (*from == '\t') {
            *to++ = '\0';
            add_field(reader, to);
        } else if (*from == '\\' && from + 1 < end) {
            from++;
            *to++ = decoded(*from);
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return true;
}

void lines_free(line_reader *reader)
{
    free(reader->text);
    free(reader->fields);
}

const char *lines_text(const line_reader *reader, size_t field)
{
    if (field >= reader->count) {
        refuse_line(reader, "has too few fields");
    }
    return reader->fields[field];
}

uint64_t lines_unsigned(const line_reader *reader, size_t field)
{
    const char *const text = lines_text(reader, field);
    char *end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || *text == '-') {
        refuse_line(reader, "has a field that is no number");
    }
    return number;
}

int64_t lines_signed(const line_reader *reader, size_t field)
{
    const char *const text = lines_text(reader, field);
    char *end = NULL;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0) {
        refuse_line(reader, "has a field that is no number");
    }
    return number;
}

double lines_real(const line_reader *reader, size_t field)
{
    const char *const text = lines_text(reader, field);
    char *end = NULL;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0') {
        refuse_line(reader, "has a field that is no number");
    }
    return number;
}

void put_text(const char *text)
{
    (void)putchar('\t');
    for (const char *c = text; *c != '\0'; c++) {
        switch (*c) {
        case '\\':
            (void)fputs("\\\\", stdout);
            break;
        case '\t':
            (void)fputs("\\t", stdout);
            break;
        case '\n':
            (void)fputs("\\n", stdout);
            break;
        case '\r':
            (void)fputs("\\r", stdout);
            break;
        default:
            (void)putchar(*c);
        }
    }
}

void put_unsigned(uint64_t number)
{
    (void)printf("\t%" PRIu64, number);
}

void put_signed(int64_t number)
{
    (void)printf("\t%" PRId64, number);
}

void put_real(double number)
{
    if (isnan(number)) {
        (void)fputs("\tNaN", stdout);
    } else if (isinf(number)) {
        (void)fputs(number < 0 ? "\t-Infinity" : "\tInfinity", stdout);
    } else {
        (void)printf("\t%a", number);
    }
}
