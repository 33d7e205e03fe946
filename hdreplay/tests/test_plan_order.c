/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "recorded.h"

enum { ANY_TAG = 7 };

struct outcome {
    struct plan_order order;
    guint64 records;
    guint64 always_kept;
    guint64 lonely;
};

static struct outcome choose(const struct recorded *run, enum plan_rule rule)
{
    struct plan_links *links = plan_links_make(run->project, run->strands, true);
    const struct plan_order order = plan_order_choose(links, rule);
    const struct outcome outcome = {order, links->records, links->always_kept,
                                    links->lonely_sends + links->lonely_receives};
    plan_links_free(links);
    return outcome;
}

static void expect_kept(const struct recorded *run, enum plan_rule rule, guint64 kept, guint64 lost)
{
    const struct outcome outcome = choose(run, rule);
    assert_int_equal(outcome.order.kept, kept);
    assert_int_equal(outcome.order.lost, lost);
    assert_int_equal(outcome.order.unresolved, 0);
}

/* Rank 0 writes, 1 passes the news on, 2 reads: what the thesis began with and its rule loses. */
static void keeps_news_that_go_through_others(void **state)
{
    (void)state;
    struct recorded run;
    recorded_init(&run, 3);
    (void)recorded_call(&run, 0, "File_write");
    recorded_send(&run, 0, "Send", 1, ANY_TAG);
    recorded_receive(&run, 1, "Recv", 0, ANY_TAG);
    recorded_send(&run, 1, "Send", 2, ANY_TAG);
    recorded_receive(&run, 2, "Recv", 1, ANY_TAG);
    (void)recorded_call(&run, 2, "File_read");
    expect_kept(&run, PLAN_ORDER_ALL, 4, 0);
    expect_kept(&run, PLAN_ORDER_EXACT, 4, 0);
    expect_kept(&run, PLAN_ORDER_MPIOR, 2, 1);
    expect_kept(&run, PLAN_ORDER_NONE, 0, 1);
    recorded_fini(&run);
}

static void drops_what_nobody_needs(void **state)
{
    (void)state;
    struct recorded run;
    recorded_init(&run, 2);
    recorded_send(&run, 0, "Send", 1, ANY_TAG); /* before any I/O */
    recorded_receive(&run, 1, "Recv", 0, ANY_TAG);
    (void)recorded_call(&run, 0, "File_write");
    recorded_send(&run, 0, "Send", 1, ANY_TAG); /* needed */
    recorded_receive(&run, 1, "Recv", 0, ANY_TAG);
    recorded_send(&run, 0, "Send", 1, ANY_TAG); /* tells nothing new */
    recorded_receive(&run, 1, "Recv", 0, ANY_TAG);
    (void)recorded_call(&run, 1, "File_read");
    recorded_send(&run, 1, "Send", 0, ANY_TAG); /* no I/O follows */
    recorded_receive(&run, 0, "Recv", 1, ANY_TAG);
    expect_kept(&run, PLAN_ORDER_EXACT, 2, 0);
    recorded_fini(&run);
}

/* The sender of a synchronous send learns that its receiver has come there. */
static void knows_that_a_synchronous_send_waits(void **state)
{
    (void)state;
    for (int synchronous = 0; synchronous < 2; synchronous++) {
        struct recorded run;
        recorded_init(&run, 2);
        (void)recorded_call(&run, 1, "File_write");
        recorded_send(&run, 0, synchronous ? "Ssend" : "Send", 1, ANY_TAG);
        recorded_receive(&run, 1, "Recv", 0, ANY_TAG);
        (void)recorded_call(&run, 0, "File_read");
        expect_kept(&run, PLAN_ORDER_EXACT, synchronous ? 2 : 0, 0);
        recorded_fini(&run);
    }
}

