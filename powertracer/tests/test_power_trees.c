/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meters that are kernel files, on made-up trees whose numbers move while they are read. */
#include "session.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

#define RAPL   "/sys/class/powercap/intel-rapl:0"
#define SECOND "/sys/class/powercap/intel-rapl:2"
#define CRAY   "/sys/cray/pm_counters/"

/* A machine, and a thread that lets its counters grow. */
struct machine {
    char root[SCRATCH_SIZE];
    pthread_t thread;
    atomic_bool ends;
    atomic_bool stands;     /* package-0 */
    atomic_bool has_second; /* package-1, with three times the energy of package-0 */
    _Atomic uint64_t uj;    /* of package-0; dram has a quarter of it */
};

static void pause_ms(long ms)
{
    const struct timespec time = {.tv_nsec = ms * 1000000};
    (void)nanosleep(&time, NULL);
}

static void write_rapl(struct machine *machine)
{
    const uint64_t uj = atomic_load(&machine->uj);
    put_file(machine->root, RAPL "/energy_uj", "%llu\n", (unsigned long long)uj);
    put_file(machine->root, RAPL ":0/energy_uj", "%llu\n", (unsigned long long)uj / 4);
    if (atomic_load(&machine->has_second)) {
        put_file(machine->root, SECOND "/energy_uj", "%llu\n", (unsigned long long)uj * 3);
    }
}

static void *grow(void *argument)
{
    struct machine *machine = argument;
    while (!atomic_load(&machine->ends)) {
        if (!atomic_load(&machine->stands)) {
            (void)atomic_fetch_add(&machine->uj, 200000);
            write_rapl(machine);
        }
        pause_ms(2);
    }
    return NULL;
}

static void make_rapl(struct machine *machine)
{
    put_file(machine->root, RAPL "/name", "package-0\n");
    put_file(machine->root, RAPL "/max_energy_range_uj", "262143328850\n");
    put_file(machine->root, RAPL ":0/name", "dram\n");
    put_file(machine->root, RAPL ":0/max_energy_range_uj", "65712999613\n");
    put_file(machine->root, "/sys/class/powercap/intel-rapl:1/name", "psys\n");
    put_file(machine->root, "/sys/class/powercap/intel-rapl:1/energy_uj", "0\n");
    put_file(machine->root, "/sys/class/powercap/intel-rapl-mmio:0/name", "package-0\n");
    put_file(machine->root, "/sys/class/powercap/intel-rapl-mmio:0/energy_uj", "5\n");
}

static void begin(struct machine *machine)
{
    *machine = (struct machine){.ends = false};
    assert_true(scratch_folder(machine->root, sizeof machine->root, "power-tree"));
    atomic_store(&machine->uj, 1000000000);
    make_rapl(machine);
    write_rapl(machine);
    assert_int_equal(pthread_create(&machine->thread, NULL, grow, machine), 0);
}

static void end(struct machine *machine)
{
    atomic_store(&machine->ends, true);
    assert_int_equal(pthread_join(machine->thread, NULL), 0);
    remove_tree(machine->root);
}

/* The thread stands still afterwards and has left what it wrote last. */
static void stop_growth(struct machine *machine)
{
    atomic_store(&machine->ends, true);
    assert_int_equal(pthread_join(machine->thread, NULL), 0);
    atomic_store(&machine->ends, false);
    atomic_store(&machine->stands, true);
    assert_int_equal(pthread_create(&machine->thread, NULL, grow, machine), 0);
}

static void reads_zones_and_leaves_out_dead_ones(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    begin(&machine);
    assert_int_equal(session_open(&session, "[Device]\ndevice=powercap\n", machine.root), HD_OK);
    const struct hd_power_output *output = &session.power->devices[0]->outputs[0];
    static const char *const names[] = {
        "P", "E", "E_package-0", "P_package-0", "E_package-0:dram", "P_package-0:dram"};
    assert_int_equal(output->item_count, 6); /* psys stands at 0, mmio is the same again */
    for (size_t i = 0; i < 6; i++) {
        assert_string_equal(output->items[i].name, names[i]);
    }
    stop_growth(&machine);
    atomic_store(&machine.uj, 2000000000);
    write_rapl(&machine);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    atomic_store(&machine.uj, 2000004000);
    write_rapl(&machine);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    assert_int_equal(session_value(&session, 0, HD_METER_ENERGY, "package-0")->uj, 4000);
    assert_int_equal(session_value(&session, 0, HD_METER_ENERGY, "package-0:dram")->uj, 1000);
    assert_true(session_value(&session, 0, HD_METER_ENERGY, "package-0")->real > 0);
    session_close(&session);
    end(&machine);
}

