/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frequency of each CPU in kHz: CPU_FREQ_AVG_i and their mean CPU_FREQ_AVG (FORMATS B 4.1).
 *
 * Where the kernel counts the time at each frequency the value is the mean over the interval; where
 * it doesn't and registers of the processor may be read (/dev/cpu/N/msr_safe or msr), their
 * counters APERF and MPERF tell the mean of the time that the CPU did not idle. Else, and when
 * nothing of that time passed, it is the frequency at the time of the sample. Kernels may bring the
 * times of an idle CPU up to date only when it wakes; what passed until then is part of the
 * interval of that sample, and no old mean stands for it meanwhile. */
#include "rut_devices.h"
#include "rut_file.h"
#include "rut_source.h"
#include "rut_text.h"
#include <sampling/kernel_tree.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_STEPS = 128 };

/* Registers. PLATFORM_INFO has the base frequency of Intel's in bits 8 to 15. */
enum { MPERF = 0xe7, APERF = 0xe8, PLATFORM_INFO = 0xce, KHZ_OF_RATIO = 100000 };

struct step {
    uint64_t khz;
    uint64_t ticks; /* of 10 ms, at this frequency */
};

struct cpu {
    unsigned number;
    bool counts; /* the time at each frequency is known */
    bool known;  /* `steps` are of the previous sample */
    size_t step_count;
    struct step steps[MOST_STEPS];
    int registers; /* -1: may not be read */
    uint64_t base_khz;
    uint64_t mperf, aperf; /* of the previous sample */
    uint64_t khz;
};

struct freq_state {
    char *root;
    char online[256]; /* which CPUs the list below is of */
    bool has_changed;
    struct hd_rut_file file; /* its buffer serves all */
    struct cpu *cpus;
    size_t count;
};

static void *create(void)
{
    return calloc(1, sizeof(struct freq_state));
}

static int read_file(struct freq_state *freq, unsigned cpu, const char *name)
{
    char path[PATH_MAX];
    if (!hd__kernel_path(path, freq->root, "/sys/devices/system/cpu/cpu%u/cpufreq/%s", cpu, name)) {
        return ENAMETOOLONG;
    }
    freq->file.descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (freq->file.descriptor < 0) {
        return errno;
    }
    const int cause = hd__rut_file_read(&freq->file);
    (void)close(freq->file.descriptor);
    return cause;
}

/* Lines `kHz ticks`. Returns how many. */
static size_t parse_steps(const char *text, struct step *steps)
{
    size_t count = 0;
    const char *line = text;
    do {
        uint64_t numbers[2];
        const char *cursor = line;
        if (count < MOST_STEPS && hd__rut_text_numbers(&cursor, numbers, 2) == 2) {
            steps[count++] = (struct step){numbers[0], numbers[1]};
        }
    } while (hd__rut_text_next_line(&line));
    return count;
}

/* The mean of the frequencies, weighted by the ticks since the previous sample. Returns false when
 * there was no tick. */
static bool update_mean(struct cpu *cpu, const struct step *steps, size_t count)
{
    double weighted = 0;
    double all = 0;
    for (size_t i = 0; cpu->known && count == cpu->step_count && i < count; i++) {
        const double ticks = (double)hd__rut_delta(cpu->steps[i].ticks, steps[i].ticks);
        weighted += ticks * (double)steps[i].khz;
        all += ticks;
    }
    if (all > 0) {
        cpu->khz = (uint64_t)(weighted / all + 0.5);
    }
    memcpy(cpu->steps, steps, count * sizeof *steps);
    cpu->step_count = count;
    cpu->known = true;
    return all > 0;
}

static int read_current(struct freq_state *freq, struct cpu *cpu)
{
    const int cause = read_file(freq, cpu->number, "scaling_cur_freq");
    const char *cursor = freq->file.text;
    cpu->khz = 0;
    return cause != 0 ? cause : hd__rut_text_number(&cursor, &cpu->khz) ? 0 : -1;
}

static bool read_register(int descriptor, off_t number, uint64_t *value)
{
    return pread(descriptor, value, sizeof *value, number) == sizeof *value;
}

static void open_registers(struct freq_state *freq, struct cpu *cpu)
{
    static const char *const names[] = {"msr_safe", "msr"};
    char path[PATH_MAX];
    uint64_t info = 0;
    for (size_t i = 0; i < 2 && cpu->registers < 0; i++) {
        if (hd__kernel_path(path, freq->root, "/dev/cpu/%u/%s", cpu->number, names[i])) {
            cpu->registers = open(path, O_RDONLY | O_CLOEXEC);
        }
    }
    if (cpu->registers < 0) {
        return;
    }
    const char *cursor = freq->file.text;
    if (read_file(freq, cpu->number, "base_frequency") == 0) {
        cursor = freq->file.text;
        (void)hd__rut_text_number(&cursor, &cpu->base_khz);
    } else if (read_register(cpu->registers, PLATFORM_INFO, &info)) {
        cpu->base_khz = (info >> 8 & 0xff) * KHZ_OF_RATIO;
    }
    if (cpu->base_khz == 0 || !read_register(cpu->registers, MPERF, &cpu->mperf) ||
        !read_register(cpu->registers, APERF, &cpu->aperf)) {
        (void)close(cpu->registers);
        cpu->registers = -1;
    }
}

/* APERF counts at the frequency that the CPU has, MPERF at its base; both stand while it idles.
 * Returns false when they did. */
