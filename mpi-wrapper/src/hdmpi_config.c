/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdmpi_config.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <hdtrace/trace.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

typedef enum value_type { FLAG, WHOLE, SECONDS, CHOICE, SIGNAL, RANKS, TEXT, FOREIGN } value_type;

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
    {"RANKS", RANKS, 0, 0, FIELD(ranks)},
    {"MIN_NS", WHOLE, 0, 1000000000000, FIELD(min_ns)},
    {"LIMIT_MB", WHOLE, 1, 1L << 24, FIELD(limit_mib)},
    {"LIMIT", CHOICE, 0, 0, FIELD(limit)},
    {"SIGNAL", SIGNAL, 0, 0, FIELD(signal)},
    {"CONTROL", TEXT, 0, 0, FIELD(control)},
    {"MODE", CHOICE, 0, 0, FIELD(mode)},
    {"CLOCK", CHOICE, 0, 0, FIELD(clock)},
    {"INTERNALS", CHOICE, 0, 0, FIELD(internals)},
    {"COMPAT", CHOICE, 0, 0, FIELD(compat)},
    {"INDEX", FLAG, 0, 1, FIELD(index)},
    {"COMPRESS", CHOICE, 0, 0, FIELD(compress)},
    {"NESTED", WHOLE, 0, 1023, FIELD(nested)},
    {"BUFFER_SIZE_KB", WHOLE, 64, 4L << 20, FIELD(buffer_kib)},
    {"RING_SIZE_MB", WHOLE, 1, 1L << 16, FIELD(ring_mib)},
    {"RUT_MS", WHOLE, 1, 3600000, FIELD(rut_interval_ms)},
    {"RUT_GROUPS", TEXT, 0, 0, FIELD(rut_groups)},
    {"POWER", TEXT, 0, 0, FIELD(power)},
    {"FINALIZE_TIMEOUT", SECONDS, 0, 86400, FIELD(finalize_timeout_s)},
    {"HOST", TEXT, 0, 0, FIELD(host)},
    {"PROJECT", TEXT, 0, 0, FIELD(project)},
    {"PREFIX", TEXT, 0, 0, FIELD(prefix)},
    {"STACK", FOREIGN, 0, 0, 0},        /* read at the first call, hdmpi_chain.c */
    {"RESTARTED", FOREIGN, 0, 0, 0},    /* of the wrong tracer, hdmpi_again.c */
    {"JAVA_FLAGS", FOREIGN, 0, 0, 0},   /* of the hdtrace command */
    {"CLASSPATH", FOREIGN, 0, 0, 0},    /* of the hdtrace command */
    {"MPICH", FOREIGN, 0, 0, 0},        /* of the hdtrace command */
    {"PVFS", FOREIGN, 0, 0, 0},         /* of pvfs2hd-patches */
    {"CLUSTER", FOREIGN, 0, 0, 0},      /* of examples/cluster */
    {"CLUSTER_WAIT", FOREIGN, 0, 0, 0}, /* of examples/cluster */
};

enum { WORDS_MAX = 4 };

