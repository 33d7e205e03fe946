/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "safe_name.h"

#include "plan/plan_error.h"

#include <string.h>

enum { COMPONENT_BYTES_MAX = 200 }; /* leaves room for what an MPI adds for its own files */

static gboolean is_plain_component(const char *component)
{
    const size_t length = strlen(component);
    if (length == 0 || length > COMPONENT_BYTES_MAX || strcmp(component, ".") == 0 ||
        strcmp(component, "..") == 0 ||
        strncmp(component, SAFE_NAME_OWN, sizeof SAFE_NAME_OWN - 1) == 0) {
        return FALSE;
    }
    for (const char *at = component; *at != '\0'; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7f || *at == ':' || *at == '/') {
            return FALSE;
        }
    }
    return TRUE;
}

static const char *cause_of(const char *component)
{
    if (strcmp(component, "..") == 0) {
        return "it has `..'";
    }
    if (strchr(component, ':') != NULL) {
        return "a prefix or colon has to be mapped (--map ufs:=DIR)";
    }
    if (strncmp(component, SAFE_NAME_OWN, sizeof SAFE_NAME_OWN - 1) == 0) {
        return "the name is one of the replay's own";
    }
    return strlen(component) > COMPONENT_BYTES_MAX ? "a part of it is too long"
                                                   : "it has control characters";
}

gboolean safe_name_is_plain(const char *path)
{
    if (*path == '\0' || strlen(path) > SAFE_NAME_BYTES_MAX) {
        return FALSE;
    }
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        if (!is_plain_component(parts[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

char *safe_name_map(const char *name, const GArray *rules, const struct safe_user *user,
                    gboolean *varies, GError **error)
{
    g_autofree char *mapped = safe_rules_apply(name, rules, user, varies, error);
    if (mapped == NULL) {
        return NULL;
    }
    g_autofree char *shown = g_strescape(name, NULL);
    g_auto(GStrv) parts = g_strsplit(mapped, "/", -1);
    g_autoptr(GString) path = g_string_new(NULL);
    for (guint i = 0; parts[i] != NULL; i++) {
        if (*parts[i] == '\0' || strcmp(parts[i], ".") == 0) {
            continue;
        }
        if (!is_plain_component(parts[i])) {
            plan_fail(error, "file %s: refused: %s", shown, cause_of(parts[i]));
            return NULL;
        }
        g_string_append_printf(path, "%s%s", path->len > 0 ? "/" : "", parts[i]);
    }
    if (path->len == 0 || path->len > SAFE_NAME_BYTES_MAX) {
        plan_fail(error, "file %s: refused: %s", shown,
                  path->len == 0 ? "nothing is left of the name" : "it is too long");
        return NULL;
    }
    return g_strdup(path->str);
}
