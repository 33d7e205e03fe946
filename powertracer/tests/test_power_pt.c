/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The original's calls, as a program that was written for it uses them. */
#include "session.h"

#include <pt.h>
#include <stdio.h>
#include <time.h>

#include "check.h"

struct program {
    char folder[SCRATCH_SIZE];
    hd_topology *topology;
    char config[SCRATCH_SIZE + 10];
};

static void begin(struct program *program)
{
    static const char *const levels[] = {"Host", "Process"};
    *program = (struct program){.topology = NULL};
    assert_true(scratch_folder(program->folder, sizeof program->folder, "power-pt"));
    assert_int_equal(hd_topology_create(program->folder, "p", 2, levels, &program->topology),
                     HD_OK);
    (void)snprintf(program->config, sizeof program->config, "%s/pt.cfg", program->folder);
}

static void end(struct program *program)
{
    hd_topology_destroy(program->topology);
    remove_tree(program->folder);
}

static PowerTrace *create(const struct program *program)
{
    PowerTrace *trace = NULL;
    assert_int_equal(pt_createTrace(program->config, program->topology, &trace), PT_SUCCESS);
    if (trace == NULL) {
        abort();
    }
    return trace;
}

static void measures_from_start_to_stop(void **state)
{
    (void)state;
    struct program program;
    hd_power_health health = {0};
    begin(&program);
    put_file(program.folder, "/lines", "1000,5\n1001,6\n1002,7\n");
    put_file(program.folder, "/pt.cfg", "[Device]\ndevice=file\npath=%s/lines\n", program.folder);
    PowerTrace *trace = create(&program);
    assert_string_equal(pt_getHostname(trace), "");
    assert_int_equal(pt_stopTracing(trace), PT_EWRONGHOST); /* any wrong moment */
    assert_int_equal(pt_startTracing(trace), PT_SUCCESS);
    while (health.records < 2) {
        const struct timespec moment = {.tv_nsec = 1000000};
        (void)nanosleep(&moment, NULL);
        assert_int_equal(hd_power_get_health(trace->power, 0, &health), HD_OK);
    }
    assert_int_equal(pt_stopTracing(trace), PT_SUCCESS);
    assert_int_equal(pt_finalizeTrace(trace), PT_SUCCESS);
    end(&program);
}

static void tells_failures_by_the_originals_codes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int code;
    } cases[] = {
        {"[General]\ndevice=LMG999\n", PT_ECONFINVALID},
        {"[General]\ndevice=LMG450\nport=/dev/x\n", PT_ENOTRACES},
        {"[General]\nport=far-away:/dev/x\n[Trace]\nchannel=1\n", PT_EWRONGHOST},
        {"[Device]\ndevice=file\npath=/nowhere/lines\n", PT_EDEVICE},
        {"[Device]\ndevice=file\npath=/dev/null\n[Trace]\nnode=a_b_c\n", PT_EHDLIB},
    };
    struct program program;
    PowerTrace untouched;
    PowerTrace *trace = &untouched;
    begin(&program);
    assert_int_equal(pt_createTrace(program.config, program.topology, &trace), PT_ECONFNOTFOUND);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put_file(program.folder, "/pt.cfg", "%s", cases[i].text);
        assert_int_equal(pt_createTrace(program.config, program.topology, &trace), cases[i].code);
    }
    assert_int_equal(pt_createTrace(program.config, NULL, &trace), PT_EHDLIB);
    assert_int_equal(pt_createTrace(NULL, program.topology, &trace), PT_ECONFNOTFOUND);
    assert_ptr_equal(trace, &untouched);
    end(&program);
}

static void leaves_all_files_alone_when_one_cannot_be_written(void **state)
{
    (void)state;
    struct program program;
    char message[HD_POWER_MESSAGE_SIZE] = "";
    char expected[SCRATCH_SIZE + 80];
    char path[SCRATCH_SIZE + 20];
    char line[16] = "";
    static const char *const labels[] = {"n1"};
    begin(&program);
    put_file(program.folder, "/lines", "1000,5\n1001,6\n");
    put_file(program.folder, "/p_n1_Energy.stat", "old\n");
    put_file(program.folder, "/pt.cfg",
             "[Device]\ndevice=file\npath=%s/lines\n[Trace]\n"
             "[Trace]\ntype=ascii\nnode=\"%s/absent/out\"\n",
             program.folder, program.folder);
    hd_power *power = NULL;
    hd_power_options options = {.config = program.config, .topology = program.topology};
    assert_int_equal(hd_topology_get_node(program.topology, 1, labels, &options.node), HD_OK);
    assert_int_equal(hd_power_create(&options, &power, message), HD_IO);
    assert_null(power);
    (void)snprintf(expected, sizeof expected, "%s/absent/out.txt: No such file or directory",
                   program.folder);
    assert_string_equal(message, expected);
    (void)snprintf(path, sizeof path, "%s/p_n1_Energy.stat", program.folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(fclose(file), 0);
    assert_string_equal(line, "old\n");
    end(&program);
}

static void tells_the_host_of_the_meter(void **state)
{
    (void)state;
    struct program program;
    char host[256] = "";
    begin(&program);
    assert_int_equal(gethostname(host, sizeof host - 1), 0);
    put_file(program.folder, "/lines", "1000,5\n");
    put_file(program.folder, "/pt.cfg", "[Device]\ndevice=file\nhost=%s\npath=%s/lines\n", host,
             program.folder);
    PowerTrace *trace = create(&program);
    assert_string_equal(pt_getHostname(trace), host);
    assert_int_equal(pt_finalizeTrace(trace), PT_SUCCESS);
    end(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_from_start_to_stop),
        cmocka_unit_test(tells_failures_by_the_originals_codes),
        cmocka_unit_test(leaves_all_files_alone_when_one_cannot_be_written),
        cmocka_unit_test(tells_the_host_of_the_meter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