/* A receive from anybody was posted before another one, and is told its sender at the end. */
static void finds_the_sender_at_the_wait(void **state)
{
    (void)state;
    struct recorded run;
    recorded_init(&run, 3);
    recorded_receive(&run, 2, "Irecv", PLAN_ANYBODY, ANY_TAG);
    recorded_last(&run, 2)->request = 5;
    (void)recorded_call(&run, 0, "File_write");
    recorded_send(&run, 0, "Send", 2, ANY_TAG);
    recorded_send(&run, 1, "Send", 2, ANY_TAG);
    recorded_receive(&run, 2, "Recv", 0, ANY_TAG);
    (void)recorded_call(&run, 2, "File_read");
    recorded_complete(&run, 2, "Wait", 5, 1, ANY_TAG);
    const struct outcome outcome = choose(&run, PLAN_ORDER_EXACT);
    assert_int_equal(outcome.order.kept, 2);
    assert_int_equal(outcome.lonely, 0);
    assert_int_equal(outcome.order.lost, 0);
    recorded_fini(&run);
}

/* Started twice, each time a message. */
static void starts_persistent_requests(void **state)
{
    (void)state;
    struct recorded run;
    recorded_init(&run, 2);
    recorded_send(&run, 0, "Send_init", 1, ANY_TAG);
    recorded_last(&run, 0)->request = 3;
    for (int i = 0; i < 2; i++) {
        (void)recorded_call(&run, 0, "File_write");
        recorded_complete(&run, 0, "Start", 3, PLAN_NOBODY, 0);
        recorded_complete(&run, 0, "Wait", 3, PLAN_NOBODY, 0);
        recorded_receive(&run, 1, "Recv", 0, ANY_TAG);
        (void)recorded_call(&run, 1, "File_read");
    }
    const struct outcome outcome = choose(&run, PLAN_ORDER_EXACT);
    assert_int_equal(outcome.records, 4);
    assert_int_equal(outcome.order.kept, 4);
    assert_int_equal(outcome.lonely, 0);
    recorded_fini(&run);
}

/* What is never completed ends behind all else, also where it was begun again. */
static void ends_what_is_never_completed_at_the_end(void **state)
{
    (void)state;
    struct recorded run;
    recorded_init(&run, 2);
    recorded_receive(&run, 0, "Recv_init", 1, ANY_TAG);
    recorded_last(&run, 0)->request = 3;
    for (int i = 0; i < 2; i++) {
        recorded_complete(&run, 0, "Start", 3, PLAN_NOBODY, 0);
        (void)recorded_call(&run, 0, "File_write");
    }
    (void)recorded_call(&run, 0, "File_write");
    (void)recorded_call(&run, 1, "File_write");
    recorded_send(&run, 1, "Send", 0, ANY_TAG);
    struct plan_links *links = plan_links_make(run.project, run.strands, true);
    static const struct plan_event wanted[] = {
        {PLAN_STEP_POST, 0, 1},       {PLAN_STEP_IO, PLAN_NONE, 2}, {PLAN_STEP_POST, 1, 3},
        {PLAN_STEP_IO, PLAN_NONE, 4}, {PLAN_STEP_IO, PLAN_NONE, 5}, {PLAN_STEP_RECEIVE, 0, 5},
        {PLAN_STEP_RECEIVE, 1, 5},
    };
    assert_int_equal(plan_links_event_count(links, 0), G_N_ELEMENTS(wanted));
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        assert_memory_equal(plan_links_event(links, 0, i), &wanted[i], sizeof wanted[i]);
    }
    plan_links_free(links);
    expect_kept(&run, PLAN_ORDER_EXACT, 0, 0);
    recorded_fini(&run);
}

