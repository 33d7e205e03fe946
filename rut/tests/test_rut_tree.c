/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources that look for their files: made-up trees of /proc and /sys, read through the probe. */
#include "check.h"
#include "machine.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

static void pressure_is_the_growth_of_its_sums(void **state)
{
    (void)state;
    machine_put("/proc/pressure/cpu", "some avg10=9.00 avg60=9.00 avg300=9.00 total=100\n");
    machine_put("/proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1\n"
                                     "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
    assert_int_equal(machine_try_open("psi", false, 0),
                     HD_OK); /* without memory, as in older kernels */
    machine_describe();
    machine_put("/proc/pressure/cpu", "some avg10=9.00 avg60=9.00 avg300=9.00 total=350\n");
    machine_put("/proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=2\n"
                                     "full avg10=0.00 avg60=0.00 avg300=0.00 total=10\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("PSI_SOME_cpu"), 250);
    assert_int_equal(machine_integer("PSI_FULL_cpu"), 0);
    assert_int_equal(machine_integer("PSI_SOME_io"), 1);
    assert_int_equal(machine_integer("PSI_FULL_io"), 3);
    assert_null(machine_find("PSI_SOME_memory", HD_STATS_INT64));
}

static void a_file_that_is_gone_reads_zero_and_begins_anew(void **state)
{
    (void)state;
    const char *const path = "/proc/pressure/memory";
    machine_put(path, "some total=100\nfull total=0\n");
    assert_int_equal(machine_try_open("psi", false, 0), HD_OK);
    machine_describe();
    machine_put(path, "");
    assert_false(machine_sample(1));
    assert_int_equal(machine_integer("PSI_SOME_memory"), 0);
    machine_put(path, "some total=900\nfull total=5\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("PSI_SOME_memory"), 0);
    machine_put(path, "some total=901\nfull total=7\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("PSI_SOME_memory"), 1);
    assert_int_equal(machine_integer("PSI_FULL_memory"), 2);
}

static void put_idle(int cpu, int idle_state, long time_us, long count)
{
    char path[96];
    char text[32];
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpuidle/state%d/time", cpu,
                   idle_state);
    (void)snprintf(text, sizeof text, "%ld\n", time_us);
    machine_put(path, text);
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpuidle/state%d/usage", cpu,
                   idle_state);
    (void)snprintf(text, sizeof text, "%ld\n", count);
    machine_put(path, text);
}

static void put_idle_machine(int cpu_count, long time_us)
{
    char online[32];
    for (int cpu = 0; cpu < cpu_count; cpu++) {
        put_idle(cpu, 0, time_us, 10);
        put_idle(cpu, 1, time_us * (cpu + 1), 20 + cpu);
    }
    (void)snprintf(online, sizeof online, "0-%d\n", cpu_count - 1);
    machine_put("/sys/devices/system/cpu/online", online);
}

static void idle_states_are_shares_of_the_interval(void **state)
{
    (void)state;
    put_idle_machine(256, 1000); /* more files than are kept open */
    machine_open_source("idle");
    assert_int_equal(machine.values.count, 256 * 2 * 3);
    put_idle_machine(256, 1100);
    assert_true(machine_sample(1000000));
    assert_int_equal(machine_integer("CPU_IDLE_TIME_3_C1"), 400);
    assert_int_equal(machine_integer("CPU_IDLE_COUNT_3_C1"), 0);
    assert_int_equal(machine_integer("CPU_IDLE_TIME_255_C0"), 100);
    assert_true(fabs(machine_real("CPU_IDLE_3_C1") - 40.0) < 1e-9);
    assert_true(fabs(machine_real("CPU_IDLE_255_C0") - 10.0) < 1e-9);
}

static void a_cpu_that_comes_online_changes_the_values(void **state)
{
    (void)state;
    put_idle_machine(2, 1000);
    machine_open_source("idle");
    assert_true(machine_sample(1000));
    assert_false(hd__rut_probe_has_changed(&machine.probe));
    put_idle_machine(3, 1000);
    assert_true(machine_sample(1000));
    assert_true(hd__rut_probe_has_changed(&machine.probe));
    machine_describe();
    assert_false(hd__rut_probe_has_changed(&machine.probe));
    put_idle_machine(3, 1001);
    assert_true(machine_sample(1000000));
    assert_int_equal(machine_integer("CPU_IDLE_TIME_2_C1"), 3);
}

static void frequencies_are_means_where_times_are_counted(void **state)
{
    (void)state;
    machine_put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1200000\n");
    machine_put("/sys/devices/system/cpu/cpu0/cpufreq/stats/time_in_state",
                "1000000 50\n2000000 50\n");
    machine_put("/sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "3000000\n");
    machine_put("/sys/devices/system/cpu/cpufreq/policy0/scaling_cur_freq", "1\n"); /* is no CPU */
    machine_put("/sys/devices/system/cpu/online", "0-1\n");
    machine_open_source("freq");
    assert_int_equal(machine.values.count, 3);
    machine_put("/sys/devices/system/cpu/cpu0/cpufreq/stats/time_in_state",
                "1000000 51\n2000000 53\n");
    machine_put("/sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "2500000\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("CPU_FREQ_AVG_0"), 1750000);
    assert_int_equal(machine_integer("CPU_FREQ_AVG_1"), 2500000);
    assert_int_equal(machine_integer("CPU_FREQ_AVG"), (1750000 + 2500000) / 2);
    machine_put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1300000\n");
    assert_true(machine_sample(1)); /* no tick: the moment */
    assert_int_equal(machine_integer("CPU_FREQ_AVG_0"), 1300000);
    machine_put("/sys/devices/system/cpu/cpu0/cpufreq/stats/time_in_state",
                "1000000 151\n2000000 53\n"); /* the CPU woke */
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("CPU_FREQ_AVG_0"), 1000000);
}

/* In a file the two registers share seven bytes: MPERF is 256 times APERF, and something. */
static void put_registers(unsigned char low, unsigned aperf)
{
    unsigned char bytes[0xe8 + 8] = {[0xce] = 0, [0xcf] = 32, [0xe7] = low};
    char path[SCRATCH_SIZE + 20];
    for (unsigned i = 0; i < 4; i++) {
        bytes[0xe8 + i] = (unsigned char)(aperf >> (8 * i));
    }
    machine_put("/dev/cpu/0/msr", "");
    (void)snprintf(path, sizeof path, "%s/dev/cpu/0/msr", machine.root);
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    assert_true(file >= 0);
    assert_int_equal(pwrite(file, bytes, sizeof bytes, 0), sizeof bytes);
    assert_int_equal(close(file), 0);
}

static void frequencies_by_registers_where_times_are_not_counted(void **state)
{
    (void)state;
    machine_put("/sys/devices/system/cpu/cpu0/topology/core_id", "0\n");
    put_registers(0, 1000);
    machine_open_source("freq");
    put_registers(0, 3000);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("CPU_FREQ_AVG_0"), 3200000 / 256); /* of 32 * 100 MHz */
    put_registers(0, 3000);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("CPU_FREQ_AVG_0"), 0); /* idle, and no cpufreq to ask */
    machine_put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1200000\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("CPU_FREQ_AVG_0"), 1200000);
}

