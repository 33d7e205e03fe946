/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "plan/plan_calls.h"

#include <string.h>

static struct plan_call found(const char *name)
{
    struct plan_call call;
    if (!plan_call_find((hd_slice){name, strlen(name)}, &call)) {
        fail_msg("%s is no call", name);
    }
    return call;
}

static void knows_all_forms_of_a_send(void **state)
{
    (void)state;
    static const char *const blocking[] = {"Send", "Bsend", "Rsend", "Ssend"};
    static const char *const later[] = {"Isend", "Ibsend", "Irsend", "Issend"};
    static const char *const described[] = {"Send_init", "Bsend_init", "Rsend_init", "Ssend_init"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(found(blocking[i]).role, PLAN_SEND);
        assert_false(found(blocking[i]).nonblocking);
        assert_int_equal(found(later[i]).role, PLAN_SEND);
        assert_true(found(later[i]).nonblocking);
        assert_true(found(described[i]).persistent);
        assert_int_equal(found(later[i]).synchronous, i == 3);
    }
}

static void knows_who_learns_in_a_collective(void **state)
{
    (void)state;
    assert_int_equal(found("Iallreduce").flow, PLAN_ALL);
    assert_int_equal(found("Scatter").flow, PLAN_FROM_ROOT);
    assert_int_equal(found("Igather").flow, PLAN_TO_ROOT);
    assert_int_equal(found("Exscan").flow, PLAN_UPWARD);
    assert_int_equal(found("Bcast_init").role, PLAN_MEET);
}

static void keeps_what_it_cannot_follow(void **state)
{
    (void)state;
    static const char *const names[] = {"Alltoallw",
                                        "Ialltoallv",
                                        "Neighbor_alltoall",
                                        "Win_fence",
                                        "Put",
                                        "Comm_split",
                                        "Comm_idup",
                                        "Psend_init",
                                        "Win_create_dynamic",
                                        "Get_accumulate",
                                        "Ineighbor_allgather"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(found(names[i]).role, PLAN_KEEP);
    }
}

static void takes_local_calls_for_such(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Get_count", "Type_commit", "Init",    "Finalize",          "Iprobe",           "Wtime",
        "Comm_rank", "Info_set",    "Improbe", "Win_create_keyval", "File_get_position"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(found(names[i]).role, PLAN_LOCAL);
    }
}

static void knows_all_transfers(void **state)
{
    (void)state;
    assert_int_equal(found("File_write").role, PLAN_IO);
    assert_true(found("File_write").writes);
    assert_int_equal(found("File_read_at_all").role, PLAN_IO_TOGETHER);
    assert_false(found("File_read_at_all").writes);
    assert_int_equal(found("File_write_ordered").role, PLAN_IO_TOGETHER);
    assert_int_equal(found("File_read_shared").role, PLAN_IO);
    assert_int_equal(found("File_iwrite_at_all").role, PLAN_IO_BEGIN);
    assert_int_equal(found("File_read_ordered_begin").role, PLAN_IO_BEGIN);
    assert_true(found("File_iread").moves_data);
    assert_false(found("File_sync").moves_data);
}

static void leaves_states_of_the_program_alone(void **state)
{
    (void)state;
    static const char *const names[] = {"Solver",  "I", "step",    "Iteration",
                                        "my_init", "",  "sendfile"};
    struct plan_call call;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_false(plan_call_find((hd_slice){names[i], strlen(names[i])}, &call));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_all_forms_of_a_send),
        cmocka_unit_test(knows_who_learns_in_a_collective),
        cmocka_unit_test(keeps_what_it_cannot_follow),
        cmocka_unit_test(takes_local_calls_for_such),
        cmocka_unit_test(knows_all_transfers),
        cmocka_unit_test(leaves_states_of_the_program_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