static void knows_who_learns_in_collectives(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int writer;
        int reader;
        guint64 kept;
    } cases[] = {{"Barrier", 2, 0, 3}, {"Bcast", 1, 2, 3},  {"Bcast", 0, 1, 0}, {"Reduce", 0, 1, 3},
                 {"Reduce", 1, 0, 0},  {"Scan", 0, 2, 3},   {"Scan", 2, 0, 0},  {"Gather", 2, 1, 3},
                 {"Scatter", 1, 0, 3}, {"Scatter", 2, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct recorded run;
        recorded_init(&run, 3);
        (void)recorded_call(&run, cases[i].writer, "File_write");
        for (int rank = 0; rank < 3; rank++) {
            recorded_meet(&run, rank, cases[i].name, 0, 1);
        }
        (void)recorded_call(&run, cases[i].reader, "File_read");
        expect_kept(&run, PLAN_ORDER_EXACT, cases[i].kept, 0);
        recorded_fini(&run);
    }
}

/* Who gets nothing need not wait, so that it can't be relied upon; it is kept as it is. */
static void does_not_rely_on_collectives_of_nothing(void **state)
{
    (void)state;
    struct recorded run;
    recorded_init(&run, 2);
    (void)recorded_call(&run, 0, "File_write");
    for (int rank = 0; rank < 2; rank++) {
        recorded_meet(&run, rank, "Bcast", 0, 0);
        recorded_last(&run, rank)->size = 0;
    }
    recorded_send(&run, 0, "Send", 1, ANY_TAG);
    recorded_receive(&run, 1, "Recv", 0, ANY_TAG);
    (void)recorded_call(&run, 1, "File_read");
    const struct outcome outcome = choose(&run, PLAN_ORDER_EXACT);
    assert_int_equal(outcome.always_kept, 2);
    assert_int_equal(outcome.order.kept, 4);
    recorded_fini(&run);
}

/* Two communicators, and the same call on both in another order. */
static void keeps_communicators_apart(void **state)
{
    (void)state;
    struct recorded run;
    recorded_init(&run, 2);
    recorded_add_communicator(&run, 1, (const int[]){1, 0}, 2);
    (void)recorded_call(&run, 1, "File_write");
    recorded_meet(&run, 0, "Ibarrier", 0, -1);
    recorded_last(&run, 0)->request = 1;
    recorded_meet(&run, 0, "Barrier", 1, -1);
    recorded_meet(&run, 1, "Barrier", 1, -1);
    recorded_meet(&run, 1, "Barrier", 0, -1);
    (void)recorded_call(&run, 0, "File_read");
    recorded_complete(&run, 0, "Wait", 1, PLAN_NOBODY, 0);
    expect_kept(&run, PLAN_ORDER_EXACT, 2, 0);
    recorded_fini(&run);
}

/* A cut trace: what is waited for never comes. */
static void goes_on_without_what_was_cut(void **state)
{
    (void)state;
    struct recorded run;
    recorded_init(&run, 2);
    recorded_receive(&run, 0, "Recv", 1, ANY_TAG);
    recorded_meet(&run, 0, "Reduce", 0, 1);
    (void)recorded_call(&run, 0, "File_write");
    recorded_receive(&run, 1, "Recv", 0, ANY_TAG);
    recorded_meet(&run, 1, "Reduce", 0, 1);
    recorded_send(&run, 1, "Send", 0, ANY_TAG);
    recorded_send(&run, 0, "Send", 1, ANY_TAG);
    const struct outcome outcome = choose(&run, PLAN_ORDER_EXACT);
    assert_true(outcome.order.unresolved > 0);
    assert_int_equal(outcome.order.io, 1);
    recorded_fini(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_news_that_go_through_others),
        cmocka_unit_test(drops_what_nobody_needs),
        cmocka_unit_test(knows_that_a_synchronous_send_waits),
        cmocka_unit_test(finds_the_sender_at_the_wait),
        cmocka_unit_test(starts_persistent_requests),
        cmocka_unit_test(ends_what_is_never_completed_at_the_end),
        cmocka_unit_test(knows_who_learns_in_collectives),
        cmocka_unit_test(does_not_rely_on_collectives_of_nothing),
        cmocka_unit_test(keeps_communicators_apart),
        cmocka_unit_test(goes_on_without_what_was_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
