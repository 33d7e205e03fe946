/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h> /* snprintf: no output */
#include <string.h>

enum { ERROR_TEXT_BYTES = 1024 };

static _Thread_local char error_text[ERROR_TEXT_BYTES];

const char *hd_status_get_name(hd_status status)
{
    switch (status) {
#define HD_STATUS_NAME(name, number, text)                                                         \
    case HD_##name:                                                                                \
        return "HD_" #name;
        HD_STATUS_LIST(HD_STATUS_NAME)
#undef HD_STATUS_NAME
    }
    return "HD_UNKNOWN";
}

const char *hd_status_get_text(hd_status status)
{
    switch (status) {
#define HD_STATUS_TEXT(name, number, text)                                                         \
    case HD_##name:                                                                                \
        return text;
        HD_STATUS_LIST(HD_STATUS_TEXT)
#undef HD_STATUS_TEXT
    }
    return "unknown status";
}

const char *hd_error_get_text(void)
{
    return error_text;
}

hd_status hd__fail(hd_status status, const char *format, ...)
{
    const int saved = errno;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error_text, sizeof error_text, format, arguments);
    va_end(arguments);
    errno = saved;
    return status;
}

hd_status hd__fail_system(const char *what, int error)
{
    const int saved = errno;
    char cause[128];
    if (strerror_r(-error, cause, sizeof cause) != 0) {
        (void)snprintf(cause, sizeof cause, "error %d", -error);
    }
    errno = saved;
    return hd__fail(HD_IO, "%s: %s", what, cause);
}
