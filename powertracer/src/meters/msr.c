/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RAPL's energy counters by the registers of the processors themselves: /dev/cpu/N/msr_safe, which
 * an administrator may open to users, or /dev/cpu/N/msr (root). Of a package one processor is
 * asked; of AMD's also one of each core. Counters have 32 bits in units that a register tells; DRAM
 * of servers has a unit of its own. Sources: Intel SDM volume 4; AMD PPR, "RAPL". */
#include "power_files.h"
#include "rapl_common.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/clock.h>
#include <sampling/kernel_tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CPU_FOLDER  "/sys/devices/system/cpu"
#define COUNTS      4294967296.0
#define SERVER_DRAM (UJ_PER_J / 65536.0)
#define MOST_CPUS   1024

enum { ALL_CPUS, PER_PACKAGE, PER_CORE };

static const struct domain {
    const char *name; /* within its package; "" is the package */
    off_t number;     /* of the register */
    int scope;
    bool is_amd;
    bool in_total;
} domains[] = {
    {"", 0x611, PER_PACKAGE, false, true},        {":dram", 0x619, PER_PACKAGE, false, true},
    {":core", 0x639, PER_PACKAGE, false, false},  {":uncore", 0x641, PER_PACKAGE, false, false},
    {":psys", 0x64d, PER_PACKAGE, false, false},  {"", 0xc001029b, PER_PACKAGE, true, true},
    {":core", 0xc001029a, PER_CORE, true, false},
};

/* Models of Intel (family 6) whose DRAM is counted in 1/65536 J whatever the register says. */
static const unsigned server_models[] = {63, 79, 85, 86, 87, 106, 108, 133, 143, 207};

struct counter {
    int descriptor;
    off_t number;
    double uj_per_unit;
    char label[HD_METER_LABEL_SIZE];
    bool in_total;
};

struct msr {
    bool is_amd;
    unsigned family, model;
    int descriptors[HD_METER_CHANNELS];
    size_t descriptor_count;
    struct counter counters[HD_METER_CHANNELS];
    size_t count;
    int cause; /* why the last file could not be opened or read */
    bool has_package[MOST_CPUS];
    bool has_core[MOST_CPUS];
};

static bool read_register(int descriptor, off_t number, uint64_t *value)
{
    return pread(descriptor, value, sizeof *value, number) == sizeof *value;
}

