/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fixture.h"

#include "check.h"

#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const paths[] = {"/proc/stat", "/proc/meminfo", "/proc/net/dev",
                                    "/proc/diskstats"};

struct fixture fixture_of_big_machine(void)
{
    return (struct fixture){.cpu_count = 8,
                            .interface_count = 20,
                            .disk_count = 30,
                            .skip_interface = -1,
                            .idle_disk = -1,
                            .ticks = 1000,
                            .switches = 5000,
                            .bytes = 1000000,
                            .io = 10000,
                            .waits_us = 500,
                            .idle_cpu_count = 2,
                            .idle_us = 1000};
}

struct text {
    char *start;
    size_t length;
};

static __attribute__((format(printf, 2, 3))) void append(struct text *text, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, sizeof line - 1);
    char *grown = realloc(text->start, text->length + (size_t)length + 1);
    assert_non_null(grown);
    memcpy(grown + text->length, line, (size_t)length + 1);
    text->start = grown;
    text->length += (size_t)length;
}

static uint64_t number_of(int i)
{
    return (uint64_t)i + 1;
}

char *fixture_stat(const struct fixture *fixture)
{
    struct text text = {0};
    uint64_t user = 0;
    for (int i = 0; i < fixture->cpu_count; i++) {
        user += fixture->ticks * number_of(i);
    }
    append(&text, "cpu  %" PRIu64 " 0 0 %" PRIu64 " 0 0 0 0 0 0\n", user,
           3 * fixture->ticks * (uint64_t)fixture->cpu_count);
    for (int i = 0; i < fixture->cpu_count; i++) {
        append(&text, "cpu%d %" PRIu64 " 0 0 %" PRIu64 " 0 0 0 0 0 0\n", i,
               fixture->ticks * number_of(i), 3 * fixture->ticks);
    }
    append(&text, "intr 1 2 3\nctxt %" PRIu64 "\nbtime 1\nprocesses 7\n", fixture->switches);
    return text.start;
}

char *fixture_meminfo(const struct fixture *fixture)
{
    (void)fixture;
    struct text text = {0};
    append(&text, "MemTotal:       16000000 kB\nMemFree:         4000000 kB\n"
                  "MemAvailable:    9000000 kB\nBuffers:          100000 kB\n"
                  "Cached:          3000000 kB\nSwapCached:          123 kB\n"
                  "Shmem:             50000 kB\nShmemHugePages:        9 kB\n");
    return text.start;
}

char *fixture_net_dev(const struct fixture *fixture)
{
    struct text text = {0};
    append(&text, "Inter-|   Receive                    |  Transmit\n"
                  " face |bytes    packets errs drop fifo frame compressed multicast|bytes\n");
    for (int i = 0; i < fixture->interface_count; i++) {
        char name[16] = "lo";
        if (i > 0) {
            (void)snprintf(name, sizeof name, "eth%d", i);
        }
        if (i != fixture->skip_interface) {
            append(&text, "%6s: %" PRIu64 " 1 0 0 0 0 0 0 %" PRIu64 " 2 0 0 0 0 0 0\n", name,
                   fixture->bytes * number_of(i), 2 * fixture->bytes * number_of(i));
        }
    }
    return text.start;
}

static void append_disk(struct text *text, const char *name, uint64_t first)
{
    append(text, "   8       0 %s", name);
    for (unsigned c = 0; c < FIXTURE_DISK_COLUMNS; c++) {
        append(text, " %" PRIu64, first == 0 ? 0 : first + c);
    }
    append(text, "\n");
}

char *fixture_diskstats(const struct fixture *fixture)
{
    struct text text = {0};
    append(&text, "%s", "");
    for (int i = 0; i < fixture->disk_count; i++) {
        char name[32];
        const uint64_t first = i == fixture->idle_disk ? 0 : fixture->io * number_of(i);
        (void)snprintf(name, sizeof name, i % 2 == 0 ? "sd%d_" : "nvme%dn1", i);
        append_disk(&text, name, first);
        (void)snprintf(name, sizeof name, i % 2 == 0 ? "sd%d_1" : "nvme%dn1p1", i);
        append_disk(&text, name, first);
    }
    return text.start;
}

char *fixture_pressure(const struct fixture *fixture)
{
    struct text text = {0};
    append(&text,
           "some avg10=1.00 avg60=2.00 avg300=3.00 total=%" PRIu64 "\n"
           "full avg10=0.00 avg60=0.00 avg300=0.00 total=%" PRIu64 "\n",
           2 * fixture->waits_us, fixture->waits_us);
    return text.start;
}

/* Each folder of the path that isn't there yet. */
static void make_folders(char *path, size_t after)
{
    for (char *slash = strchr(path + after + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
}

void fixture_write(const char *root, const char *path, const char *text)
{
    char whole[512];
    (void)snprintf(whole, sizeof whole, "%s%s", root, path);
    int descriptor = open(whole, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (descriptor < 0) {
        make_folders(whole, strlen(root));
        descriptor = open(whole, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    }
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    assert_int_equal(close(descriptor), 0);
}

static void write_number(const char *root, const char *path, uint64_t number)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%" PRIu64 "\n", number);
    fixture_write(root, path, text);
}

static void write_idle_states(const struct fixture *fixture, const char *root)
{
    char path[96];
    char online[32];
    for (int cpu = 0; cpu < fixture->idle_cpu_count; cpu++) {
        for (int state = 0; state < 2; state++) {
            const uint64_t number = number_of(cpu) * number_of(state);
            (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpuidle/state%d/time",
                           cpu, state);
            write_number(root, path, fixture->idle_us * number);
            (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpuidle/state%d/usage",
                           cpu, state);
            write_number(root, path, fixture->idle_us * number / 100);
        }
    }
    (void)snprintf(online, sizeof online, "0-%d\n", fixture->idle_cpu_count - 1);
    fixture_write(root, "/sys/devices/system/cpu/online", online);
}

void fixture_update(const struct fixture *fixture, const char *root)
{
    char *const texts[] = {fixture_stat(fixture), fixture_meminfo(fixture),
                           fixture_net_dev(fixture), fixture_diskstats(fixture)};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        fixture_write(root, paths[i], texts[i]);
        free(texts[i]);
    }
    char *pressure = fixture_pressure(fixture);
    fixture_write(root, "/proc/pressure/cpu", pressure);
    fixture_write(root, "/proc/pressure/memory", pressure);
    fixture_write(root, "/proc/pressure/io", pressure);
    free(pressure);
    write_idle_states(fixture, root);
}

void fixture_create(const struct fixture *fixture, char *root, size_t size)
{
    assert_true(scratch_folder(root, size, "hdrut-fixture"));
    fixture_update(fixture, root);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

void fixture_remove(const char *root)
{
    assert_int_equal(nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0);
}
