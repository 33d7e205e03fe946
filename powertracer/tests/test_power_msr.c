/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RAPL by registers, in files that stand for those of the processors. */
#include "session.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

#define CONFIG "[Device]\ndevice=msr\n"

struct machine {
    char root[SCRATCH_SIZE];
    int files[4]; /* of the processors that are asked */
    size_t count;
    bool is_amd;
    atomic_bool ends;
    pthread_t thread;
};

/* Registers of neighbouring numbers share bytes in a file, what is told apart here lies apart. */
static void put(int file, off_t number, uint64_t value, size_t size)
{
    assert_int_equal(pwrite(file, &value, size, number), size);
}

static int open_registers(const struct machine *machine, const char *path)
{
    char whole[SCRATCH_SIZE + 100];
    put_file(machine->root, path, "%s", "");
    (void)snprintf(whole, sizeof whole, "%s%s", machine->root, path);
    const int file = open(whole, O_RDWR | O_CLOEXEC);
    assert_true(file >= 0);
    return file;
}

static void put_cpu(const struct machine *machine, unsigned cpu, unsigned package, unsigned core)
{
    char path[SCRATCH_SIZE + 100];
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/topology/physical_package_id",
                   cpu);
    put_file(machine->root, path, "%u\n", package);
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/topology/core_id", cpu);
    put_file(machine->root, path, "%u\n", core);
}

/* On AMD the counter of the package is that of the core without its lowest byte. */
static void put_energy(const struct machine *machine, size_t file, uint32_t units)
{
    if (machine->is_amd) {
        put(machine->files[file], 0xc001029b, units, 4);
    } else {
        put(machine->files[file], 0x611, units, 4);
        put(machine->files[file], 0x619, 4 * (uint64_t)units, 4);
    }
}

static void *grow(void *argument)
{
    struct machine *machine = argument;
    for (uint32_t units = 1000; !atomic_load(&machine->ends); units += 10) {
        const struct timespec moment = {.tv_nsec = 1000000};
        for (size_t i = 0; i < machine->count; i++) {
            put_energy(machine, i, units);
        }
        (void)nanosleep(&moment, NULL);
    }
    return NULL;
}

static void begin(struct machine *machine, bool is_amd)
{
    *machine = (struct machine){.is_amd = is_amd};
    assert_true(scratch_folder(machine->root, sizeof machine->root, "power-msr"));
    put_file(
        machine->root, "/proc/cpuinfo",
        "processor\t: 0\nvendor_id\t: %s\ncpu family\t: %d\nmodel\t\t: %d\nmodel name\t: x\n\n",
        is_amd ? "AuthenticAMD" : "GenuineIntel", is_amd ? 25 : 6, is_amd ? 1 : 85);
}

static void open_growing(struct machine *machine, struct session *session)
{
    assert_int_equal(pthread_create(&machine->thread, NULL, grow, machine), 0);
    assert_int_equal(session_open(session, CONFIG, machine->root), HD_OK);
    atomic_store(&machine->ends, true);
    assert_int_equal(pthread_join(machine->thread, NULL), 0);
}

static void end(struct machine *machine)
{
    for (size_t i = 0; i < machine->count; i++) {
        (void)close(machine->files[i]);
    }
    remove_tree(machine->root);
}

static void expect(const struct session *session, const char *label, uint64_t uj)
{
    const struct hd_power_value *value = session_value(session, 0, HD_METER_ENERGY, label);
    assert_non_null(value);
    assert_true(value->is_valid);
    assert_in_range(value->uj, uj - 1, uj + 1);
}

