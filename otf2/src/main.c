/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdtrace-otf2: what `hdtrace export --to otf2` and `hdtrace import otf2` start. */
#include "archive.h"
#include "lines.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static char cause[256];
static const char *written; /* the folder of the archive that is written; NULL while one is read */

static OTF2_ErrorCode keep(void *user, const char *file, uint64_t line, const char *function,
                           OTF2_ErrorCode code, const char *format, va_list values)
    __attribute__((format(printf, 6, 0)));

/* Errors of what an archive should hold; all others are of files and of memory. */
static bool is_of_content(OTF2_ErrorCode code)
{
    return code == OTF2_ERROR_INVALID_ARGUMENT || code == OTF2_ERROR_INVALID_RECORD ||
           code == OTF2_ERROR_INVALID_DATA || code == OTF2_ERROR_INDEX_OUT_OF_BOUNDS ||
           code == OTF2_ERROR_PROPERTY_NAME_INVALID || code == OTF2_ERROR_PROPERTY_EXISTS ||
           code == OTF2_ERROR_PROPERTY_VALUE_INVALID || code == OTF2_ERROR_INVALID_ATTRIBUTE_TYPE;
}

/* The first reason is the one that says what was wrong; later ones say who could not go on for it.
 * A file that can't be written ends the program here: OTF2 3.0 returns success from the call that
 * closes it, or frees its buffer twice. */
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
        if (written != NULL && !is_of_content(code)) {
            give_up(written, cause);
        }
    }
    return code;
}

void archive_listen(const char *folder)
{
    written = folder;
    OTF2_Error_RegisterCallback(keep, NULL);
}

void archive_forget(void)
{
    cause[0] = '\0';
}

void archive_require(OTF2_ErrorCode code, const char *file, const char *what)
{
    if (code == OTF2_SUCCESS && (written == NULL || cause[0] == '\0')) {
        return;
    }
    char text[384];
    (void)snprintf(text, sizeof text, "%s: OTF2 says: %s", what,
                   cause[0] == '\0' ? OTF2_Error_GetDescription(code) : cause);
    if (written != NULL && !is_of_content(code)) {
        give_up(file, text);
    }
    refuse(file, text);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "write") == 0) {
        (void)signal(SIGXFSZ, SIG_IGN); /* a limit of files' sizes is told as a full disk is */
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
