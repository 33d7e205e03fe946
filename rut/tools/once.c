/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "once.h"

#include "rut_group.h"

#include <glib.h>
#include <hdtrace/clock.h>
#include <inttypes.h>
#include <json_text.h>
#include <stdio.h>

struct part {
    const char *group;
    bool per_process;
    struct hd_rut_probe probe;
    struct hd_rut_values values;
    struct hd_rut_record record;
    bool is_open;
};

static void open_part(struct part *part, const struct once *once)
{
    part->is_open =
        hd__rut_choice_has(once->choice, part->per_process) &&
        hd__rut_probe_open(&part->probe, once->choice, part->per_process, &once->target) == HD_OK;
    if (part->is_open) {
        hd__rut_probe_describe(&part->probe, &part->values);
        part->is_open =
            !part->values.out_of_memory && hd__rut_record_init(&part->record, part->values.count);
    }
}

static void read_part(struct part *part, int64_t elapsed_ns)
{
    if (part->is_open) {
        (void)hd__rut_probe_read(&part->probe);
        part->record.count = 0;
        part->record.elapsed_ns = elapsed_ns;
        hd__rut_probe_emit(&part->probe, &part->record);
    }
}

static void close_part(struct part *part)
{
    hd__rut_probe_close(&part->probe);
    hd__rut_values_fini(&part->values);
    hd__rut_record_fini(&part->record);
}

static char *text_of(const struct part *part, size_t i)
{
    const union hd_rut_number number = part->record.items[i];
    if (part->values.items[i].type != HD_STATS_FLOAT) {
        return g_strdup_printf("%" PRId64, number.integer);
    }
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup(g_ascii_formatd(text, sizeof text, "%.6g", number.real));
}

static void print_json_part(const struct part *part, bool *is_first)
{
    for (size_t i = 0; part->is_open && i < part->record.count; i++) {
        const struct hd_rut_value *value = &part->values.items[i];
        g_autofree char *name = hd__json_quote(value->name);
        g_autofree char *number = text_of(part, i);
        printf("%s\n  {\"group\": \"%s\", \"name\": %s, \"unit\": \"%s\", \"value\": %s}",
               *is_first ? "" : ",", part->group, name, value->unit, number);
        *is_first = false;
    }
}

static void print_table_part(const struct part *part)
{
    for (size_t i = 0; part->is_open && i < part->record.count; i++) {
        const struct hd_rut_value *value = &part->values.items[i];
        g_autofree char *number = text_of(part, i);
        printf("%-12s %-40s %20s %s\n", part->group, value->name, number, value->unit);
    }
}

bool once_print(const struct once *once, char **unavailable)
{
    struct part parts[] = {{.group = HD_RUT_GROUP},
                           {.group = HD_RUT_PROCESS_GROUP, .per_process = true}};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        open_part(&parts[i], once);
    }
    const int64_t start_ns = hd_clock_get_ns();
    const bool any = parts[0].is_open || parts[1].is_open;
    if (any) {
        g_usleep((gulong)once->interval_ms * 1000);
    }
    const int64_t elapsed_ns = hd_clock_get_ns() - start_ns;
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        read_part(&parts[i], elapsed_ns);
    }
    *unavailable = g_strjoin(
        parts[0].probe.unavailable[0] != '\0' && parts[1].probe.unavailable[0] != '\0' ? "; " : "",
        parts[0].probe.unavailable, parts[1].probe.unavailable, NULL);
    if (any && once->json) {
        bool is_first = true;
        g_autofree char *host = hd__json_quote(once->host);
        g_autofree char *lacking = hd__json_quote(*unavailable);
        printf("{\"host\": %s, \"startNs\": %" PRId64 ", \"elapsedNs\": %" PRId64
               ", \"unavailable\": %s, \"values\": [",
               host, start_ns, elapsed_ns, lacking);
        for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
            print_json_part(&parts[i], &is_first);
        }
        printf("\n]}\n");
    } else if (any) {
        for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
            print_table_part(&parts[i]);
        }
    }
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        close_part(&parts[i]);
    }
    return any;
}
