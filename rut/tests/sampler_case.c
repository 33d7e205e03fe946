/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sampler_case.h"

char sampler_root[SCRATCH_SIZE];
struct fixture sampler_machine;

int sampler_setup(void **state)
{
    (void)state;
    sampler_machine = fixture_of_big_machine();
    sampler_machine.interface_count = 10;
    sampler_machine.disk_count = 10;
    fixture_create(&sampler_machine, sampler_root, sizeof sampler_root);
    fake_reset();
    return 0;
}

int sampler_teardown(void **state)
{
    (void)state;
    fixture_remove(sampler_root);
    fake_reset();
    return 0;
}

hd_rut *sampler_create(unsigned interval_ms, const char *sources)
{
    const hd_rut_options options = {
        .interval_ms = interval_ms, .sources = sources, .root = sampler_root};
    hd_rut *rut = NULL;
    assert_int_equal(hd_rut_create(fake_node(), &options, &rut), HD_OK);
    return rut;
}

double sampler_first(const char *name)
{
    size_t i = 0;
    while (i + 1 < fake_group_count && !fake_has(&fake_groups[i], name)) {
        i++;
    }
    return fake_get(&fake_groups[i], 0, name);
}
