/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the agent looks for in UCX before it tells messages, with a UCX of ours behind it
 * (programs/other_ucx.c): "other" lacks a function. */
#include "agent.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { RANKS = 2 };

mpich2hd_gate_type mpich2hd_gate;
MPICH2HD_OWN_GATE;

int ucp_ep_create(void *worker, const void *parameters, void **endpoint);

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    (void)comm;
    *size = RANKS;
    return MPI_SUCCESS;
}

static void run(void **state)
{
    char places[RANKS];
    void *endpoint = NULL;
    const bool is_other = strcmp(*state, "other") == 0;
    assert_string_equal(agent_start_messages(),
                        is_other ? "this UCX has other functions"
                                 : "there are more or fewer endpoints than ranks");
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(ucp_ep_create(&places[i], NULL, &endpoint), 0);
        assert_ptr_equal(endpoint, &places[i]);
    }
    if (is_other) {
        assert_string_equal(agent_start_messages(), "this UCX has other functions");
    } else {
        assert_null(agent_start_messages());
    }
}

int main(int argc, char **argv)
{
    static char whole[] = "whole";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(run, argc > 1 ? argv[1] : whole),
    };
    return cmocka_run_group_tests_name("agent_messages", tests, NULL, NULL);
}
