/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

typedef enum value_type { FLAG, WHOLE, SECONDS, CHOICE, TEXT, FOREIGN } value_type;

typedef struct setting {
    const char *name; /* without HDTRACE_ */
    value_type type;
    long minimum, maximum;
    size_t offset;
} setting;

#define FIELD(member) offsetof(hd__config, member)

static const setting variables[] = {
    {"ENABLED", FLAG, 0, 1, FIELD(enabled)},
    {"LOCAL", FLAG, 0, 1, FIELD(local)},
    {"VERBOSE", FLAG, 0, 1, FIELD(verbose)},
    {"CLOCK_ALWAYS", FLAG, 0, 1, FIELD(clock_always)},
    {"RELATIONS", FLAG, 0, 1, FIELD(relations)},
    {"CPU_TIME", FLAG, 0, 1, FIELD(cpu_time)},
    {"SOURCE", FLAG, 0, 1, FIELD(source)},
    {"FUNCTIONS", TEXT, 0, 0, FIELD(functions)},
    {"CONTROL", TEXT, 0, 0, FIELD(control)},
    {"INDEX", FLAG, 0, 1, FIELD(index)},
    {"COMPRESS", CHOICE, 0, 0, FIELD(compress)},
    {"NESTED", WHOLE, 0, 1023, FIELD(nested)},
    {"BUFFER_SIZE_KB", WHOLE, 64, 4L << 20, FIELD(buffer_kib)},
    {"RUT_MS", WHOLE, 1, 3600000, FIELD(rut_interval_ms)},
    {"FINALIZE_TIMEOUT", SECONDS, 0, 86400, FIELD(finalize_timeout_s)},
    {"HOST", TEXT, 0, 0, FIELD(host)},
    {"PROJECT", TEXT, 0, 0, FIELD(project)},
    {"PREFIX", TEXT, 0, 0, FIELD(prefix)},
    {"STACK", FOREIGN, 0, 0, 0},      /* read at the first call, hdmpi_chain.c */
    {"JAVA_FLAGS", FOREIGN, 0, 0, 0}, /* of the hdtrace command */
};

enum { WORDS_MAX = 4 };

/* The words that a CHOICE takes; the field gets the place of the one given. */
static const struct choice {
    const char *name;
    const char *words[WORDS_MAX];
    const char *list;
} choices[] = {
    {"COMPRESS", {"none", "zstd", NULL, NULL}, "none or zstd"},
};

static const struct choice *get_choice(const setting *variable)
{
    size_t i = 0;
    while (strcmp(choices[i].name, variable->name) != 0) {
        i++;
    }
    return &choices[i];
}

static bool set_choice(const setting *variable, hd__config *config, const char *value)
{
    const struct choice *const choice = get_choice(variable);
    for (long i = 0; i < WORDS_MAX && choice->words[i] != NULL; i++) {
        if (strcmp(choice->words[i], value) == 0) {
            *(long *)(void *)((char *)config + variable->offset) = i;
            return true;
        }
    }
    return false;
}

static bool set_number(const setting *variable, hd__config *config, const char *value)
{
    void *const field = (char *)config + variable->offset;
    char *end = NULL;
    const double number = strtod(value, &end);
    const bool whole = variable->type == SECONDS || floor(number) == number;
    if (end == value || *end != '\0' || !whole || !(number >= (double)variable->minimum) ||
        !(number <= (double)variable->maximum)) {
        return false;
    }
    if (variable->type == SECONDS) {
        *(double *)field = number;
    } else if (variable->type == FLAG) {
        *(bool *)field = number != 0;
    } else {
        *(long *)field = (long)number;
    }
    return true;
}

static bool set(const setting *variable, hd__config *config, const char *value)
{
    if (variable->type == FOREIGN) {
        return true;
    }
    if (variable->type == TEXT) {
        *(const char **)((char *)config + variable->offset) = value[0] == '\0' ? NULL : value;
        return true;
    }
    return value[0] == '\0' || (variable->type == CHOICE ? set_choice(variable, config, value)
                                                         : set_number(variable, config, value));
}

static const setting *find(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        if (strlen(variables[i].name) == length && strncmp(variables[i].name, name, length) == 0) {
            return &variables[i];
        }
    }
    return NULL;
}

static void read_one(hd__config *config, const char *entry, void (*warn)(const char *))
{
    static const char start[] = "HDTRACE_";
    const char *const name = entry + sizeof(start) - 1;
    const char *const equals = strchr(entry, '=');
    if (equals == NULL || strncmp(entry, start, sizeof(start) - 1) != 0) {
        return;
    }
    const setting *const variable = find(name, (size_t)(equals - name));
    char message[256];
    if (variable == NULL) {
        (void)snprintf(message, sizeof(message), "%.*s is not known and is ignored",
                       (int)(equals - entry), entry);
        warn(message);
    } else if (!set(variable, config, equals + 1)) {
        if (variable->type == CHOICE) {
            (void)snprintf(message, sizeof(message), "HDTRACE_%s='%.80s' is not %s", variable->name,
                           equals + 1, get_choice(variable)->list);
        } else {
            (void)snprintf(message, sizeof(message),
                           "HDTRACE_%s='%.80s' is not a number from %ld to %ld", variable->name,
                           equals + 1, variable->minimum, variable->maximum);
        }
        warn(message);
    }
}

void hd__config_read(hd__config *config, void (*warn)(const char *message))
{
    *config = (hd__config){
        .enabled = true, .index = true, .nested = -1, .finalize_timeout_s = 10, .prefix = NULL};
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        read_one(config, *entry, warn);
    }
    if (config->prefix == NULL) {
        config->prefix = "";
    }
}
