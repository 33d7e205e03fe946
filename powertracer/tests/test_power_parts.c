/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters, the clock of a device, and the configuration. */
#include "power_clock.h"
#include "power_config.h"
#include "power_counter.h"
#include "power_lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define RANGE 262143328850ULL

static const struct hd_counter_kind rapl = {RANGE, 2000.0, 5000000000};

static uint64_t grow(struct hd_counter *counter, uint64_t uj, int64_t ms,
                     enum hd_counter_result expected)
{
    uint64_t grown = 77;
    assert_int_equal(hd__counter_update(counter, &rapl, uj, ms * 1000000, &grown), expected);
    return grown;
}

static void counts_growth_and_wraps(void **state)
{
    (void)state;
    struct hd_counter counter = {0};
    assert_int_equal(grow(&counter, 1000, 100, HD_COUNTER_FIRST), 0);
    assert_int_equal(grow(&counter, 21000, 200, HD_COUNTER_GROWN), 20000);
    counter = (struct hd_counter){0};
    (void)grow(&counter, RANGE - 5000000, 100, HD_COUNTER_FIRST);
    assert_int_equal(grow(&counter, 3000000, 200, HD_COUNTER_GROWN), 8000000);
}

/* A wrap would mean 200 kJ in a tenth of a second. */
static void tells_a_reset_from_a_wrap(void **state)
{
    (void)state;
    struct hd_counter counter = {0};
    (void)grow(&counter, 60000000000ULL, 100, HD_COUNTER_FIRST);
    assert_int_equal(grow(&counter, 1000000, 200, HD_COUNTER_RESET), 0);
    assert_int_equal(grow(&counter, 3000000, 300, HD_COUNTER_GROWN), 2000000);
    assert_int_equal(grow(&counter, 90000000000ULL, 400, HD_COUNTER_RESET), 0);
}

static void finds_a_dead_counter(void **state)
{
    (void)state;
    struct hd_counter counter = {0};
    (void)grow(&counter, 5, 0, HD_COUNTER_FIRST);
    for (int64_t ms = 100; ms < 5000; ms += 100) {
        (void)grow(&counter, 5, ms, HD_COUNTER_GROWN);
    }
    (void)grow(&counter, 5, 5000, HD_COUNTER_STANDING);
    (void)grow(&counter, 6, 5100, HD_COUNTER_GROWN);
    (void)grow(&counter, 6, 5200, HD_COUNTER_GROWN);
}

static uint64_t random_state = 42;

