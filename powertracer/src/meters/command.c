/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any program, or a file or pipe that one writes: lines TIME,VALUE[,VALUE...]. TIME is in seconds
 * since the epoch and ends the period that the values are of; `-` stands for now. `order=` says
 * what the values are: P (the default), U, I, E in joules. Lines that begin with # are left out. */
#include "power_lines.h"
#include "power_meter.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/clock.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_VALUES    16
#define MOST_SECONDS   4e9
#define FOLLOW_STEP_NS (20 * (int64_t)NS_PER_MS)
#define REFUSED_SIZE   48

extern char **environ;

struct command {
    struct hd_lines lines;
    enum hd_meter_quantity order[MOST_VALUES];
    size_t order_count;
    pid_t child;
    bool is_file; /* grows, its end is no end */
    int64_t last_ns;
    int64_t good_ns;
    char
        refused[REFUSED_SIZE]; /* the beginning of the first line that was none, since a good one */
};

/* `U,I,P`; U and I are short for Utrms and Itrms. */
static bool read_order(struct hd_meter *meter, struct command *command)
{
    const char *order = hd__meter_text(meter, "order", "P");
    for (const char *c = order; *c != '\0'; c += strspn(c, ", ")) {
        const size_t length = strcspn(c, ", ");
        enum hd_meter_quantity quantity = hd__quantity_find(c, length);
        quantity = length == 1 && (*c == 'U' || *c == 'u')   ? HD_METER_VOLTAGE
                   : length == 1 && (*c == 'I' || *c == 'i') ? HD_METER_CURRENT
                                                             : quantity;
        if (quantity == HD_METER_QUANTITIES || command->order_count == MOST_VALUES) {
            return hd__meter_fail(meter, "order='%.60s' is not a list of P, U, I, E", order);
        }
        command->order[command->order_count++] = quantity;
        c += length;
    }
    return command->order_count > 0 || hd__meter_fail(meter, "order= names nothing");
}

static struct command *create(struct hd_meter *meter)
{
    struct command *command = calloc(1, sizeof *command);
    meter->state = command;
    if (command == NULL) {
        (void)hd__meter_fail(meter, "out of memory");
        return NULL;
    }
    command->good_ns = hd_clock_get_ns();
    return read_order(meter, command) ? command : NULL;
}

static bool fail_with(struct hd_meter *meter, const char *what, int cause)
{
    char words[64];
    if (strerror_r(cause, words, sizeof words) != 0) {
        (void)snprintf(words, sizeof words, "error %d", cause);
    }
    return hd__meter_fail(meter, "%.80s: %s", what, words);
}

static bool open_file(struct hd_meter *meter)
{
    struct command *command = create(meter);
    const char *path = hd__meter_text(meter, "path", "");
    if (command == NULL) {
        return false;
    }
    command->is_file = true;
    (void)snprintf(meter->identity, sizeof meter->identity, "%.95s", path);
    meter->io.is_socket = false;
    meter->io.descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    return meter->io.descriptor >= 0 || fail_with(meter, path, errno);
}

/* The shell has a process group of its own, so that all it started can be ended. */
static int spawn(struct command *command, const char *words, int output)
{
    char shell[] = "/bin/sh";
    char option[] = "-c";
    char text[HD_LINE_SIZE];
    char *const arguments[] = {shell, option, text, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    (void)sigemptyset(&none);
    (void)snprintf(text, sizeof text, "%s", words);
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return ENOMEM;
    }
    if (posix_spawnattr_init(&attributes) != 0) {
        (void)posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    (void)posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    (void)posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    (void)posix_spawnattr_setpgroup(&attributes, 0);
    (void)posix_spawnattr_setsigmask(&attributes, &none);
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    const int cause =
        posix_spawn(&command->child, shell, &actions, &attributes, arguments, environ);
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&actions);
    return cause;
}

