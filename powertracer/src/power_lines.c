/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_lines.h"

#include "power_meter.h"

#include <math.h>
#include <string.h>

bool hd__lines_next(struct hd_lines *lines, char line[HD_LINE_SIZE])
{
    for (;;) {
        const char *end = memchr(lines->bytes, '\n', lines->length);
        if (end == NULL) {
            if (lines->length == sizeof lines->bytes) {
                lines->length = 0;
            }
            return false;
        }
        size_t length = (size_t)(end - lines->bytes);
        const size_t taken = length + 1;
        const bool fits = length < HD_LINE_SIZE;
        if (fits) {
            length -= length > 0 && end[-1] == '\r';
            memcpy(line, lines->bytes, length);
            line[length] = '\0';
        }
        lines->length -= taken;
        memmove(lines->bytes, lines->bytes + taken, lines->length);
        if (fits) {
            return true;
        }
    }
}

enum hd_io_result hd__lines_get(struct hd_lines *lines, struct hd_io *io, char line[HD_LINE_SIZE],
                                int64_t deadline_ns)
{
    while (!hd__lines_next(lines, line)) {
        size_t got = 0;
        const enum hd_io_result result =
            hd__io_read(io, lines->bytes + lines->length, sizeof lines->bytes - lines->length, &got,
                        deadline_ns);
        if (result != HD_IO_DONE) {
            return result;
        }
        lines->length += got;
    }
    return HD_IO_DONE;
}

size_t hd__read_numbers(const char *line, double *numbers, size_t most)
{
    size_t count = 0;
    for (const char *c = line + strspn(line, "; ,\t"); *c != '\0' && count < most;
         c += strspn(c, "; ,\t")) {
        const size_t length = strcspn(c, "; ,\t");
        const char *cursor = c;
        double number = 0.0;
        const bool is_number = hd__read_real(&cursor, &number) && cursor == c + length;
        numbers[count++] = is_number ? number : NAN;
        c += length;
    }
    return count;
}
