/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The LMG driver over a real pty, with a simulated meter at the other end. */
#include "lmg_simulator.h"
#include "session.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

#define WATTS 217.5

struct line {
    struct lmg_simulator simulator;
    pthread_t thread;
    char path[64];
};

static void *serve(void *argument)
{
    struct line *line = argument;
    lmg_simulator_serve(&line->simulator);
    return NULL;
}

static void begin(struct line *line, struct lmg_simulator simulator)
{
    line->simulator = simulator;
    line->simulator.line = lmg_simulator_open_pty(line->path, sizeof line->path);
    assert_true(line->simulator.line >= 0);
    line->simulator.watts = WATTS;
    line->simulator.random = simulator.random == 0 ? 0x1234567 : simulator.random;
    if (line->simulator.identity == NULL) {
        line->simulator.identity = "\"ZES ZIMMER Electronic Systems GmbH, LMG450, 1234, 5.6\"";
    }
    assert_int_equal(pthread_create(&line->thread, NULL, serve, line), 0);
}

/* A line that is hung up loses what is on it, so that comes last. */
static void end(struct line *line)
{
    assert_int_equal(pthread_join(line->thread, NULL), 0);
    (void)close(line->simulator.line);
}

static hd_status open_session(struct session *session, const struct line *line, const char *more)
{
    char text[512];
    (void)snprintf(text, sizeof text,
                   "[General]\ndevice=LMG450\nport=n1:%s\ncycle=50\n%s\n"
                   "[Trace]\ntype=HDSTATS\nnode=n1\nchannel=1\nvalues=Utrms,Itrms,P\n"
                   "[Trace]\nnode=n2\nchannel=2\nvalues=P\n",
                   line->path, more);
    return session_open(session, text, "");
}

struct seen {
    uint64_t good;
    uint64_t nan;
};

/* Take all that comes until the meter falls silent. Each value that counts as measured has to be
 * what the meter sent. */
static struct seen read_all(struct session *session)
{
    struct seen seen = {0, 0};
    while (session_read(session, 0) == HD_METER_SAMPLE) {
        const struct hd_power_value *first = session_value(session, 0, HD_METER_POWER, "1");
        const struct hd_power_value *second = session_value(session, 0, HD_METER_POWER, "2");
        if (!first->is_valid || first->real != WATTS) {
            fail_msg("%d %g after %llu", first->is_valid, first->real,
                     (unsigned long long)seen.good);
        }
        assert_true(session_value(session, 0, HD_METER_VOLTAGE, "1")->real == 230.0);
        seen.good++;
        seen.nan += second->is_valid ? 0 : 1;
        assert_true(!second->is_valid || second->real == 2 * WATTS);
    }
    return seen;
}

static void survives_100000_injected_faults(void **state)
{
    (void)state;
    static struct line line;
    struct session session;
    struct lmg_simulator simulator = {
        .is_fast = true, .messages = 210000, .percent = 50, .restart_at = 0};
    for (int i = LMG_FAULT_split; i < LMG_FAULT_KINDS; i++) {
        simulator.uses[i] = true;
    }
    begin(&line, simulator);
    assert_int_equal(open_session(&session, &line, ""), HD_OK);
    const struct seen seen = read_all(&session);
    end(&line);
    const struct lmg_simulator *sent = &line.simulator;
    uint64_t faults = 0;
    for (int i = LMG_FAULT_split; i < LMG_FAULT_KINDS; i++) {
        assert_true(sent->count[i] > 5000);
        faults += sent->count[i];
    }
    assert_true(faults >= 100000);
    assert_int_equal(seen.good, sent->good);
    assert_int_equal(seen.nan, sent->count[LMG_FAULT_nan]);
    const struct hd_power_device *device = session.power->devices[0];
    assert_int_equal(device->outputs[0].records, sent->good + sent->gaps);
    assert_int_equal(device->outputs[0].gaps, sent->gaps);
    assert_int_equal(device->outputs[1].gaps, sent->gaps + sent->count[LMG_FAULT_nan]);
    assert_true(device->meter.damaged > 20000);
    session_close(&session);
}

static void takes_text_with_faults_too(void **state)
{
    (void)state;
    static struct line line;
    struct session session;
    struct lmg_simulator simulator = {.is_fast = true, .messages = 5000, .percent = 30};
    simulator.uses[LMG_FAULT_split] = simulator.uses[LMG_FAULT_lose] =
        simulator.uses[LMG_FAULT_nan] = simulator.uses[LMG_FAULT_empty] = true;
    begin(&line, simulator);
    assert_int_equal(open_session(&session, &line, "format=ascii"), HD_OK);
    struct seen seen = {0, 0};
    while (session_read(&session, 0) == HD_METER_SAMPLE) {
        seen.good++;
    }
    end(&line);
    assert_int_equal(seen.good, line.simulator.good);
    assert_int_equal(session.power->devices[0]->outputs[0].gaps, line.simulator.gaps);
    session_close(&session);
}

static void knows_that_the_meter_counts_anew(void **state)
{
    (void)state;
    static struct line line;
    struct session session;
    begin(&line, (struct lmg_simulator){
                     .is_fast = true, .messages = 1000, .number = 700, .restart_at = 1000});
    assert_int_equal(open_session(&session, &line, ""), HD_OK);
    for (int i = 0; i < 500; i++) {
        assert_int_equal(session_read(&session, 0), HD_METER_SAMPLE);
    }
    assert_int_equal(session.power->devices[0]->outputs[0].gaps, 1);
    session_close(&session);
    end(&line);
}

/* Numbers of cycles go from 65535 to 0 without a gap. */
static void passes_the_end_of_the_cycle_numbers(void **state)
{
    (void)state;
    static struct line line;
    struct session session;
    begin(&line, (struct lmg_simulator){.is_fast = true, .messages = 65700, .number = 65400});
    assert_int_equal(open_session(&session, &line, ""), HD_OK);
    assert_int_equal(read_all(&session).good, 300);
    assert_int_equal(session.power->devices[0]->outputs[0].gaps, 0);
    end(&line);
    session_close(&session);
}

static void expect_refusal(struct lmg_simulator simulator, const char *cause)
{
    static struct line line;
    struct session session;
    begin(&line, simulator);
    assert_int_equal(open_session(&session, &line, ""), HD_MISSING);
    assert_non_null(strstr(session.message, "pt.cfg:2: lmg450: "));
    if (strstr(session.message, cause) == NULL) {
        fail_msg("%s", session.message);
    }
    assert_null(strchr(session.message, '\n'));
    session_close(&session);
    end(&line);
}

static void refuses_what_is_no_lmg(void **state)
{
    (void)state;
    expect_refusal((struct lmg_simulator){.identity = "A Printer"}, "this is no LMG");
}

static void refuses_a_silent_line(void **state)
{
    (void)state;
    expect_refusal((struct lmg_simulator){.is_mute = true}, "*CLS: no answer");
}

static void refuses_a_line_with_garbage(void **state)
{
    (void)state;
    expect_refusal((struct lmg_simulator){.is_mute = true, .babbles = true}, "*CLS: no answer");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survives_100000_injected_faults),
        cmocka_unit_test(takes_text_with_faults_too),
        cmocka_unit_test(knows_that_the_meter_counts_anew),
        cmocka_unit_test(passes_the_end_of_the_cycle_numbers),
        cmocka_unit_test(refuses_what_is_no_lmg),
        cmocka_unit_test(refuses_a_silent_line),
        cmocka_unit_test(refuses_a_line_with_garbage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
