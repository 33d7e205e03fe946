/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine.h"

#include "check.h"
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct machine machine;

int machine_setup(void **state)
{
    (void)state;
    machine = (struct machine){.netlink = NULL};
    return scratch_folder(machine.root, sizeof machine.root, "hdrut-tree") ? 0 : 1;
}

int machine_teardown(void **state)
{
    (void)state;
    hd__rut_probe_close(&machine.probe);
    hd__rut_values_fini(&machine.values);
    hd__rut_record_fini(&machine.record);
    fixture_remove(machine.root);
    return 0;
}

void machine_put(const char *path, const char *text)
{
    fixture_write(machine.root, path, text);
}

void machine_take(const char *path)
{
    char whole[SCRATCH_SIZE + 100];
    (void)snprintf(whole, sizeof whole, "%s%s", machine.root, path);
    assert_int_equal(unlink(whole), 0);
}

hd_status machine_try_open(const char *source, bool per_process, long pid)
{
    struct hd_rut_choice choice;
    assert_int_equal(hd__rut_choose(source, &choice), HD_OK);
    const struct hd_rut_target target = {
        .root = machine.root, .pid = pid, .netlink = machine.netlink};
    return hd__rut_probe_open(&machine.probe, &choice, per_process, &target);
}

void machine_describe(void)
{
    hd__rut_values_clear(&machine.values);
    hd__rut_record_fini(&machine.record);
    hd__rut_probe_describe(&machine.probe, &machine.values);
    assert_true(hd__rut_record_init(&machine.record, machine.values.count + 1));
}

void machine_open_source(const char *source)
{
    assert_int_equal(machine_try_open(source, false, 0), HD_OK);
    assert_string_equal(machine.probe.unavailable, "");
    machine_describe();
}

bool machine_sample(int64_t elapsed_ns)
{
    const bool complete = hd__rut_probe_read(&machine.probe);
    machine.record.count = 0;
    machine.record.elapsed_ns = elapsed_ns;
    hd__rut_probe_emit(&machine.probe, &machine.record);
    assert_int_equal(machine.record.count, machine.values.count);
    return complete;
}

const union hd_rut_number *machine_find(const char *name, hd_stats_type type)
{
    for (size_t i = 0; i < machine.values.count; i++) {
        if (strcmp(machine.values.items[i].name, name) == 0) {
            assert_int_equal(machine.values.items[i].type, type);
            return &machine.record.items[i];
        }
    }
    return NULL;
}

int64_t machine_integer(const char *name)
{
    const union hd_rut_number *number = machine_find(name, HD_STATS_INT64);
    if (number == NULL) {
        fail_msg("no value %s", name);
        return 0;
    }
    return number->integer;
}

double machine_real(const char *name)
{
    const union hd_rut_number *number = machine_find(name, HD_STATS_FLOAT);
    if (number == NULL) {
        fail_msg("no value %s", name);
        return 0;
    }
    return number->real;
}
