/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The highest frequency comes from cpufreq; virtual machines often lack that, and their "cpu MHz"
 * is the nominal one, so the highest of those stands in. */
#include "machine.h"

#include "sys.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>

enum { FILE_BYTES = 32768 }; /* of /proc/cpuinfo: the first dozens of processors */

/* Read the beginning of a small file as text; false when there is nothing. */
static bool read_text(const char *path, char *text, size_t size)
{
    const int fd = hd__system.open(path, O_RDONLY);
    if (fd < 0) {
        return false;
    }
    size_t used = 0;
    while (used < size - 1) {
        const ssize_t step = hd__system.read(fd, text + used, size - 1 - used);
        if (step <= 0) {
            break;
        }
        used += (size_t)step;
    }
    (void)hd__system.close(fd);
    text[used] = '\0';
    return used > 0;
}

/* A leading natural number, at most 10^9. */
static unsigned parse_number(const char *text)
{
    unsigned number = 0;
    for (; *text >= '0' && *text <= '9' && number < 100000000; text++) {
        number = number * 10 + (unsigned)(*text - '0');
    }
    return number;
}

static void take_line(hd__machine *machine, const char *line, const char *end)
{
    static const char model[] = "model name";
    static const char speed[] = "cpu MHz";
    const char *value = memchr(line, ':', (size_t)(end - line));
    if (value == NULL) {
        return;
    }
    value++;
    value += value < end && *value == ' ';
    if (strncmp(line, model, sizeof model - 1) == 0 && machine->processor[0] == '\0') {
        const size_t length = (size_t)(end - value);
        const size_t most = sizeof machine->processor - 1;
        memcpy(machine->processor, value, length < most ? length : most);
    } else if (strncmp(line, speed, sizeof speed - 1) == 0) {
        const unsigned mhz = parse_number(value);
        machine->mhz = mhz > machine->mhz ? mhz : machine->mhz;
    }
}

void hd__machine_parse_cpuinfo(hd__machine *machine, const char *text)
{
    while (*text != '\0') {
        const char *const end = text + strcspn(text, "\n");
        take_line(machine, text, end);
        text = *end == '\0' ? end : end + 1;
    }
}

void hd__machine_init(hd__machine *machine)
{
    memset(machine, 0, sizeof *machine);
    if (hd__system.host(machine->host, sizeof machine->host - 1) < 0) {
        memcpy(machine->host, "unknown", sizeof "unknown");
    }
    char *const text = hd__system.alloc(FILE_BYTES);
    if (text == NULL) {
        return;
    }
    if (read_text("/proc/cpuinfo", text, FILE_BYTES)) {
        hd__machine_parse_cpuinfo(machine, text);
    }
    static const char maximum[] = "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq";
    if (read_text(maximum, text, FILE_BYTES) && parse_number(text) >= 1000) {
        machine->mhz = parse_number(text) / 1000;
    }
    hd__system.release(text);
}