static bool open_command(struct hd_meter *meter)
{
    int ends[2];
    struct command *command = create(meter);
    const char *words = hd__meter_text(meter, "command", "");
    if (command == NULL) {
        return false;
    }
    (void)snprintf(meter->identity, sizeof meter->identity, "%.95s", words);
    if (!hd__io_pipe(ends)) {
        return fail_with(meter, "pipe", errno);
    }
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    const int cause = spawn(command, words, ends[1]);
    (void)close(ends[1]);
    meter->io.is_socket = false;
    meter->io.descriptor = ends[0];
    return cause == 0 || fail_with(meter, words, cause);
}

static void describe(struct hd_meter *meter)
{
    const struct command *command = meter->state;
    size_t seen[HD_METER_QUANTITIES] = {0};
    for (size_t i = 0; i < command->order_count; i++) {
        /* The first of a kind is called P, further ones P_2, P_3, ... */
        const size_t number = ++seen[command->order[i]];
        struct hd_meter_channel *channel =
            number == 1 ? hd__meter_add(meter, command->order[i], "%s", "")
                        : hd__meter_add(meter, command->order[i], "%zu", number);
        channel->patience_ns = 60 * (int64_t)NS_PER_S;
    }
}

static bool take_time(struct command *command, const char **cursor, int64_t *time_ns)
{
    char *end = NULL;
    if (**cursor == '-' && ((*cursor)[1] == ',' || (*cursor)[1] == ' ')) {
        *cursor += 1;
        *time_ns = hd_clock_get_ns();
    } else {
        errno = 0;
        const unsigned long long seconds = strtoull(*cursor, &end, 10);
        double part = 0.0;
        if (end == *cursor || errno != 0 || (double)seconds > MOST_SECONDS || **cursor == '-') {
            return false;
        }
        *cursor = end;
        if (*end == '.' && (!hd__read_real(cursor, &part) || part < 0 || part >= 1)) {
            return false;
        }
        *time_ns = (int64_t)seconds * NS_PER_S + (int64_t)(part * 1e9);
    }
    const bool is_later = *time_ns > command->last_ns;
    command->last_ns = is_later ? *time_ns : command->last_ns;
    return is_later;
}

static void refuse(struct hd_meter *meter, const char *line)
{
    struct command *command = meter->state;
    meter->damaged++;
    if (command->refused[0] == '\0') {
        (void)snprintf(command->refused, sizeof command->refused, "%s", line);
    }
    for (char *c = command->refused; *c != '\0'; c++) {
        if (*c < ' ' || *c > '~') {
            *c = '?';
        }
    }
}

static bool take_line(struct hd_meter *meter, const char *line, struct hd_meter_sample *sample)
{
    struct command *command = meter->state;
    double numbers[MOST_VALUES];
    const char *cursor = line + strspn(line, " \t");
    int64_t time_ns = 0;
    if (!take_time(command, &cursor, &time_ns) ||
        hd__read_numbers(cursor, numbers, MOST_VALUES) != command->order_count) {
        refuse(meter, line);
        return false;
    }
    command->refused[0] = '\0';
    sample->to_ns = time_ns - meter->bias_ns;
    for (size_t i = 0; i < command->order_count; i++) {
        sample->is_valid[i] = isfinite(numbers[i]);
        if (command->order[i] != HD_METER_ENERGY) {
            sample->numbers[i].real = numbers[i];
        } else if (sample->is_valid[i] && numbers[i] >= 0 && numbers[i] < 1e12) {
            sample->numbers[i].uj = (uint64_t)(numbers[i] * UJ_PER_J + 0.5);
        } else {
            sample->is_valid[i] = false;
        }
    }
    command->good_ns = hd_clock_get_ns();
    return true;
}

