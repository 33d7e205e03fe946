/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driven.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

bool driven_feed(struct driven *driven, const char *text)
{
    const bool usable = driven->source->parse(driven->state, text, strlen(text));
    driven->record.count = 0;
    if (driven->record.items != NULL) {
        driven->source->emit(driven->state, &driven->record);
        assert_int_equal(driven->record.count, driven->values.count);
    }
    return usable;
}

bool driven_feed_and_free(struct driven *driven, char *text)
{
    const bool usable = driven_feed(driven, text);
    free(text);
    return usable;
}

void driven_describe(struct driven *driven)
{
    hd__rut_values_clear(&driven->values);
    hd__rut_record_fini(&driven->record);
    driven->source->describe(driven->state, &driven->values);
    assert_false(driven->values.out_of_memory);
    assert_true(hd__rut_record_init(&driven->record, driven->values.count + 1));
}

struct driven driven_begin(const struct hd_rut_source *source, char *text)
{
    struct driven driven = {.source = source, .state = source->create()};
    assert_non_null(driven.state);
    assert_true(driven_feed_and_free(&driven, text));
    driven_describe(&driven);
    return driven;
}

void driven_end(struct driven *driven)
{
    driven->source->destroy(driven->state);
    hd__rut_values_fini(&driven->values);
    hd__rut_record_fini(&driven->record);
}

static const union hd_rut_number *find(const struct driven *driven, const char *name,
                                       hd_stats_type type)
{
    for (size_t i = 0; i < driven->values.count; i++) {
        if (strcmp(driven->values.items[i].name, name) == 0) {
            assert_int_equal(driven->values.items[i].type, type);
            return &driven->record.items[i];
        }
    }
    fail_msg("no value %s", name);
    return NULL;
}

int64_t driven_integer(const struct driven *driven, const char *name)
{
    return find(driven, name, HD_STATS_INT64)->integer;
}

double driven_real(const struct driven *driven, const char *name)
{
    return find(driven, name, HD_STATS_FLOAT)->real;
}