/* The energy and the watts that the last line of a trace of type ASCII begins with. */
static void get_last(const struct machine *machine, const char *name, long long *uj, double *watts)
{
    char path[SCRATCH_SIZE + 20];
    char line[256];
    char last[256] = "";
    (void)snprintf(path, sizeof path, "%s/%s.txt", machine->root, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(strncmp(line, "# end_s P E ", 12), 0);
    while (fgets(line, sizeof line, file) != NULL) {
        (void)snprintf(last, sizeof last, "%s", line);
    }
    assert_int_equal(fclose(file), 0);
    char *c = last;
    (void)strtod(c, &c);
    *watts = strtod(c, &c);
    *uj = strtoll(c, &c, 10);
}

static void sums_up_the_channels_of_a_trace_only(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    char text[4 * SCRATCH_SIZE];
    static const struct {
        const char *name;
        long long uj;
    } expected[] = {{"first", 4000 + 1000}, {"all", 4 * 4000 + 1000}};
    begin(&machine);
    put_file(machine.root, SECOND "/name", "package-1\n");
    put_file(machine.root, SECOND "/max_energy_range_uj", "262143328850\n");
    put_file(machine.root, SECOND "/energy_uj", "0\n");
    atomic_store(&machine.has_second, true);
    (void)snprintf(text, sizeof text,
                   "[Device]\ndevice=powercap\n"
                   "[Trace]\ntype=ascii\nnode=\"%s/first\"\nchannel=package-0\n"
                   "[Trace]\ntype=ascii\nnode=\"%s/all\"\n"
                   "[Trace]\ntype=ascii\nnode=\"%s/memory\"\nchannel=package-0:dram\n",
                   machine.root, machine.root, machine.root);
    assert_int_equal(session_open(&session, text, machine.root), HD_OK);
    stop_growth(&machine);
    for (uint64_t uj = 2000000000; uj <= 2000004000; uj += 4000) {
        atomic_store(&machine.uj, uj);
        write_rapl(&machine);
        assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    }
    double watts[2] = {0};
    for (size_t i = 0; i < 2; i++) {
        long long uj = 0;
        get_last(&machine, expected[i].name, &uj, &watts[i]);
        assert_int_equal(uj, expected[i].uj);
    }
    /* Of one interval, so the watts are as the energies. */
    assert_true(watts[0] > 0);
    const double ratio = watts[0] * (double)expected[1].uj / (watts[1] * (double)expected[0].uj);
    assert_true(ratio > 0.999 && ratio < 1.001);
    /* A single channel needs no sum: its values have the original's names. */
    assert_int_equal(session.power->devices[0]->outputs[2].item_count, 2);
    session_close(&session);
    end(&machine);
}

static void counts_through_a_wrap_and_marks_a_reset(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    begin(&machine);
    assert_int_equal(session_open(&session, "[Device]\ndevice=powercap\n", machine.root), HD_OK);
    stop_growth(&machine);
    put_file(machine.root, RAPL "/energy_uj", "262143328000\n");
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    put_file(machine.root, RAPL "/energy_uj", "150\n");
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    const struct hd_power_value *package = session_value(&session, 0, HD_METER_ENERGY, "package-0");
    assert_true(package->is_valid);
    assert_int_equal(package->uj, 1000);
    put_file(machine.root, RAPL "/energy_uj", "100\n");
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    assert_false(package->is_valid);
    assert_int_equal(package->uj, 0);
    assert_int_equal(session.power->devices[0]->outputs[0].gaps, 1);
    put_file(machine.root, RAPL "/energy_uj", "not a number\n");
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    assert_false(package->is_valid);
    session_close(&session);
    end(&machine);
}

static void refuses_a_machine_whose_counters_are_all_dead(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    begin(&machine);
    stop_growth(&machine);
    assert_int_equal(session_open(&session, "[Device]\ndevice=powercap\n", machine.root),
                     HD_MISSING);
    assert_string_equal(session.message, "pt.cfg:2: powercap: its energy counters stand still");
    session_close(&session);
    end(&machine);
}

static void says_what_is_not_there(void **state)
{
    (void)state;
    static const char *const devices[] = {"powercap", "hwmon", "pm_counters"};
    for (size_t i = 0; i < 3; i++) {
        char text[64];
        char found[64];
        struct session session;
        (void)snprintf(text, sizeof text, "[Device]\ndevice=%s\n", devices[i]);
        assert_int_equal(session_open(&session, text, "/nowhere"), HD_MISSING);
        assert_non_null(strstr(session.message, "/sys/c"));
        assert_false(hd__meter_find(devices[i])->probe("/nowhere", found, sizeof found));
        session_close(&session);
    }
}

static void says_that_a_file_may_not_be_read(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    if (geteuid() == 0) {
        skip(); /* root may read everything */
    }
    begin(&machine);
    char path[SCRATCH_SIZE + 100];
    (void)snprintf(path, sizeof path, "%s" RAPL "/energy_uj", machine.root);
    stop_growth(&machine);
    assert_int_equal(chmod(path, 0), 0);
    (void)snprintf(path, sizeof path, "%s" RAPL ":0/energy_uj", machine.root);
    assert_int_equal(chmod(path, 0), 0);
    (void)session_open(&session, "[Device]\ndevice=powercap\n", machine.root);
    assert_non_null(strstr(session.message, "Permission denied"));
    session_close(&session);
    end(&machine);
}

static void reads_chips_that_measure_power(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    begin(&machine);
    put_file(machine.root, "/sys/class/hwmon/hwmon0/name", "coretemp\n");
    put_file(machine.root, "/sys/class/hwmon/hwmon0/in0_input", "1200\n");
    put_file(machine.root, "/sys/class/hwmon/hwmon1/name", "power_meter\n");
    put_file(machine.root, "/sys/class/hwmon/hwmon1/power1_average", "217500000\n");
    put_file(machine.root, "/sys/class/hwmon/hwmon1/power1_average_interval", "1000\n");
    put_file(machine.root, "/sys/class/hwmon/hwmon2/name", "ina226\n");
    put_file(machine.root, "/sys/class/hwmon/hwmon2/power1_input", "12500000\n");
    put_file(machine.root, "/sys/class/hwmon/hwmon2/power1_label", "VDD GPU\n");
    put_file(machine.root, "/sys/class/hwmon/hwmon2/curr1_input", "1042\n");
    put_file(machine.root, "/sys/class/hwmon/hwmon2/in1_input", "12000\n");
    assert_int_equal(session_open(&session, "[Device]\ndevice=hwmon\n", machine.root), HD_OK);
    assert_int_equal(session.power->devices[0]->meter.window_ns, 1000000000);
    assert_int_equal(session.power->devices[0]->meter.bias_ns, 500000000);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    assert_true(session_value(&session, 0, HD_METER_POWER, "power_meter1:1")->real == 217.5);
    assert_true(session_value(&session, 0, HD_METER_POWER, "ina2262:VDD_GPU")->real == 12.5);
    assert_true(session_value(&session, 0, HD_METER_CURRENT, "ina2262:1")->real == 1.042);
    assert_true(session_value(&session, 0, HD_METER_VOLTAGE, "ina2262:1")->real == 12.0);
    assert_null(session_value(&session, 0, HD_METER_VOLTAGE, "coretemp0:0"));
    session_close(&session);
    assert_int_equal(
        session_open(&session, "[Device]\ndevice=hwmon\nchip=power_meter\n", machine.root), HD_OK);
    assert_string_equal(session.power->devices[0]->outputs[0].items[0].name, "P");
    session_close(&session);
    end(&machine);
}

static void make_cray(const struct machine *machine, unsigned freshness, unsigned watts,
                      unsigned joules)
{
    put_file(machine->root, CRAY "power", "%u W 1600000000000000 us\n", watts);
    put_file(machine->root, CRAY "energy", "%u J 1600000000000000 us\n", joules);
    put_file(machine->root, CRAY "accel0_energy", "%u J\n", joules / 2);
    put_file(machine->root, CRAY "power_cap", "0 W\n");
    put_file(machine->root, CRAY "raw_scan_hz", "10\n");
    put_file(machine->root, CRAY "freshness", "%u\n", freshness);
}

static void *renew(void *argument)
{
    struct machine *machine = argument;
    for (unsigned i = 1; !atomic_load(&machine->ends); i++) {
        put_file(machine->root, CRAY "power", "%u W\n", 100 + i);
        put_file(machine->root, CRAY "freshness", "%u\n", i);
        pause_ms(1);
    }
    return NULL;
}

static void reads_pm_counters(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    machine = (struct machine){.ends = false};
    assert_true(scratch_folder(machine.root, sizeof machine.root, "power-tree"));
    make_cray(&machine, 1, 300, 1000);
    assert_int_equal(session_open(&session, "[Device]\ndevice=pm_counters\n", machine.root), HD_OK);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    make_cray(&machine, 2, 310, 1031);
    assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    assert_true(session_value(&session, 0, HD_METER_POWER, "")->real == 310.0);
    assert_int_equal(session_value(&session, 0, HD_METER_ENERGY, "")->uj, 31000000);
    assert_int_equal(session_value(&session, 0, HD_METER_ENERGY, "accel0")->uj, 15000000);
    assert_null(session_value(&session, 0, HD_METER_POWER, "power"));
    static const char *const names[] = {"E_accel0", "P_accel0", "E", "P"};
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(session.power->devices[0]->outputs[0].items[i].name, names[i]);
    }
    /* Renewed all the time: the reader tries again and has a number in the end. */
    assert_int_equal(pthread_create(&machine.thread, NULL, renew, &machine), 0);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
        assert_true(session_value(&session, 0, HD_METER_POWER, "")->real >= 100.0);
    }
    session_close(&session);
    end(&machine);
}