static void read_processor(const struct hd_meter *meter, struct msr *msr)
{
    char path[PATH_MAX];
    char line[256];
    FILE *file = hd__kernel_path(path, meter->root, "/proc/cpuinfo") ? fopen(path, "re") : NULL;
    while (file != NULL && fgets(line, sizeof line, file) != NULL && line[0] != '\n') {
        const char *colon = strchr(line, ':');
        const unsigned number = colon == NULL ? 0 : (unsigned)strtoul(colon + 1, NULL, 10);
        if (strncmp(line, "vendor_id", 9) == 0) {
            msr->is_amd = strstr(line, "AMD") != NULL || strstr(line, "Hygon") != NULL;
        } else if (strncmp(line, "cpu family", 10) == 0) {
            msr->family = number;
        } else if (strncmp(line, "model\t", 6) == 0) {
            msr->model = number;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

static int open_cpu(const struct hd_meter *meter, unsigned cpu)
{
    static const char *const names[] = {"msr_safe", "msr"};
    char path[PATH_MAX];
    int descriptor = -1;
    for (size_t i = 0; i < 2 && descriptor < 0; i++) {
        if (hd__kernel_path(path, meter->root, "/dev/cpu/%u/%s", cpu, names[i])) {
            descriptor = open(path, O_RDONLY | O_CLOEXEC);
        }
    }
    return descriptor;
}

static unsigned place_of(const struct hd_meter *meter, unsigned cpu, const char *entry)
{
    char path[PATH_MAX];
    uint64_t number = 0;
    return hd__kernel_path(path, meter->root, CPU_FOLDER "/cpu%u/topology/%s", cpu, entry) &&
                   hd__number_file_get(path, &number) && number < MOST_CPUS
               ? (unsigned)number
               : 0;
}

static bool is_server(const struct msr *msr)
{
    for (size_t i = 0; i < sizeof server_models / sizeof server_models[0]; i++) {
        if (msr->family == 6 && msr->model == server_models[i]) {
            return true;
        }
    }
    return false;
}

static void add_counter(struct msr *msr, const struct domain *domain, int descriptor,
                        double uj_per_unit, const char *label)
{
    uint64_t value = 0;
    if (msr->count == HD_METER_CHANNELS || !read_register(descriptor, domain->number, &value)) {
        return; /* this processor has no such register */
    }
    struct counter *counter = &msr->counters[msr->count++];
    const bool is_dram = strcmp(domain->name, ":dram") == 0;
    *counter =
        (struct counter){.descriptor = descriptor,
                         .number = domain->number,
                         .uj_per_unit = is_dram && is_server(msr) ? SERVER_DRAM : uj_per_unit,
                         .in_total = domain->in_total};
    (void)snprintf(counter->label, sizeof counter->label, "%s", label);
}

/* @return whether something of this processor is counted */
static bool add_domains(struct msr *msr, int descriptor, unsigned package, unsigned core,
                        const bool is_first[PER_CORE + 1])
{
    uint64_t units = 0;
    const size_t before = msr->count;
    if (!read_register(descriptor, msr->is_amd ? 0xc0010299 : 0x606, &units)) {
        msr->cause = errno == 0 ? EIO : errno;
        return false;
    }
    const double uj_per_unit = (double)UJ_PER_J / (double)(UINT64_C(1) << (units >> 8 & 0x1f));
    for (size_t i = 0; i < sizeof domains / sizeof domains[0]; i++) {
        char label[HD_METER_LABEL_SIZE];
        const struct domain *domain = &domains[i];
        if (domain->is_amd != msr->is_amd || !is_first[domain->scope]) {
            continue;
        }
        if (domain->scope == PER_CORE) {
            (void)snprintf(label, sizeof label, "package-%u%s%u", package, domain->name, core);
        } else {
            (void)snprintf(label, sizeof label, "package-%u%s", package, domain->name);
        }
        add_counter(msr, domain, descriptor, uj_per_unit, label);
    }
    return msr->count > before;
}

static void add_cpu(struct hd_meter *meter, unsigned cpu)
{
    struct msr *msr = meter->state;
    const unsigned package = place_of(meter, cpu, "physical_package_id");
    const unsigned core = place_of(meter, cpu, "core_id");
    const unsigned core_key = (package * 256 + core) % MOST_CPUS;
    const bool is_first[] = {true, !msr->has_package[package],
                             msr->is_amd && !msr->has_core[core_key]};
    if ((!is_first[PER_PACKAGE] && !is_first[PER_CORE]) ||
        msr->descriptor_count == HD_METER_CHANNELS) {
        return;
    }
    const int descriptor = open_cpu(meter, cpu);
    if (descriptor < 0) {
        msr->cause = errno;
        return;
    }
    if (!add_domains(msr, descriptor, package, core, is_first)) {
        (void)close(descriptor);
        return;
    }
    msr->descriptors[msr->descriptor_count++] = descriptor;
    msr->has_package[package] = true;
    msr->has_core[core_key] = true;
}

static bool open_registers(struct hd_meter *meter)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers cpus = {0};
    struct msr *msr = calloc(1, sizeof *msr);
    meter->state = msr;
    if (msr == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    hd__rapl_begin(meter, "msr");
    msr->cause = ENOENT;
    read_processor(meter, msr);
    if (hd__kernel_path(folder, meter->root, CPU_FOLDER) &&
        hd__kernel_numbers(folder, "cpu", "", &cpus) == 0) {
        for (size_t i = 0; i < cpus.count; i++) {
            add_cpu(meter, cpus.items[i]);
        }
    }
    hd__kernel_numbers_free(&cpus);
    if (msr->count > 0) {
        return true;
    }
    char words[64];
    if (strerror_r(msr->cause, words, sizeof words) != 0) {
        (void)snprintf(words, sizeof words, "error %d", msr->cause);
    }
    return hd__meter_fail(meter, "/dev/cpu/N/msr: %s%s", words,
                          msr->cause == EACCES || msr->cause == EPERM ? " (root, or msr-safe)"
                          : msr->cause == ENOENT                      ? " (modprobe msr)"
                                                                      : "");
}

static void describe(struct hd_meter *meter)
{
    const struct msr *msr = meter->state;
    for (size_t i = 0; i < msr->count; i++) {
        const struct counter *counter = &msr->counters[i];
        hd__rapl_add(meter, counter->label, (uint64_t)(COUNTS * counter->uj_per_unit),
                     counter->in_total);
    }
}

static enum hd_meter_result read_registers(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    const struct msr *msr = meter->state;
    bool any = false;
    const int64_t before_ns = hd_clock_get_ns();
    for (size_t i = 0; i < msr->count; i++) {
        uint64_t value = 0;
        sample->is_valid[i] =
            read_register(msr->counters[i].descriptor, msr->counters[i].number, &value);
        sample->numbers[i].uj =
            (uint64_t)((double)(value & UINT32_MAX) * msr->counters[i].uj_per_unit);
        any = any || sample->is_valid[i];
        meter->damaged += sample->is_valid[i] ? 0 : 1;
    }
    hd__meter_stamp(meter, sample, before_ns);
    return any ? HD_METER_SAMPLE : hd__meter_lose(meter, "its registers cannot be read any more");
}

static void close_registers(struct hd_meter *meter)
{
    struct msr *msr = meter->state;
    for (size_t i = 0; msr != NULL && i < msr->descriptor_count; i++) {
        (void)close(msr->descriptors[i]);
    }
    free(msr);
    meter->state = NULL;
}

static bool probe(const char *root, char *found, size_t size)
{
    return hd__meter_probe(&hd__meter_msr, root, "counters", found, size);
}

const struct hd_meter_driver hd__meter_msr = {
    .name = "msr",
    .about = "RAPL energy counters by the processors' registers",
    HD_RAPL_DRIVER,
    .probe = probe,
    .open = open_registers,
    .describe = describe,
    .read = read_registers,
    .close = close_registers,
};