static double random_part(void)
{
    random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

/* A meter whose quartz is 100 millionths fast; messages are 0.2 ms late and more, some much more.
 */
static void follows_a_drifting_clock_through_late_messages(void **state)
{
    (void)state;
    struct hd_device_clock clock;
    const double period = 50e6 * (1 - 1e-4);
    double worst = 0.0;
    hd__device_clock_init(&clock, 50000000);
    for (int i = 1; i < 40000; i++) {
        const double end = 1e9 + period * i;
        const double late = 0.2e6 - 2e6 * log(1.0 - random_part()) * (i % 50 == 0 ? 10 : 0.2);
        const int64_t told = hd__device_clock_end(&clock, 1, (int64_t)(end + late));
        if (i > 2000) {
            worst = fmax(worst, fabs((double)told - end));
        }
    }
    if (fabs(clock.period_ns - period) > 50e6 * 5e-6 || worst > 1.0e6) {
        fail_msg("period wrong by %g ns, ends by %g ns", clock.period_ns - period, worst);
    }
}

static void starts_again_after_a_long_hole(void **state)
{
    (void)state;
    struct hd_device_clock clock;
    hd__device_clock_init(&clock, 50000000);
    (void)hd__device_clock_end(&clock, 1, 1000000000);
    assert_int_equal(hd__device_clock_end(&clock, 1, 1050000000), 1050000000);
    assert_int_equal(hd__device_clock_end(&clock, 1, 90000000000), 90000000000);
}

static void reads_numbers_of_instruments(void **state)
{
    (void)state;
    double numbers[6];
    assert_int_equal(hd__read_numbers(" 230.05;+1.5E-3, NAN;---;-7", numbers, 6), 5);
    assert_true(numbers[0] == 230.05 && numbers[1] == 1.5e-3 && isnan(numbers[2]));
    assert_true(isnan(numbers[3]) && numbers[4] == -7.0);
}

static hd_status check_text(struct hd_power_config *config, const char *text)
{
    const hd_status status = hd__power_config_parse(config, "pt.cfg", text);
    return status == HD_OK ? hd__power_config_check(config) : status;
}

/* As the original's users have it. */
static void reads_the_originals_configuration(void **state)
{
    (void)state;
    struct hd_power_config config;
    assert_int_equal(check_text(&config, "# comment\r\n[general]\r\nDevice=LMG450\n"
                                         "port=node06:/dev/ttyUSB0\ncycle=100\n"
                                         "project=MeinProjekt\n"
                                         "topology=Cluster_Host_Process_Thread\n\n[TRACE]\n"
                                         "type=HDSTATS\nnode=pvs_node06\nchannel=1\n"
                                         "values=Utrms,Itrms,P\n[Trace]\ntype=HDSTATS\n"
                                         "node=pvs_\"node_07\" # quoted\nchannel=2\nvalues=P\n"),
                     HD_OK);
    assert_int_equal(config.device_count, 1);
    assert_string_equal(config.devices[0].driver->name, "lmg450");
    assert_string_equal(config.devices[0].host, "node06");
    assert_string_equal(config.devices[0].settings[0].value, "/dev/ttyUSB0");
    assert_string_equal(config.devices[0].settings[1].value, "100.000");
    assert_string_equal(config.project, "MeinProjekt");
    assert_int_equal(config.level_count, 4);
    assert_string_equal(config.levels[1], "Host");
    assert_int_equal(config.trace_count, 2);
    assert_string_equal(config.traces[0].labels[1], "node06");
    assert_string_equal(config.traces[1].labels[1], "node_07");
    assert_true(config.traces[0].has_quantity[HD_METER_VOLTAGE]);
    assert_false(config.traces[1].has_quantity[HD_METER_VOLTAGE]);
    hd__power_config_free(&config);
    assert_int_equal(check_text(&config, "[General]\ncycle=0.1\nport=/dev/x\n[Trace]\nchannel=1\n"),
                     HD_OK);
    assert_string_equal(config.devices[0].settings[0].value, "100.000");
    hd__power_config_free(&config);
}

static void reads_the_originals_command_line(void **state)
{
    (void)state;
    struct hd_power_config config;
    assert_int_equal(hd__power_config_parse(&config, "command line", ""), HD_OK);
    assert_int_equal(hd__power_config_set_port(&config, "n1:/dev/ttyS1"), HD_OK);
    assert_int_equal(hd__power_config_set_port(&config, "/dev/ttyS2"), HD_OK);
    assert_int_equal(hd__power_config_add_trace(&config, "s:1:rack_n1"), HD_OK);
    assert_int_equal(hd__power_config_add_trace(&config, "as:2:out"), HD_OK);
    assert_int_equal(hd__power_config_check(&config), HD_OK);
    assert_string_equal(config.devices[0].settings[0].value, "/dev/ttyS2");
    assert_int_equal(config.trace_count, 3);
    assert_int_equal(config.traces[0].label_count, 2);
    assert_int_equal(config.traces[1].type, HD_TRACE_ASCII);
    assert_string_equal(config.traces[2].labels[0], "out");
    assert_int_equal(hd__power_config_add_trace(&config, "b:1:x"), HD_FORMAT);
    assert_int_equal(hd__power_config_add_trace(&config, "s1x"), HD_FORMAT);
    hd__power_config_free(&config);
}

static void lets_each_host_have_a_text_of_the_same_name(void **state)
{
    (void)state;
    struct hd_power_config config;
    assert_int_equal(check_text(&config, "[Device]\ndevice=lmg450\nport=n1:/dev/x\n"
                                         "[Trace]\nchannel=1\ntype=ASCII\nnode=a\n"
                                         "[Device]\ndevice=lmg450\nport=n2:/dev/x\n"
                                         "[Trace]\nchannel=1\ntype=ASCII\nnode=a\n"),
                     HD_OK);
    hd__power_config_free(&config);
}

static void names_file_line_and_cause_of_faults(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *message;
    } faults[] = {
        {"[General]\ndevice=LMG500\n", "pt.cfg:2: unknown device 'LMG500'"},
        {"[General]\nport=LMG\n", "pt.cfg:2: port='LMG' is not HOST:/dev/X"},
        {"[General]\ncycle=10\n[Trace]\nchannel=1\n", "pt.cfg:2: cycle=10 is not from 50 to 60000"},
        {"[General]\ncycle=abc\n", "pt.cfg:2: cycle='abc' is not a number of milliseconds"},
        {"[General]\ndevice=lmg450\n[Trace]\nchannel=9\n", "pt.cfg:3: channel='9' is not"},
        {"[General]\ndevice=lmg450\n", "pt.cfg:2: no [Trace] says which channel"},
        {"[General]\ndevice=lmg450\n[Trace]\nchannel=1\n",
         "pt.cfg:2: device lmg450: neither address= nor port= says where it is"},
        {"[Device]\ndevice=scpi\naddress=\n",
         "pt.cfg:2: device scpi: neither address= nor port= says where it is"},
        {"[General]\ndevice=hwmon\nbaud=9600\n", "pt.cfg:3: device hwmon has no key 'baud'"},
        {"[Device]\ndevice=file\n", "pt.cfg:2: device file needs 'path='"},
        {"[Trace]\nvalues=P,Q\n", "pt.cfg:2: values: 'Q' is none of"},
        {"[Device]\ndevice=hwmon\n[Trace]\ntype=ASCII\nnode=a\n[Trace]\nnode=a\n"
         "[Trace]\ntype=ASCII\nnode=a\n",
         "pt.cfg:8: another trace writes the file a.txt, too"},
        {"[Trace]\ntype=XML\n", "pt.cfg:2: type='XML' is not HDSTATS or ASCII"},
        {"[Trace]\nnode=a__b\n", "pt.cfg:2: node='a__b' is not labels"},
        {"[Trace]\nnode=\"a\n", "pt.cfg:2: node='\"a' is not labels"},
        {"[Traces]\n", "pt.cfg:1: [Traces] is none of"},
        {"[Trace\n", "pt.cfg:1: '[Trace' is not a section"},
        {"a=b\n", "pt.cfg:1: 'a' is in no section"},
        {"[General]\nabc\n", "pt.cfg:2: 'abc' is not KEY=VALUE"},
        {"\n", "pt.cfg: there is no device"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct hd_power_config config;
        assert_int_equal(check_text(&config, faults[i].text), HD_FORMAT);
        if (strncmp(config.message, faults[i].message, strlen(faults[i].message)) != 0) {
            fail_msg("'%s' instead of '%s'", config.message, faults[i].message);
        }
        hd__power_config_free(&config);
    }
    struct hd_power_config config;
    assert_int_equal(hd__power_config_read(&config, "/nowhere/pt.cfg"), HD_FORMAT);
    assert_string_equal(config.message, "/nowhere/pt.cfg: No such file or directory");
    hd__power_config_free(&config);
}

/* Files of one name on different hosts are two, those of a sum lie on the host of its devices. */
static void texts_of_different_hosts_may_have_one_name(void **state)
{
    (void)state;
    static const char devices[] = "[Device]\ndevice=hwmon\nname=one\nhost=n1\n"
                                  "[Device]\ndevice=hwmon\nname=two\nhost=n2\n"
                                  "[Trace]\ndevice=two\ntype=ASCII\nnode=a\n"
                                  "[Trace]\nsum=%s - %s:x\nname=s\ntype=ASCII\nnode=a\n";
    for (int same = 0; same < 2; same++) {
        char whole[512];
        const char *const name = same != 0 ? "two" : "one";
        (void)snprintf(whole, sizeof whole, devices, name, name);
        struct hd_power_config config;
        assert_int_equal(check_text(&config, whole), same != 0 ? HD_FORMAT : HD_OK);
        assert_string_equal(config.message,
                            same != 0 ? "pt.cfg:13: another trace writes the file a.txt, too" : "");
        hd__power_config_free(&config);
    }
}

static void compares_names_of_hosts(void **state)
{
    (void)state;
    assert_true(hd__power_is_same_host("node06", "Node06.cluster.org"));
    assert_true(hd__power_is_same_host("a.b", "a.b"));
    assert_false(hd__power_is_same_host("a.b", "a.c"));
    assert_false(hd__power_is_same_host("node06", "node060"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_growth_and_wraps),
        cmocka_unit_test(tells_a_reset_from_a_wrap),
        cmocka_unit_test(finds_a_dead_counter),
        cmocka_unit_test(follows_a_drifting_clock_through_late_messages),
        cmocka_unit_test(starts_again_after_a_long_hole),
        cmocka_unit_test(reads_numbers_of_instruments),
        cmocka_unit_test(reads_the_originals_configuration),
        cmocka_unit_test(reads_the_originals_command_line),
        cmocka_unit_test(lets_each_host_have_a_text_of_the_same_name),
        cmocka_unit_test(names_file_line_and_cause_of_faults),
        cmocka_unit_test(texts_of_different_hosts_may_have_one_name),
        cmocka_unit_test(compares_names_of_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