static void samples_by_itself_and_marks_the_pause(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    hd_power_health health;
    begin(&machine);
    assert_int_equal(session_open(&session, "[Device]\ndevice=powercap\ncycle=5\n", machine.root),
                     HD_OK);
    assert_int_equal(hd_power_stop(session.power), HD_STATE);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hd_power_start(session.power), HD_OK);
        assert_int_equal(hd_power_start(session.power), HD_STATE);
        do {
            pause_ms(5);
            assert_int_equal(hd_power_get_health(session.power, 0, &health), HD_OK);
        } while (health.records < 10 + 10 * (uint64_t)i);
        assert_int_equal(hd_power_stop(session.power), HD_OK);
    }
    assert_int_equal(hd_power_get_health(session.power, 0, &health), HD_OK);
    assert_int_equal(health.gaps, 1);
    assert_int_equal(health.state, HD_POWER_MEASURING);
    assert_int_equal(hd_power_get_health(session.power, 1, &health), HD_MISSING);
    const hd_topology_node *node = NULL;
    assert_string_equal(hd_power_get_group(session.power, 0, &node), "Energy");
    assert_ptr_equal(node, session.node);
    assert_null(hd_power_get_group(session.power, 1, &node));
    /* 5 digits, LF, the header, the start, and at least the records of 8 + 6 * 8 bytes */
    assert_true(session_file_size(&session, "p_n1_Energy.stat") > 1120);
    session_close(&session);
    end(&machine);
}