/* The words that a CHOICE takes; the field gets the place of the one given. */
static const struct choice {
    const char *name;
    const char *words[WORDS_MAX];
    const char *list;
} choices[] = {
    {"COMPRESS", {"none", "zstd", NULL, NULL}, "none or zstd"},
    {"MODE", {"direct", "ring", NULL, NULL}, "direct or ring"},
    {"CLOCK", {"auto", "tsc", "monotonic", NULL}, "auto, tsc or monotonic"},
    {"COMPAT", {"none", "original", NULL, NULL}, "none or original"},
    {"INTERNALS", {"none", "auto", NULL, NULL}, "none or auto"},
    {"LIMIT", {"stop", "last", NULL, NULL}, "stop or last"},
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

/* USR1, USR2 or a number. */
static bool set_signal(const setting *variable, hd__config *config, const char *value)
{
    const char *const name = strncmp(value, "SIG", 3) == 0 ? value + 3 : value;
    char *end = NULL;
    long number = strcmp(name, "USR1") == 0   ? SIGUSR1
                  : strcmp(name, "USR2") == 0 ? SIGUSR2
                                              : strtol(value, &end, 10);
    if ((end != NULL && (end == value || *end != '\0')) || number < 1 || number > 64) {
        return false;
    }
    *(long *)(void *)((char *)config + variable->offset) = number;
    return true;
}

/* One number or range of a list, and where the next begins. @return false: it is none */
static bool take_range(const char **list, long *first, long *last)
{
    char *end = NULL;
    if (**list < '0' || **list > '9') {
        return false;
    }
    *first = *last = strtol(*list, &end, 10);
    if (end[0] == '-' && end[1] >= '0' && end[1] <= '9') {
        *last = strtol(end + 1, &end, 10);
    }
    *list = end + (*end == ',');
    return (*end == ',' || *end == '\0') && *first <= *last;
}

bool hd__config_has_rank(const char *list, long rank)
{
    long first = 0;
    long last = 0;
    bool found = list == NULL;
    for (const char *at = list; !found && *at != '\0' && take_range(&at, &first, &last);) {
        found = first <= rank && rank <= last;
    }
    return found;
}

static bool set_text(const setting *variable, hd__config *config, const char *value)
{
    long first = 0;
    long last = 0;
    for (const char *at = value; variable->type == RANKS && *at != '\0';) {
        if (!take_range(&at, &first, &last)) {
            return false;
        }
    }
    *(const char **)((char *)config + variable->offset) = value[0] == '\0' ? NULL : value;
    return true;
}

static bool set(const setting *variable, hd__config *config, const char *value)
{
    switch (variable->type) {
    case FOREIGN:
        return true;
    case TEXT:
    case RANKS:
        return set_text(variable, config, value);
    case CHOICE:
        return value[0] == '\0' || set_choice(variable, config, value);
    case SIGNAL:
        return value[0] == '\0' || set_signal(variable, config, value);
    case FLAG:
    case WHOLE:
    case SECONDS:
        break;
    }
    return value[0] == '\0' || set_number(variable, config, value);
}

static void describe_values(const setting *variable, char *text, size_t size)
{
    if (variable->type == CHOICE) {
        (void)snprintf(text, size, "%s", get_choice(variable)->list);
    } else if (variable->type == SIGNAL) {
        (void)snprintf(text, size, "USR1, USR2 or the number of a signal");
    } else if (variable->type == RANKS) {
        (void)snprintf(text, size, "a list of ranks as 0-3,7");
    } else {
        (void)snprintf(text, size, "a number from %ld to %ld", variable->minimum,
                       variable->maximum);
    }
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
        char values[64];
        describe_values(variable, values, sizeof(values));
        (void)snprintf(message, sizeof(message), "HDTRACE_%s='%.80s' is not %s", variable->name,
                       equals + 1, values);
        warn(message);
    }
}

/* What one variable says can rule out another. */
static void settle(hd__config *config, void (*warn)(const char *message))
{
    if (config->compat != 0 && config->compress != 0) {
        warn("HDTRACE_COMPRESS is ignored: readers of the original know no compressed traces");
        config->compress = 0;
    }
    if (config->limit == HD_LIMIT_LAST && config->limit_mib == 0) {
        warn("HDTRACE_LIMIT=last is ignored: HDTRACE_LIMIT_MB does not say how much to keep");
        config->limit = HD_LIMIT_STOP;
    }
    if (config->ring_mib != 0 && config->mode == HD_TRACE_DIRECT &&
        config->limit != HD_LIMIT_LAST) {
        warn("HDTRACE_RING_SIZE_MB is ignored: there is no ring without HDTRACE_MODE=ring");
    }
}

void hd__config_read(hd__config *config, void (*warn)(const char *message))
{
    *config = (hd__config){
        .enabled = true, .index = true, .nested = -1, .finalize_timeout_s = 10, .prefix = NULL};
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        read_one(config, *entry, warn);
    }
    settle(config, warn);
    if (config->prefix == NULL) {
        config->prefix = "";
    }
}

bool hd__config_select_clock(void)
{
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): the program has not begun */
    const char *const value = getenv("HDTRACE_CLOCK");
    hd__config config = {.clock = HD_CLOCK_AUTO};
    const setting *const variable = find("CLOCK", strlen("CLOCK"));
    return value == NULL || value[0] == '\0' || !set_choice(variable, &config, value) ||
           config.clock == HD_CLOCK_AUTO || hd_clock_select((hd_clock_source)config.clock) == HD_OK;
}
