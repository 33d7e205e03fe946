/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums and checks of channels: what the devices say is in files, with its times. */
#include "session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct record {
    double end_s, watts;
    long long uj;
    int gap;
};

static char root[SCRATCH_SIZE];
static char board_text[SCRATCH_SIZE + 100];
static unsigned warnings;
static char warning[400];

/* Wall with intervals of a second; GPU with intervals of 0.4 s. */
#define DEVICES                                                                                    \
    "[Device]\nname=wall\ndevice=file\npath=%s/wall\norder=%s\n"                                   \
    "[Device]\nname=gpu\ndevice=file\npath=%s/gpu\norder=%s\ncycle=400\n%s"

static void warn(void *argument, const char *text)
{
    (void)argument;
    warnings++;
    (void)snprintf(warning, sizeof warning, "%s", text);
}

/* What is read of both files, and computed of it. */
static struct hd_power_formula *compute(struct session *session, const char *order,
                                        const char *more, size_t wall, size_t gpu)
{
    char text[1024];
    (void)snprintf(text, sizeof text, DEVICES, root, order, root, order, more);
    if (session_open(session, text, "") != HD_OK) {
        fail_msg("%s", session->message);
    }
    assert_int_equal(session->power->formula_count, 1);
    struct hd_power_formula *made = &session->power->formulas[0];
    made->warn = warn;
    for (size_t i = 0; i < wall; i++) {
        assert_int_equal(session_read(session, 0), HD_METER_SAMPLE);
    }
    for (size_t i = 0; i < gpu; i++) {
        assert_int_equal(session_read(session, 1), HD_METER_SAMPLE);
    }
    assert_int_equal(hd__power_formula_run(made, false), HD_OK);
    return made;
}

static size_t read_text(struct record *records, size_t most, bool has_energy)
{
    char path[SCRATCH_SIZE + 20];
    char line[128];
    size_t count = 0;
    (void)snprintf(path, sizeof path, "%s/board.txt", root);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line,
                        has_energy ? "# end_s E_board P_board GAP\n" : "# end_s P_board GAP\n");
    while (count < most && fgets(line, sizeof line, file) != NULL) {
        struct record *record = &records[count++];
        char *c = NULL;
        record->end_s = strtod(line, &c);
        record->uj = has_energy ? strtoll(c, &c, 10) : 0;
        record->watts = strtod(c, &c);
        record->gap = (int)strtol(c, &c, 10);
    }
    assert_int_equal(fclose(file), 0);
    return count;
}

static void expect(const struct record *record, double end_s, double watts, int gap)
{
    if (fabs(record->end_s - end_s) > 1e-6 || fabs(record->watts - watts) > 1e-3 ||
        record->gap != gap) {
        fail_msg("%g: %g W, gap %d instead of %g: %g W, gap %d", record->end_s, record->watts,
                 record->gap, end_s, watts, gap);
    }
}

/* The GPU takes 10, 20, 30, ... W: of the second from 11 to 12 it takes 30 W for 0.2 s, 40 W for
 * 0.4 s and 50 W for 0.4 s. */
static void takes_means_for_the_intervals_of_the_slowest(void **state)
{
    (void)state;
    struct session session;
    struct record records[8] = {0};
    put_file(root, "/wall", "10,0\n11,100\n12,200\n13,300\n");
    put_file(root, "/gpu", "10,0\n10.4,10\n10.8,20\n11.2,30\n11.6,40\n12,50\n");
    (void)compute(&session, "P", board_text, 4, 6);
    assert_int_equal(read_text(records, 8, false), 2);
    expect(&records[0], 11, 100 - (4 + 8 + 6), 0);
    expect(&records[1], 12, 200 - (6 + 16 + 20), 0);
    session_close(&session);
}

