/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions are recorded: a list of names, patterns and groups. */
#define _DEFAULT_SOURCE
#include "hdmpi_switch.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

bool hd__wanted[HD__FUNCTION_COUNT];

/* Without these a trace says neither where it begins and ends nor why it has gaps. */
static const hd__function always[] = {HD__F_Init, HD__F_Init_thread, HD__F_Finalize, HD__F_Abort,
                                      HD__F_Pcontrol};

/* Something of the list could be named that is not recorded. */
static bool is_filtered;

hd__function hd__filter_find(const char *name)
{
    for (hd__function f = 0; f < HD__FUNCTION_COUNT; f++) {
        if (strcmp(hd__shapes[f].name, name) == 0) {
            return f;
        }
    }
    return HD__FUNCTION_COUNT;
}

bool hd__filter_wants(const char *element)
{
    const hd__function function = is_filtered ? hd__filter_find(element) : HD__FUNCTION_COUNT;
    return function == HD__FUNCTION_COUNT || hd__wanted[function];
}

static unsigned group_bit(const char *name)
{
    for (unsigned i = 0; i < HD__GROUP_COUNT; i++) {
        if (strcmp(hd__group_names[i], name) == 0) {
            return 1U << i;
        }
    }
    return 0;
}

/* Cheap local functions are meant only by their own name, or when they are asked for anyway. */
static bool matches(const hd__shape *shape, const char *pattern, unsigned group, bool with_local)
{
    if (group != 0) {
        return (shape->groups & group) != 0 && (with_local || !shape->local);
    }
    return strcmp(shape->name, pattern) == 0 ||
           ((with_local || !shape->local) && fnmatch(pattern, shape->name, 0) == 0);
}

/* One item of the list. @return false: it means nothing */
static bool apply(const char *item, bool with_local)
{
    const bool on = item[0] != '!';
    const char *pattern = on ? item : item + 1;
    const unsigned group = pattern[0] == '@' ? group_bit(pattern + 1) : 0;
    if (pattern[0] == '@' && group == 0) {
        return false;
    }
    pattern += strncmp(pattern, "MPI_", 4) == 0 ? 4 : 0;
    bool any = false;
    for (hd__function f = 0; f < HD__FUNCTION_COUNT; f++) {
        if (matches(&hd__shapes[f], pattern, group, with_local || !on)) {
            hd__wanted[f] = on;
            any = true;
        }
    }
    return any;
}

static void apply_all(const char *list, bool with_local, void (*warn)(const char *message))
{
    char item[64];
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        (void)snprintf(item, sizeof(item), "%.*s", (int)length, at);
        if (length >= sizeof(item) || (length > 0 && !apply(item, with_local))) {
            char message[160];
            (void)snprintf(message, sizeof(message),
                           "HDTRACE_FUNCTIONS: '%s' names no function and no group", item);
            warn(message);
        }
        at += length;
    }
}

void hd__filter_init(const hd__config *config, void (*warn)(const char *message))
{
    const char *const list = config->functions;
    const bool from_all = list == NULL || list[0] == '!';
    for (hd__function f = 0; f < HD__FUNCTION_COUNT; f++) {
        hd__wanted[f] = from_all && (config->local || !hd__shapes[f].local);
    }
    if (list != NULL) {
        apply_all(list, config->local, warn);
    }
    for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++) {
        hd__wanted[always[i]] = true;
    }
    is_filtered = list != NULL;
}
