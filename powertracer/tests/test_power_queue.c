/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the threads that read devices and the one that writes files. */
#include "session.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

#define STEP_NS  1000000
#define START_NS INT64_C(1000000000)

struct passing {
    struct hd_power_queue *queue;
    int64_t count;
};

static void *put_all(void *argument)
{
    const struct passing *passing = argument;
    for (int64_t i = 0; i < passing->count;) {
        if (hd__power_queue_get_room(passing->queue) == 0) {
            (void)sched_yield();
            continue;
        }
        struct hd_power_record *record = hd__power_queue_next(passing->queue);
        record->to_ns = i;
        record->numbers[0].integer = 3 * i;
        hd__power_queue_push(passing->queue);
        i++;
    }
    return NULL;
}

static void passes_records_in_order_between_threads(void **state)
{
    (void)state;
    pthread_t thread;
    struct passing passing = {hd__power_queue_create(1), 100000};
    assert_non_null(passing.queue);
    assert_int_equal(pthread_create(&thread, NULL, put_all, &passing), 0);
    for (int64_t i = 0; i < passing.count;) {
        const struct hd_power_record *record = hd__power_queue_first(passing.queue);
        if (record == NULL) {
            (void)sched_yield();
            continue;
        }
        assert_int_equal(record->to_ns, i);
        assert_int_equal(record->numbers[0].integer, 3 * i);
        hd__power_queue_pop(passing.queue);
        i++;
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_null(hd__power_queue_first(passing.queue));
    hd__power_queue_destroy(passing.queue);
}

static void is_bounded_whatever_the_number_of_values(void **state)
{
    (void)state;
    for (size_t count = 1; count <= 254; count += 253) {
        struct hd_power_queue *queue = hd__power_queue_create(count);
        assert_non_null(queue);
        assert_in_range(hd__power_queue_get_size(queue), 100, 4096);
        assert_int_equal(hd__power_queue_get_room(queue), hd__power_queue_get_size(queue));
        hd__power_queue_destroy(queue);
    }
}

/* A trace of text in the root's folder, of a device with one value. */
static struct hd_power_output *open_text(struct session *session, const char *root)
{
    char text[256];
    put_file(root, "/lines", "1,2\n");
    (void)snprintf(text, sizeof text,
                   "[Device]\ndevice=file\npath=%s/lines\n[Trace]\ntype=ascii\nnode=%s/out\n", root,
                   root);
    assert_int_equal(session_open(session, text, ""), HD_OK);
    return &session->power->devices[0]->outputs[0];
}

static hd_status write_step(const struct session *session, struct hd_power_output *output,
                            int64_t step)
{
    const struct hd_power_value value = {.is_valid = true, .real = (double)step};
    const int64_t to_ns = START_NS + step * STEP_NS;
    const struct hd_power_period period = {to_ns - STEP_NS, to_ns, false};
    return hd__power_output_write(output, &session->power->devices[0]->meter, &value, &period);
}

/* What the file says of a line: where the interval ends, in steps, and whether it is a gap. */
static void expect_line(FILE *file, int64_t step, int gap)
{
    double end_s = 0.0;
    double watts = 0.0;
    int is_gap = -1;
    /* NOLINTNEXTLINE(cert-err34-c): the numbers are compared with what they have to be */
    assert_int_equal(fscanf(file, "%lf %lf %d", &end_s, &watts, &is_gap), 3);
    assert_int_equal((int64_t)(end_s * 1e3 + 0.5) - START_NS / STEP_NS, step);
    assert_int_equal(is_gap, gap);
    assert_int_equal((int64_t)watts, gap ? 0 : step);
}

static void makes_a_gap_of_what_finds_no_room(void **state)
{
    (void)state;
    char root[SCRATCH_SIZE];
    char path[SCRATCH_SIZE + 20];
    struct session session;
    bool any = false;
    assert_true(scratch_folder(root, sizeof root, "power-queue"));
    struct hd_power_output *output = open_text(&session, root);
    const int64_t room = (int64_t)hd__power_queue_get_size(output->queue) - 1; /* and the start */
    output->is_written_elsewhere = true;
    for (int64_t i = 1; i <= room + 50; i++) {
        assert_int_equal(write_step(&session, output, i), HD_OK);
    }
    assert_int_equal(output->records, room);
    assert_int_equal(hd__power_output_drain(output, &any), HD_OK);
    assert_true(any);
    assert_int_equal(write_step(&session, output, room + 51), HD_OK);
    assert_int_equal(output->gaps, 1);
    /* And again, at the end. */
    for (int64_t i = room + 52; i <= 3 * room; i++) {
        assert_int_equal(write_step(&session, output, i), HD_OK);
    }
    assert_int_equal(hd__power_output_drain(output, &any), HD_OK);
    output->is_written_elsewhere = false;
    assert_int_equal(hd__power_output_finish(output), HD_OK);
    const int64_t last = room + 51 + room - 1;
    session_close(&session);

    (void)snprintf(path, sizeof path, "%s/out.txt", root);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "# end_s P GAP"), 0);
    for (int64_t i = 1; i <= room; i++) {
        expect_line(file, i, 0);
    }
    expect_line(file, room + 50, 1);
    for (int64_t i = room + 51; i <= last; i++) {
        expect_line(file, i, 0);
    }
    expect_line(file, 3 * room, 1);
    int c = fgetc(file);
    assert_int_equal(c, '\n');
    assert_int_equal(fgetc(file), EOF);
    assert_int_equal(fclose(file), 0);
    remove_tree(root);
}

