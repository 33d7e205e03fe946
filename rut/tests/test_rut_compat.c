/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "fake_stats.h"

#include <RUT.h>

static int reset(void **state)
{
    (void)state;
    fake_reset();
    return 0;
}

static void runs_as_a_program_of_the_original_does(void **state)
{
    (void)state;
    rutSources sources;
    RUTSRC_UNSET_ALL(sources);
    RUTSRC_SET_MEM(sources);
    RUTSRC_SET_NET(sources);
    UtilTrace *trace = NULL;
    assert_int_equal(rut_createTrace(fake_node(), 1, sources, 1000, &trace), RUT_SUCCESS);
    assert_int_equal(rut_startTracing(trace), 0);
    assert_int_equal(rut_startTracing(trace), 1);
    assert_int_equal(rut_stopTracing(trace), 0);
    assert_int_equal(rut_stopTracing(trace), 1);
    assert_int_equal(rut_finalizeTrace(trace), RUT_SUCCESS);
    assert_true(fake_has(&fake_groups[0], "MEM_USED"));
    assert_true(fake_has(&fake_groups[0], "NET_IN_EXT"));
    assert_false(fake_has(&fake_groups[0], "CPU_TOTAL"));
    assert_false(fake_has(&fake_groups[0], "HDD_READ"));
    assert_true(fake_groups[0].record_count >= 1);
}

static void takes_all_sources(void **state)
{
    (void)state;
    rutSources sources;
    RUTSRC_SET_ALL(sources);
    UtilTrace *trace = NULL;
    assert_int_equal(rut_createTrace(fake_node(), 1, sources, 1000, &trace), RUT_SUCCESS);
    assert_int_equal(rut_finalizeTrace(trace), RUT_SUCCESS);
    assert_true(fake_has(&fake_groups[0], "CPU_TOTAL"));
    assert_true(fake_has(&fake_groups[0], "MEM_USED"));
}

static void reports_wrong_arguments(void **state)
{
    (void)state;
    rutSources sources;
    RUTSRC_SET_ALL(sources);
    UtilTrace *trace = NULL;
    assert_int_equal(rut_createTrace(fake_node(), 1, sources, 0, &trace), RUT_EHDLIB);
    RUTSRC_UNSET_ALL(sources);
    assert_int_equal(rut_createTrace(fake_node(), 1, sources, 100, &trace), RUT_EHDLIB);
    assert_null(trace);
    assert_int_equal(rut_startTracing(NULL), 2);
    assert_int_equal(rut_stopTracing(NULL), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(runs_as_a_program_of_the_original_does, reset, reset),
        cmocka_unit_test_setup_teardown(takes_all_sources, reset, reset),
        cmocka_unit_test_setup_teardown(reports_wrong_arguments, reset, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
