/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lines.h"

#include <elfutils/libdwfl.h>
#include <glib.h>
#include <string.h>

struct lines {
    Dwfl *session;
    Dwfl_Module *module;
    Dwarf_Addr bias; /* what libdwfl adds to the object's own addresses */
    lines_result state;
};

static gboolean is_other_build(Dwfl_Module *module, const char *expected)
{
    const unsigned char *bits = NULL;
    GElf_Addr address = 0;
    const int size = dwfl_module_build_id(module, &bits, &address);
    if (size <= 0 || expected[0] == '\0') {
        return FALSE; /* nothing to compare */
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < size; i++) {
        g_string_append_printf(text, "%02x", bits[i]);
    }
    return strcmp(text->str, expected) != 0;
}

static lines_result load(lines *object, const char *path, const char *build_id)
{
    static const Dwfl_Callbacks callbacks = {
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = dwfl_offline_section_address,
    };
    object->session = dwfl_begin(&callbacks);
    if (object->session == NULL) {
        return LINES_NO_OBJECT;
    }
    object->module = dwfl_report_offline(object->session, path, path, -1);
    (void)dwfl_report_end(object->session, NULL, NULL);
    if (object->module == NULL || dwfl_module_getelf(object->module, &object->bias) == NULL) {
        return LINES_NO_OBJECT;
    }
    if (is_other_build(object->module, build_id)) {
        return LINES_OTHER_BUILD;
    }
    Dwarf_Addr debug_bias = 0;
    return dwfl_module_getdwarf(object->module, &debug_bias) == NULL ? LINES_NO_DEBUG : LINES_OK;
}

lines *lines_open(const char *path, const char *build_id)
{
    lines *const object = g_new0(lines, 1);
    object->state = load(object, path, build_id);
    return object;
}

void lines_close(lines *object)
{
    if (object != NULL) {
        dwfl_end(object->session);
        g_free(object);
    }
}

lines_result lines_find(lines *object, uint64_t offset, const char **file, int *line)
{
    if (object->state != LINES_OK) {
        return object->state;
    }
    /* The call is before the place that it returns to, which may be another line's already. */
    Dwfl_Line *const found = dwfl_module_getsrc(object->module, object->bias + offset - 1);
    *file = found == NULL ? NULL : dwfl_lineinfo(found, NULL, line, NULL, NULL, NULL);
    return *file == NULL ? LINES_NO_LINE : LINES_OK;
}