static void numbers_groups_of_a_node_and_writes_text(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    char text[512];
    const hd_topology_node *node = NULL;
    begin(&machine);
    (void)snprintf(text, sizeof text,
                   "[Device]\nname=a\ndevice=powercap\n[Trace]\nchannel=package-0\nvalues=P\n"
                   "[Trace]\nnode=n2\n[Device]\ndevice=powercap\n[Trace]\n"
                   "[Trace]\ndevice=a\ntype=ascii\nnode=\"%s/out\"\nvalues=E\n",
                   machine.root);
    assert_int_equal(session_open(&session, text, machine.root), HD_OK);
    assert_string_equal(hd_power_get_group(session.power, 0, &node), "Energy");
    assert_string_equal(hd_power_get_group(session.power, 1, &node), "Energy");
    assert_string_equal(hd_power_get_group(session.power, 2, &node), "Energy.2");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
        pause_ms(3);
    }
    session_close(&session);
    char path[SCRATCH_SIZE + 100];
    char content[256] = "";
    (void)snprintf(path, sizeof path, "%s/out.txt", machine.root);
    const int file = open(path, O_RDONLY);
    assert_true(file >= 0 && read(file, content, sizeof content - 1) > 0);
    (void)close(file);
    static const char head[] = "# end_s E E_package-0 E_package-0:dram GAP\n";
    assert_memory_equal(content, head, sizeof head - 1);
    assert_non_null(strstr(content + sizeof head, " 0\n"));
    end(&machine);
}

static void leaves_devices_of_other_hosts_alone(void **state)
{
    (void)state;
    static struct machine machine;
    struct session session;
    begin(&machine);
    assert_int_equal(session_open(&session, "[Device]\ndevice=powercap\nhost=n9\n", machine.root),
                     HD_STATE);
    assert_string_equal(session.message, "pt.cfg:2: the device is attached to 'n9', this is 'n1'");
    session_close(&session);
    assert_int_equal(session_open(&session,
                                  "[Device]\ndevice=powercap\nhost=n9\n[Device]\n"
                                  "device=powercap\nhost=n1.domain\n",
                                  machine.root),
                     HD_OK);
    assert_int_equal(session.power->device_count, 1);
    session_close(&session);
    end(&machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_zones_and_leaves_out_dead_ones),
        cmocka_unit_test(sums_up_the_channels_of_a_trace_only),
        cmocka_unit_test(counts_through_a_wrap_and_marks_a_reset),
        cmocka_unit_test(refuses_a_machine_whose_counters_are_all_dead),
        cmocka_unit_test(says_what_is_not_there),
        cmocka_unit_test(says_that_a_file_may_not_be_read),
        cmocka_unit_test(reads_chips_that_measure_power),
        cmocka_unit_test(reads_pm_counters),
        cmocka_unit_test(samples_by_itself_and_marks_the_pause),
        cmocka_unit_test(numbers_groups_of_a_node_and_writes_text),
        cmocka_unit_test(leaves_devices_of_other_hosts_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