static void reads_each_package_of_intel_once(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    begin(&machine, false);
    for (unsigned cpu = 0; cpu < 4; cpu++) {
        put_cpu(&machine, cpu, cpu / 2, cpu % 2);
    }
    machine.count = 2;
    machine.files[0] = open_registers(&machine, "/dev/cpu/0/msr");
    machine.files[1] = open_registers(&machine, "/dev/cpu/2/msr_safe");
    for (size_t i = 0; i < 2; i++) {
        put(machine.files[i], 0x606, 0xa0e03, 8); /* 1/16384 J */
        put(machine.files[i], 0x619, 0, 8);
    }
    open_growing(&machine, &session);
    assert_int_equal(session.power->devices[0]->meter.channel_count, 4);
    for (size_t i = 0; i < 2; i++) {
        put_energy(&machine, i, 1000000);
    }
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    put_energy(&machine, 0, 1016384);
    put_energy(&machine, 1, 1008192);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    expect(&session, "package-0", 1000000);
    expect(&session, "package-1", 500000);
    expect(&session, "package-0:dram", 1000000); /* in units of 1/65536 J */
    session_close(&session);
    end(&machine);
}

static void follows_a_counter_past_its_end(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    begin(&machine, false);
    put_cpu(&machine, 0, 0, 0);
    machine.count = 1;
    machine.files[0] = open_registers(&machine, "/dev/cpu/0/msr");
    put(machine.files[0], 0x606, 0xa0e03, 8);
    put(machine.files[0], 0x619, 0, 8);
    open_growing(&machine, &session);
    put(machine.files[0], 0x611, UINT32_MAX - 8191, 4);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE); /* a jump */
    assert_false(session_value(&session, 0, HD_METER_ENERGY, "package-0")->is_valid);
    put(machine.files[0], 0x611, 8192, 4);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    expect(&session, "package-0", 1000000);
    session_close(&session);
    end(&machine);
}

static void reads_each_core_of_amd(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    begin(&machine, true);
    machine.count = 2;
    for (unsigned cpu = 0; cpu < 4; cpu++) { /* the upper two are threads of the same cores */
        put_cpu(&machine, cpu, 0, cpu % 2);
    }
    machine.files[0] = open_registers(&machine, "/dev/cpu/0/msr");
    machine.files[1] = open_registers(&machine, "/dev/cpu/1/msr");
    for (size_t i = 0; i < 2; i++) {
        put(machine.files[i], 0xc0010299, 0x1003, 8); /* 1/65536 J */
        put(machine.files[i], 0xc001029b, 0, 8);
    }
    open_growing(&machine, &session);
    assert_int_equal(session.power->devices[0]->meter.channel_count, 3);
    put_energy(&machine, 0, 100000);
    put_energy(&machine, 1, 100000);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    put_energy(&machine, 0, 100256);
    put_energy(&machine, 1, 100128);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    expect(&session, "package-0:core0", 1000000);
    expect(&session, "package-0:core1", 500000);
    expect(&session, "package-0", 3906);
    session_close(&session);
    end(&machine);
}

static void says_what_is_missing(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    char found[40];
    begin(&machine, false);
    put_cpu(&machine, 0, 0, 0);
    assert_int_equal(session_open(&session, CONFIG, machine.root), HD_MISSING);
    assert_string_equal(session.message,
                        "pt.cfg:2: msr: /dev/cpu/N/msr: No such file or directory (modprobe msr)");
    session_close(&session);
    assert_false(hd__meter_find("msr")->probe(machine.root, found, sizeof found));
    machine.count = 1;
    machine.files[0] = open_registers(&machine, "/dev/cpu/0/msr");
    put(machine.files[0], 0x606, 0xa0e03, 8);
    put(machine.files[0], 0x611, 5, 8);
    assert_true(hd__meter_find("msr")->probe(machine.root, found, sizeof found));
    assert_string_equal(found, "1 counters");
    assert_int_equal(session_open(&session, CONFIG, machine.root), HD_MISSING);
    assert_string_equal(session.message, "pt.cfg:2: msr: its energy counters stand still");
    session_close(&session);
    end(&machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_each_package_of_intel_once),
        cmocka_unit_test(follows_a_counter_past_its_end),
        cmocka_unit_test(reads_each_core_of_amd),
        cmocka_unit_test(says_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
