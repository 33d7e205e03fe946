/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "project_plan.h"

#define NAME_OF(name) #name,
static const char *const combiners[] = {PLAN_COMBINERS(NAME_OF)};
#undef NAME_OF

void project_add_communicators(struct project_writer *project, struct project_rank *rank,
                               const struct plan_file_image *plan, uint32_t number)
{
    for (uint32_t i = 0; i < plan->head->communicators.count; i++) {
        const struct plan_communicator_entry *one = plan_file_communicator(plan, i);
        const int64_t *members = plan_file_numbers(plan, one->first_number);
        bool is_in = false;
        for (uint32_t m = 0; m < one->member_count && !is_in; m++) {
            is_in = members[m] == (int64_t)number;
        }
        if (!is_in) {
            continue;
        }
        g_autoptr(GString) line = g_string_new(NULL);
        g_string_printf(line, "Comm gid='0:%u' id=%u name='%s'", i, i,
                        i == 0 && one->member_count == plan->head->rank_count ? "WORLD" : "");
        if (members[0] == (int64_t)number) {
            g_string_append(line, " map='");
            for (uint32_t m = 0; m < one->member_count; m++) {
                g_string_append_printf(line, "%" G_GINT64_FORMAT "->%u;", members[m], m);
            }
            g_string_append(line, "'");
        }
        project_add_line(project, rank, line->str);
    }
}

static void append_list(GString *line, const char *name, const int64_t *numbers, uint32_t count)
{
    g_string_append_printf(line, " %s='", name);
    for (uint32_t i = 0; i < count; i++) {
        g_string_append_printf(line, "%" G_GINT64_FORMAT ";", numbers[i]);
    }
    g_string_append_c(line, '\'');
}

void project_add_types(struct project_writer *project, struct project_rank *rank,
                       const struct plan_file_image *plan)
{
    for (uint32_t i = 0; i < plan->head->types.count; i++) {
        const struct plan_type_entry *type = plan_file_type(plan, i);
        const int64_t *numbers = plan_file_numbers(plan, type->first_number);
        const bool is_named = type->combiner == (uint32_t)PLAN_COMBINER_NAMED;
        g_autoptr(GString) line = g_string_new(NULL);
        g_string_printf(line, "Type id='%u' combiner='MPI_COMBINER_%s' name='", i,
                        combiners[type->combiner]);
        project_append_value(line, is_named ? plan_file_text(plan, type->name) : "");
        g_string_append_c(line, '\'');
        append_list(line, "integers", numbers, type->integer_count);
        numbers += type->integer_count;
        append_list(line, "addresses", numbers, type->address_count);
        append_list(line, "types", numbers + type->address_count, type->type_count);
        project_add_line(project, rank, line->str);
    }
}

const char *project_host(const struct plan_file_image *plan, const struct plan_strand_entry *strand)
{
    const char *host = plan_file_text(plan, strand->host);
    return *host == '\0' ? "localhost" : host;
}