static void control_groups_of_version_2(void **state)
{
    (void)state;
    machine_put("/proc/self/cgroup", "0::/job/step 1\n");
    machine_put("/sys/fs/cgroup/job/step 1/cpu.stat",
                "usage_usec 1000\nuser_usec 600\nsystem_usec 400\n"
                "nr_periods 5\nnr_throttled 1\nthrottled_usec 10\n");
    machine_put("/sys/fs/cgroup/job/step 1/memory.current", "4096\n");
    machine_put("/sys/fs/cgroup/job/step 1/memory.stat",
                "anon 100\nfile 200\npgfault 5\npgmajfault 0\n");
    machine_put("/sys/fs/cgroup/job/step 1/io.stat",
                "8:0 rbytes=10 wbytes=20 rios=1 wios=2 dbytes=0\n"
                "8:16 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=0\n");
    machine_put("/sys/fs/cgroup/job/step 1/io.pressure",
                "some avg10=0 total=5\nfull avg10=0 total=3\n");
    machine_put("/sys/fs/cgroup/cpu.stat", "usage_usec 999999\n"); /* of everybody */
    assert_int_equal(machine_try_open("cgroup", false, 0), HD_OK);
    machine_describe();
    machine_put("/sys/fs/cgroup/job/step 1/cpu.stat",
                "usage_usec 1500\nuser_usec 900\nsystem_usec 600\n"
                "nr_periods 9\nnr_throttled 3\nthrottled_usec 25\n");
    machine_put("/sys/fs/cgroup/job/step 1/memory.current", "8192\n");
    machine_put("/sys/fs/cgroup/job/step 1/io.stat",
                "8:0 rbytes=110 wbytes=20 rios=2 wios=2 dbytes=0\n"
                "8:16 rbytes=1 wbytes=52 rios=3 wios=5 dbytes=0\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("CGROUP_CPU"), 500000);
    assert_int_equal(machine_integer("CGROUP_CPU_USER"), 300000);
    assert_int_equal(machine_integer("CGROUP_THROTTLED"), 2);
    assert_int_equal(machine_integer("CGROUP_THROTTLED_TIME"), 15000);
    assert_int_equal(machine_integer("CGROUP_MEM_USED"), 8192);
    assert_int_equal(machine_integer("CGROUP_MEM_FILE"), 200);
    assert_int_equal(machine_integer("CGROUP_READ"), 100);
    assert_int_equal(machine_integer("CGROUP_WRITTEN"), 50);
    assert_int_equal(machine_integer("CGROUP_READS"), 1);
    assert_int_equal(machine_integer("CGROUP_WRITES"), 1);
    assert_int_equal(machine_integer("CGROUP_PSI_FULL_io"), 0);
}

static void control_groups_of_version_1_beside_an_empty_version_2(void **state)
{
    (void)state;
    machine_put("/proc/self/cgroup",
                "4:memory:/job\n3:cpu,cpuacct:/job\n2:blkio:/hidden\n1:name=x:/\n0::/\n");
    machine_put("/sys/fs/cgroup/unified/cgroup.procs", "1\n");
    machine_put("/sys/fs/cgroup/cpuacct/job/cpuacct.usage", "5000\n");
    machine_put("/sys/fs/cgroup/cpu/job/cpu.stat",
                "nr_periods 0\nnr_throttled 2\nthrottled_time 70\n");
    machine_put("/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "12288\n");
    /* The process sees its own group as the top. */
    machine_put("/sys/fs/cgroup/blkio/blkio.throttle.io_service_bytes",
                "8:0 Read 100\n8:0 Write 10\n8:16 Read 1\n8:16 Write 0\nTotal 111\n");
    assert_int_equal(machine_try_open("cgroup", false, 0), HD_OK);
    machine_describe();
    machine_put("/sys/fs/cgroup/cpuacct/job/cpuacct.usage", "5123\n");
    machine_put("/sys/fs/cgroup/blkio/blkio.throttle.io_service_bytes",
                "8:0 Read 150\n8:0 Write 10\n8:16 Read 2\n8:16 Write 9\nTotal 171\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("CGROUP_CPU"), 123);
    assert_int_equal(machine_integer("CGROUP_THROTTLED"), 0);
    assert_int_equal(machine_integer("CGROUP_MEM_USED"), 12288);
    assert_int_equal(machine_integer("CGROUP_READ"), 51);
    assert_int_equal(machine_integer("CGROUP_WRITTEN"), 9);
}

static void temperatures_and_fans_of_all_chips(void **state)
{
    (void)state;
    machine_put("/sys/class/hwmon/hwmon0/name", "coretemp\n");
    machine_put("/sys/class/hwmon/hwmon0/temp1_input", "45000\n");
    machine_put("/sys/class/hwmon/hwmon0/temp1_label", "Package id 0\n");
    machine_put("/sys/class/hwmon/hwmon0/temp10_input", "41000\n");
    machine_put("/sys/class/hwmon/hwmon0/temp10_crit", "100000\n");
    machine_put("/sys/class/hwmon/hwmon3/name", "nct6779\n");
    machine_put("/sys/class/hwmon/hwmon3/fan2_input", "1180\n");
    machine_put("/sys/class/thermal/thermal_zone0/temp", "1\n"); /* the same sensors once more */
    machine_open_source("thermal");
    assert_int_equal(machine.values.count, 3);
    machine_put("/sys/class/hwmon/hwmon0/temp1_input", "46500\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("TEMP_coretemp0:Package_id_0"), 46500);
    assert_int_equal(machine_integer("TEMP_coretemp0:temp10"), 41000);
    assert_int_equal(machine_integer("FAN_nct67793:fan2"), 1180);
    machine_take("/sys/class/hwmon/hwmon3/fan2_input");
    machine_take("/sys/class/hwmon/hwmon0/temp1_input");
    (void)machine_sample(1);
    assert_int_equal(machine_integer("TEMP_coretemp0:temp10"), 41000);
}

static void zones_where_there_are_no_chips(void **state)
{
    (void)state;
    machine_put("/sys/class/thermal/thermal_zone0/temp", "51000\n");
    machine_put("/sys/class/thermal/thermal_zone0/type", "x86_pkg_temp\n");
    machine_open_source("thermal");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("TEMP_x86_pkg_temp0"), 51000);
}

static void paging_of_the_machine(void **state)
{
    (void)state;
    machine_put("/proc/vmstat", "nr_free_pages 1\npgfault 100\npgmajfault 1\npswpin 0\n"
                                "numa_local 7\n");
    machine_open_source("vm");
    machine_put("/proc/vmstat", "nr_free_pages 1\npgfault 150\npgmajfault 2\npswpin 4\n"
                                "numa_local 9\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("VM_FAULTS"), 50);
    assert_int_equal(machine_integer("NUMA_LOCAL"), 2);
    assert_int_equal(machine_integer("VM_MAJOR_FAULTS"), 1);
    assert_int_equal(machine_integer("VM_SWAPPED_IN"), 4);
}

static void deferred_interrupts_by_class(void **state)
{
    (void)state;
    machine_put("/proc/stat", "cpu 1 2 3 4\nintr 9 9\nsoftirq 100 1 2 3 4294967295 5 6 7 8 9 10\n");
    machine_open_source("softirq");
    machine_put("/proc/stat", "cpu 1 2 3 4\nintr 9 9\nsoftirq 160 1 12 3 19 5 6 7 8 9 40\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("SOFTIRQ_TIMER"), 10);
    assert_int_equal(machine_integer("SOFTIRQ_NET_RX"), 20); /* over a wrap */
    assert_int_equal(machine_integer("SOFTIRQ_RCU"), 30);
    assert_int_equal(machine_integer("SOFTIRQ_HI"), 0);
}

static void a_process_by_its_number(void **state)
{
    (void)state;
    machine_put("/proc/77/stat", "77 (a) b) c) S 1 1 1 0 -1 64 5 0 1 0 30 40 6 7 20 0 3 0 9 8 7\n");
    machine_put("/proc/77/status", "Name:\ta) b\nVmHWM:\t 12 kB\nVmRSS:\t 8 kB\nThreads:\t3\n"
                                   "voluntary_ctxt_switches:\t5\nnonvoluntary_ctxt_switches:\t6\n");
    machine_put("/proc/77/schedstat", "1000 200 3\n");
    machine_put("/proc/77/io", "rchar: 10\nwchar: 20\nsyscr: 1\nsyscw: 2\nread_bytes: 0\n"
                               "write_bytes: 4096\ncancelled_write_bytes: 0\n");
    assert_int_equal(machine_try_open("self", true, 77), HD_OK);
    assert_string_equal(machine.probe.unavailable, "");
    machine_describe();
    machine_put("/proc/77/stat", "77 (a) b) c) S 1 1 1 0 -1 64 9 0 2 0 35 42 8 8 20 0 3 0 9 8 7\n");
    machine_put("/proc/77/schedstat", "1500 260 4\n");
    machine_put("/proc/77/io", "rchar: 11\nwchar: 24\nsyscr: 1\nsyscw: 3\nread_bytes: 0\n"
                               "write_bytes: 8192\ncancelled_write_bytes: 0\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("PROC_FAULTS"), 4);
    assert_int_equal(machine_integer("PROC_MAJOR_FAULTS"), 1);
    assert_int_equal(machine_integer("PROC_USER"), 50);
    assert_int_equal(machine_integer("PROC_SYSTEM"), 20);
    assert_int_equal(machine_integer("PROC_CHILDREN_USER"), 20);
    assert_int_equal(machine_integer("PROC_CHILDREN_SYSTEM"), 10);
    assert_int_equal(machine_integer("PROC_THREADS"), 3);
    assert_int_equal(machine_integer("PROC_RESIDENT"), 8192);
    assert_int_equal(machine_integer("PROC_ON_CPU"), 500);
    assert_int_equal(machine_integer("PROC_WAIT_FOR_CPU"), 60);
    assert_int_equal(machine_integer("PROC_READ"), 1);
    assert_int_equal(machine_integer("PROC_WRITTEN"), 4);
    assert_int_equal(machine_integer("PROC_DEVICE_WRITTEN"), 4096);
}

/* The library is a stand-in, found by the path that this test is started with. */
static void graphics_processors_of_both_makers(void **state)
{
    (void)state;
    machine_put("/sys/class/drm/card1/device/gpu_busy_percent", "12\n");
    machine_put("/sys/class/drm/card1/device/mem_info_vram_used", "1048576\n");
    machine_put("/sys/class/drm/card1-DP-1/status", "connected\n");
    machine_open_source("gpu");
    assert_int_equal(machine.values.count, 2 + 2 * 6);
    machine_put("/sys/class/drm/card1/device/gpu_busy_percent", "99\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("GPU_BUSY_card1"), 99);
    assert_int_equal(machine_integer("GPU_MEM_USED_card1"), 1048576);
    assert_int_equal(machine_integer("GPU_BUSY_0"), 42); /* the second reading */
    assert_int_equal(machine_integer("GPU_MEM_BUSY_0"), 7);
    assert_true(machine_integer("GPU_MEM_USED_0") == (int64_t)1 << 33);
    assert_int_equal(machine_integer("GPU_POWER_0"), 250000);
    assert_int_equal(machine_integer("GPU_CLOCK_0"), 1410);
    assert_int_equal(machine_integer("GPU_TEMP_0"), 61);
    assert_int_equal(machine_integer("GPU_TEMP_1"), 35);
    assert_int_equal(machine_integer("GPU_POWER_1"), 0);
}

static void what_is_not_there_is_named(void **state)
{
    (void)state;
    assert_int_equal(machine_try_open("psi,cgroup,freq,idle,vm,fs,thermal", false, 0), HD_MISSING);
    assert_string_equal(machine.probe.unavailable,
                        "psi: No such file or directory; cgroup: No such file or directory; "
                        "freq: No such file or directory; idle: No such file or directory; "
                        "vm: No such file or directory; fs: No such device; "
                        "thermal: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MACHINE_TEST(pressure_is_the_growth_of_its_sums),
        MACHINE_TEST(a_file_that_is_gone_reads_zero_and_begins_anew),
        MACHINE_TEST(idle_states_are_shares_of_the_interval),
        MACHINE_TEST(a_cpu_that_comes_online_changes_the_values),
        MACHINE_TEST(frequencies_are_means_where_times_are_counted),
        MACHINE_TEST(frequencies_by_registers_where_times_are_not_counted),
        MACHINE_TEST(control_groups_of_version_2),
        MACHINE_TEST(control_groups_of_version_1_beside_an_empty_version_2),
        MACHINE_TEST(temperatures_and_fans_of_all_chips),
        MACHINE_TEST(zones_where_there_are_no_chips),
        MACHINE_TEST(paging_of_the_machine),
        MACHINE_TEST(deferred_interrupts_by_class),
        MACHINE_TEST(a_process_by_its_number),
        MACHINE_TEST(graphics_processors_of_both_makers),
        MACHINE_TEST(what_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
