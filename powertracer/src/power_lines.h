/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_LINES_H
#define HDPOWER_LINES_H
/** Text that comes in lines, and the numbers in it. */

#include "power_io.h"

#define HD_LINE_SIZE 1024

struct hd_lines {
    char bytes[4 * HD_LINE_SIZE];
    size_t length;
};

/** Get the next line, without its end (LF, CR LF). A line that doesn't fit is skipped. */
enum hd_io_result hd__lines_get(struct hd_lines *lines, struct hd_io *io, char line[HD_LINE_SIZE],
                                int64_t deadline_ns);

/** Get a line that is there already. @return false: none */
bool hd__lines_next(struct hd_lines *lines, char line[HD_LINE_SIZE]);

/** Read numbers that are separated by `;`, `,` or blanks; what is none (`NAN`, `---`, "a text")
 *  becomes NaN. @return how many there are, at most `most` */
size_t hd__read_numbers(const char *line, double *numbers, size_t most);

#endif