static void tells_the_reader_that_the_file_failed(void **state)
{
    (void)state;
    char root[SCRATCH_SIZE];
    struct session session;
    bool any = false;
    assert_true(scratch_folder(root, sizeof root, "power-queue"));
    struct hd_power_output *output = open_text(&session, root);
    const int good = output->text;
    output->text = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_true(output->text >= 0);
    output->is_written_elsewhere = true;
    assert_int_equal(write_step(&session, output, 1), HD_OK);
    assert_int_equal(hd__power_output_drain(output, &any), HD_IO);
    assert_int_equal(write_step(&session, output, 2), HD_IO);
    (void)close(output->text);
    output->text = good;
    session_close(&session);
    remove_tree(root);
}

/* The program that is measured goes elsewhere meanwhile. */
static void writes_text_where_the_program_was_at_first(void **state)
{
    (void)state;
    char root[SCRATCH_SIZE];
    char before[SCRATCH_SIZE];
    char path[SCRATCH_SIZE + 20];
    char text[SCRATCH_SIZE + 100];
    struct session session;
    assert_true(scratch_folder(root, sizeof root, "power-queue"));
    put_file(root, "/lines", "1,2\n");
    (void)snprintf(text, sizeof text,
                   "[Device]\ndevice=file\npath=%s/lines\n[Trace]\ntype=ascii\nnode=out\n", root);
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(root), 0);
    assert_int_equal(session_open(&session, text, ""), HD_OK);
    assert_int_equal(chdir(before), 0);
    struct hd_power_output *output = &session.power->devices[0]->outputs[0];
    (void)snprintf(path, sizeof path, "%s/out.txt", root);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(write_step(&session, output, 1), HD_OK);
    session_close(&session);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "# end_s P GAP"), 0);
    expect_line(file, 1, 0);
    assert_int_equal(fclose(file), 0);
    remove_tree(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_records_in_order_between_threads),
        cmocka_unit_test(is_bounded_whatever_the_number_of_values),
        cmocka_unit_test(makes_a_gap_of_what_finds_no_room),
        cmocka_unit_test(tells_the_reader_that_the_file_failed),
        cmocka_unit_test(writes_text_where_the_program_was_at_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
