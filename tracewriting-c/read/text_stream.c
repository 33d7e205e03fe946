/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source.h"
#include "stream.h"

#include <hdtrace/read.h>
#include <stdlib.h>
#include <string.h>

struct hd_text {
    hd__source source; /* only its stream and its name */
    char *name;
};

hd_status hd_text_open(const char *path, hd_text **text)
{
    hd_text *const made = calloc(1, sizeof *made);
    char *const name = strdup(path);
    if (made == NULL || name == NULL) {
        free(name);
        free(made);
        return hd__read_fail(HD_NOMEM, path, UINT64_MAX, "no memory");
    }
    const hd_status status = hd__source_open(&made->source, name);
    if (status != HD_OK) {
        free(name);
        free(made);
        return status;
    }
    made->name = name;
    *text = made;
    return HD_OK;
}

hd_status hd_text_read(hd_text *text, void *to, size_t bytes, size_t *got)
{
    hd_status status = HD_OK;
    const ssize_t count = hd__source_read(&text->source, to, bytes, &status);
    if (count < 0) {
        return status;
    }
    text->source.offset += (uint64_t)count;
    *got = (size_t)count;
    return count == 0 && bytes > 0 ? HD_END : HD_OK;
}

void hd_text_close(hd_text *text)
{
    if (text != NULL) {
        hd__source_close(&text->source);
        free(text->name);
        free(text);
    }
}
