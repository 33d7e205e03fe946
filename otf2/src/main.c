/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdtrace-otf2: what `hdtrace export --to otf2` and `hdtrace import otf2` start. */
#include "archive.h"
#include "lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char cause[256];

static OTF2_ErrorCode keep(void *user, const char *file, uint64_t line, const char *function,
                           OTF2_ErrorCode code, const char *format, va_list values)
    __attribute__((format(printf, 6, 0)));

/* The first reason is the one that says what was wrong; later ones say who could not go on for it.
 */
static OTF2_ErrorCode keep(void *user, const char *file, uint64_t line, const char *function,
                           OTF2_ErrorCode code, const char *format, va_list values)
{
    (void)user;
    (void)file;
    (void)line;
    (void)function;
    if (cause[0] == '\0' && code > OTF2_SUCCESS) {
        char text[192];
        (void)vsnprintf(text, sizeof text, format, values);
        (void)snprintf(cause, sizeof cause, "%s%s%s", OTF2_Error_GetDescription(code),
                       text[0] == '\0' ? "" : ": ", text);
        for (char *c = cause; *c != '\0'; c++) {
            if (*c < ' ') {
                *c = ' ';
            }
        }
    }
    return code;
}

void archive_listen(void)
{
    OTF2_Error_RegisterCallback(keep, NULL);
}

void archive_require(OTF2_ErrorCode code, const char *file, const char *what)
{
    if (code == OTF2_SUCCESS) {
        return;
    }
    char text[384];
    (void)snprintf(text, sizeof text, "%s: OTF2 says: %s", what,
                   cause[0] == '\0' ? OTF2_Error_GetDescription(code) : cause);
    refuse(file, text);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "write") == 0) {
        archive_write(argv[2]);
    } else if (argc == 3 && strcmp(argv[1], "read") == 0) {
        archive_read(argv[2]);
    } else {
        const int help = argc == 2 && strcmp(argv[1], "--help") == 0;
        (void)fputs("usage: hdtrace-otf2 write FOLDER <TEXT | hdtrace-otf2 read ANCHOR >TEXT\n"
                    "Between archives of OTF2 and the text that hdtrace export and import use.\n",
                    help ? stdout : stderr);
        return help ? 0 : 2;
    }
    return 0;
}