static bool update_by_registers(struct cpu *cpu)
{
    uint64_t mperf = 0;
    uint64_t aperf = 0;
    if (!read_register(cpu->registers, MPERF, &mperf) ||
        !read_register(cpu->registers, APERF, &aperf)) {
        return false;
    }
    const uint64_t at_base = mperf - cpu->mperf;
    const uint64_t actual = aperf - cpu->aperf;
    cpu->mperf = mperf;
    cpu->aperf = aperf;
    if (at_base == 0 || at_base > UINT64_MAX / 2 || actual > UINT64_MAX / 2) {
        return false;
    }
    cpu->khz = (uint64_t)((double)cpu->base_khz * (double)actual / (double)at_base + 0.5);
    return true;
}

static int read_cpu(struct freq_state *freq, struct cpu *cpu)
{
    if (!cpu->counts && cpu->registers >= 0 && update_by_registers(cpu)) {
        return 0;
    }
    if (!cpu->counts) {
        const int cause = read_current(freq, cpu);
        return cpu->registers >= 0 ? 0 : cause;
    }
    struct step steps[MOST_STEPS];
    const int cause = read_file(freq, cpu->number, "stats/time_in_state");
    if (cause != 0) {
        cpu->known = false;
        cpu->khz = 0;
        return cause;
    }
    const bool has_mean = update_mean(cpu, steps, parse_steps(freq->file.text, steps));
    return has_mean ? 0 : read_current(freq, cpu);
}

/* The first value is the frequency of the moment in either case. */
static int begin_cpu(struct freq_state *freq, struct cpu *cpu)
{
    int cause = read_current(freq, cpu);
    if (cause == 0) {
        cpu->counts = true;
        cpu->counts = read_cpu(freq, cpu) == 0 && cpu->step_count > 0;
    }
    if (!cpu->counts) {
        open_registers(freq, cpu);
    }
    cause = read_current(freq, cpu);
    return cpu->registers >= 0 ? 0 : cause;
}

static void free_cpus(struct freq_state *freq)
{
    for (size_t i = 0; i < freq->count; i++) {
        if (freq->cpus[i].registers >= 0) {
            (void)close(freq->cpus[i].registers);
        }
    }
    free(freq->cpus);
    freq->cpus = NULL;
    freq->count = 0;
}

static void destroy(void *state)
{
    struct freq_state *freq = state;
    freq->file.descriptor = -1;
    hd__rut_file_close(&freq->file);
    free_cpus(freq);
    free(freq->root);
    free(freq);
}

static void read_online(const struct freq_state *freq, char *text, size_t size)
{
    char path[PATH_MAX];
    if (!hd__kernel_path(path, freq->root, "/sys/devices/system/cpu/online") ||
        !hd__kernel_line(path, text, size)) {
        text[0] = '\0';
    }
}

static int list_cpus(struct freq_state *freq)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers numbers = {0};
    int cause = hd__kernel_path(folder, freq->root, "/sys/devices/system/cpu")
                    ? hd__kernel_numbers(folder, "cpu", "", &numbers)
                    : ENAMETOOLONG;
    struct cpu *cpus = cause == 0 ? calloc(numbers.count + 1, sizeof *cpus) : NULL;
    if (cpus == NULL) {
        hd__kernel_numbers_free(&numbers);
        return cause == 0 ? ENOMEM : cause;
    }
    free_cpus(freq);
    freq->cpus = cpus;
    for (size_t i = 0; i < numbers.count; i++) {
        struct cpu *cpu = &cpus[freq->count];
        *cpu = (struct cpu){.number = numbers.items[i], .registers = -1};
        const int begun = begin_cpu(freq, cpu);
        freq->count += begun == 0 ? 1 : 0;
        cause = begun != 0 ? begun : cause;
    }
    hd__kernel_numbers_free(&numbers);
    read_online(freq, freq->online, sizeof freq->online);
    freq->has_changed = false;
    return freq->count > 0 ? 0 : cause == 0 ? ENOENT : cause;
}

static int open_files(void *state, const struct hd_rut_target *target)
{
    struct freq_state *freq = state;
    freq->root = strdup(target->root);
    const int cause = freq->root == NULL ? ENOMEM : hd__rut_file_init(&freq->file);
    freq->file.is_whole = true;
    return cause != 0 ? cause : list_cpus(freq);
}

static bool read_all(void *state)
{
    struct freq_state *freq = state;
    bool any = false;
    for (size_t i = 0; i < freq->count; i++) {
        any = read_cpu(freq, &freq->cpus[i]) == 0 || any;
    }
    char online[sizeof freq->online];
    read_online(freq, online, sizeof online);
    freq->has_changed = strcmp(online, freq->online) != 0;
    return any;
}

static bool has_changed(const void *state)
{
    return ((const struct freq_state *)state)->has_changed;
}

static void describe(void *state, struct hd_rut_values *values)
{
    struct freq_state *freq = state;
    if (freq->has_changed) {
        (void)list_cpus(freq);
    }
    for (size_t i = 0; i < freq->count; i++) {
        char number[16];
        (void)snprintf(number, sizeof number, "%u", freq->cpus[i].number);
        hd__rut_values_add(values, HD_STATS_INT64, "kHz", "CPU_FREQ", "CPU_FREQ_AVG_", number);
    }
    hd__rut_values_add(values, HD_STATS_INT64, "kHz", "CPU_FREQ", "CPU_FREQ_AVG", "");
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct freq_state *freq = state;
    uint64_t sum = 0;
    uint64_t running = 0;
    for (size_t i = 0; i < freq->count; i++) {
        hd__rut_record_put_int(record, freq->cpus[i].khz);
        sum += freq->cpus[i].khz;
        running += freq->cpus[i].khz > 0 ? 1 : 0;
    }
    hd__rut_record_put_int(record, running == 0 ? 0 : sum / running);
}

const struct hd_rut_source hd__rut_freq = {
    .name = "freq",
    .create = create,
    .destroy = destroy,
    .open = open_files,
    .read = read_all,
    .has_changed = has_changed,
    .describe = describe,
    .emit = emit,
};