/* At the end nothing more comes: the last second lacks the GPU. */
static void makes_a_gap_of_what_is_missing_at_the_end(void **state)
{
    (void)state;
    struct session session;
    struct record records[8] = {0};
    put_file(root, "/wall", "10,0\n11,100\n12,200\n13,300\n");
    put_file(root, "/gpu", "10,0\n10.4,10\n10.8,20\n11.2,30\n11.6,nan\n12,50\n12.4,7\n");
    struct hd_power_formula *board = compute(&session, "P", board_text, 4, 7);
    assert_int_equal(read_text(records, 8, false), 2);
    expect(&records[1], 12, 0, 1); /* a piece was not measured */
    assert_int_equal(hd__power_formula_run(board, true), HD_OK);
    assert_int_equal(read_text(records, 8, false), 3);
    expect(&records[2], 13, 0, 1);
    session_close(&session);
}

/* The GPU says nothing any more: after a while that is a gap. */
static void waits_for_a_late_channel_but_not_for_ever(void **state)
{
    (void)state;
    struct session session;
    struct record records[24] = {0};
    char text[512] = "";
    for (size_t i = 10; i <= 30; i++) {
        const size_t length = strlen(text);
        (void)snprintf(text + length, sizeof text - length, "%zu,100\n", i);
    }
    put_file(root, "/wall", "%s", text);
    put_file(root, "/gpu", "10,0\n10.4,10\n10.8,10\n11.2,10\n");
    (void)compute(&session, "P", board_text, 21, 4);
    const size_t count = read_text(records, 24, false);
    assert_int_equal(count, 30 - 10 - 7 - 1); /* 5 s and two intervals are waited for */
    expect(&records[0], 11, 90, 0);
    for (size_t i = 1; i < count; i++) {
        expect(&records[i], 11 + (double)i, 0, 1);
    }
    session_close(&session);
}

/* Counters: no energy is lost by rounding, and a difference may be negative. */
static void keeps_the_energy_of_counters(void **state)
{
    (void)state;
    struct session session;
    struct record records[8] = {0};
    long long sum = 0;
    put_file(root, "/wall", "10,5\n11,5.000001\n12,5.000002\n13,5.000003\n14,5.000004\n");
    put_file(root, "/gpu",
             "10,1\n10.7,1.000005\n11.4,1.00001\n12.1,1.000015\n13,1.00002\n"
             "14,1.000026\n");
    (void)compute(&session, "E", board_text, 5, 6);
    assert_int_equal(read_text(records, 8, true), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(records[i].uj < 0);
        assert_int_equal(records[i].gap, 0);
        sum += records[i].uj;
    }
    assert_int_equal(sum, 4 - 26);
    session_close(&session);
}

static void tells_of_a_violated_relation_once(void **state)
{
    (void)state;
    struct session session;
    hd_power_check check;
    warnings = 0;
    put_file(root, "/wall", "10,0\n11,100\n12,50\n13,50\n14,69\n15,80\n");
    put_file(root, "/gpu", "10,0\n11,70\n12,70\n13,70\n14,70\n14.5,nan\n15,1\n");
    (void)compute(&session, "P", "[Check]\nrelation=gpu <= wall\ntolerance=2\n", 6, 7);
    assert_int_equal(warnings, 1);
    assert_string_equal(warning, "'gpu <= wall' does not hold: 70 W is more than 50 W");
    assert_int_equal(hd_power_get_check(session.power, 0, &check), HD_OK);
    assert_int_equal(check.compared, 4);
    assert_int_equal(check.violated, 2);
    assert_int_equal(check.gaps, 1);
    assert_true(check.left_w == 70 && check.right_w == 50);
    assert_int_equal(check.first_ns, INT64_C(12000000000));
    assert_int_equal(hd_power_get_check(session.power, 1, &check), HD_MISSING);
    session_close(&session);
}