/* More bytes. The end of a file isn't one: its writer may add to it. */
static enum hd_io_result receive(struct hd_meter *meter, int64_t deadline_ns)
{
    struct command *command = meter->state;
    struct hd_lines *lines = &command->lines;
    size_t got = 0;
    for (;;) {
        if (!command->is_file) {
            const enum hd_io_result result =
                hd__io_read(&meter->io, lines->bytes + lines->length,
                            sizeof lines->bytes - lines->length, &got, deadline_ns);
            lines->length += got;
            return result;
        }
        const ssize_t read_now = read(meter->io.descriptor, lines->bytes + lines->length,
                                      sizeof lines->bytes - lines->length);
        if (read_now > 0) {
            lines->length += (size_t)read_now;
            return HD_IO_DONE;
        }
        if (hd_clock_get_ns() >= deadline_ns) {
            return HD_IO_LATE;
        }
        if (!hd__io_sleep(&meter->io, hd__io_deadline(FOLLOW_STEP_NS))) {
            return HD_IO_STOP;
        }
    }
}

static enum hd_meter_result lose(struct hd_meter *meter, const char *cause)
{
    const struct command *command = meter->state;
    if (command->refused[0] != '\0') {
        (void)hd__meter_fail(meter, "%s; '%s' is not a later time and %zu values", cause,
                             command->refused, command->order_count);
        return HD_METER_LOST;
    }
    return hd__meter_lose(meter, cause);
}

static enum hd_meter_result read_lines(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    struct command *command = meter->state;
    char line[HD_LINE_SIZE];
    for (;;) {
        while (hd__lines_next(&command->lines, line)) {
            if (line[0] != '#' && take_line(meter, line, sample)) {
                return HD_METER_SAMPLE;
            }
        }
        const double timeout_s = hd__meter_number(meter, "timeout", 60);
        const enum hd_io_result result =
            receive(meter, command->good_ns + (int64_t)(timeout_s * NS_PER_S));
        if (result == HD_IO_STOP) {
            return HD_METER_NOTHING;
        }
        if (result != HD_IO_DONE) {
            return lose(meter, result == HD_IO_LATE ? "no usable line came in time"
                                                    : "the program has ended");
        }
    }
}

static void close_command(struct hd_meter *meter)
{
    struct command *command = meter->state;
    if (command != NULL && command->child > 0) {
        (void)kill(-command->child, SIGTERM);
        for (int i = 0; waitpid(command->child, NULL, WNOHANG) == 0; i++) {
            const struct timespec moment = {.tv_nsec = 10L * NS_PER_MS};
            if (i == 20) {
                (void)kill(-command->child, SIGKILL);
            }
            (void)nanosleep(&moment, NULL);
        }
    }
    free(command);
    meter->state = NULL;
}

static const struct hd_meter_key file_keys[] = {{"path", false, true, 0, 0},
                                                {"order", false, false, 0, 0},
                                                {"timeout", true, false, 1, 86400},
                                                {NULL, false, false, 0, 0}};
static const struct hd_meter_key command_keys[] = {{"command", false, true, 0, 0},
                                                   {"order", false, false, 0, 0},
                                                   {"timeout", true, false, 1, 86400},
                                                   {NULL, false, false, 0, 0}};

#define COMMAND_DRIVER(driver_name, words, key_table, open_function)                               \
    const struct hd_meter_driver hd__meter_##driver_name = {                                       \
        .name = #driver_name,                                                                      \
        .about = (words),                                                                          \
        .keys = (key_table),                                                                       \
        .cycle_ms = 1000,                                                                          \
        .least_cycle_ms = 1,                                                                       \
        .most_cycle_ms = 3600000,                                                                  \
        .is_stream = true,                                                                         \
        .open = (open_function),                                                                   \
        .describe = describe,                                                                      \
        .read = read_lines,                                                                        \
        .close = close_command,                                                                    \
    }

COMMAND_DRIVER(file, "lines TIME,VALUE of a file or a named pipe", file_keys, open_file);
COMMAND_DRIVER(command, "lines TIME,VALUE that a program prints", command_keys, open_command);