static void names_file_line_and_cause_of_bad_references(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *message;
    } faults[] = {
        {"[Trace]\nname=x\nsum=wall - cpu\n", "pt.cfg:14: 'cpu' is no device"},
        {"[Trace]\nname=x\nsum=wall -\n", "pt.cfg:14: 'wall -' has a sign with no channel"},
        {"[Trace]\nname=x\nsum=wall <= gpu\n", "pt.cfg:14: sum='wall <= gpu' has a <="},
        {"[Trace]\nname=x\nsum=wall - gpu:\n", "pt.cfg:14: 'gpu:' names no channel"},
        {"[Trace]\nname=x\nsum=wall - gpu:7\n", "pt.cfg:14: device 'gpu' has no channel '7'"},
        {"[Trace]\nsum=wall - gpu\n", "pt.cfg:12: a trace with 'sum=' needs 'name='"},
        {"[Trace]\nname=a b\nsum=wall - gpu\n", "pt.cfg:12: name='a b' is not"},
        {"[Trace]\nname=x\n", "pt.cfg:12: 'name=' is for a trace with 'sum='"},
        {"[Trace]\ndevice=gpu\nname=x\nsum=wall - gpu\n", "pt.cfg:12: a trace with 'sum=' has no"},
        {"[Trace]\nname=x\nsum=wall - gpu\nvalues=E\n", "pt.cfg:12: 'x' has none of these values"},
        {"[Check]\n", "pt.cfg:12: a [Check] needs 'relation='"},
        {"[Check]\nrelation=wall\n", "pt.cfg:13: relation='wall' is not SUM <= SUM"},
        {"[Check]\nrelation=wall <= gpu <= wall\n", "pt.cfg:13: 'wall <= gpu <= wall' has more"},
        {"[Check]\ntolerance=x\n", "pt.cfg:13: tolerance='x' is not"},
        {"[Check]\nlimit=1\n", "pt.cfg:13: unknown key 'limit' in [Check]"},
        {"[Device]\nname=gpu\ndevice=hwmon\n[Check]\nrelation=gpu <= wall\n",
         "pt.cfg:16: 'gpu': several devices have this name"},
        {"[Device]\nname=m\ndevice=lmg450\naddress=h\n[Check]\nrelation=m <= wall\n",
         "pt.cfg:17: 'm' names no channel"},
        {"[Device]\nname=m\ndevice=lmg450\naddress=h\n[Check]\nrelation=m:8 <= wall\n",
         "pt.cfg:17: 'm:8' is not DEVICE:CHANNEL with a number from 1 to 7"},
        {"[Device]\nname=m\ndevice=hwmon\nhost=n2\n[Device]\nname=o\ndevice=hwmon\nhost=n1\n"
         "[Check]\nrelation=m <= o\n",
         "pt.cfg:21: 'm' and 'o' are attached to different hosts"},
    };
    put_file(root, "/wall", "10,0\n");
    put_file(root, "/gpu", "10,0\n");
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct session session;
        char text[1024];
        (void)snprintf(text, sizeof text, DEVICES, root, "P", root, "P", faults[i].text);
        assert_int_equal(session_open(&session, text, ""), HD_FORMAT);
        if (strncmp(session.message, faults[i].message, strlen(faults[i].message)) != 0) {
            fail_msg("'%s' instead of '%s'", session.message, faults[i].message);
        }
        session_close(&session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_means_for_the_intervals_of_the_slowest),
        cmocka_unit_test(makes_a_gap_of_what_is_missing_at_the_end),
        cmocka_unit_test(waits_for_a_late_channel_but_not_for_ever),
        cmocka_unit_test(keeps_the_energy_of_counters),
        cmocka_unit_test(tells_of_a_violated_relation_once),
        cmocka_unit_test(names_file_line_and_cause_of_bad_references),
    };
    assert_true(scratch_folder(root, sizeof root, "power-formula"));
    (void)snprintf(board_text, sizeof board_text,
                   "[Trace]\nsum=wall - gpu\nname=board\ntype=ascii\nnode=\"%s/board\"\n", root);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_tree(root);
    return failed;
}
