/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes, hints and communicators of a plan as the functions of a C program that make them. */
#include "export_c.h"

#include "plan/plan_error.h"

#include <string.h>

void export_c_string(GString *text, const char *string)
{
    g_string_append_c(text, '"');
    for (const char *at = string; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\') {
            g_string_append_printf(text, "\\%c", *at);
        } else if ((unsigned char)*at < ' ' || (unsigned char)*at > '~' || *at == '?') {
            g_string_append_printf(text, "\\%03o", (unsigned char)*at); /* ?: no trigraphs */
        } else {
            g_string_append_c(text, *at);
        }
    }
    g_string_append_c(text, '"');
}

static void add_list(GString *text, const char *kind, const char *name, uint32_t index,
                     const int64_t *values, uint32_t count)
{
    g_string_append_printf(text, "    static const %s %s_%u[] = {", kind, name, index);
    for (uint32_t i = 0; i < count; i++) {
        g_string_append_printf(text, "%" G_GINT64_FORMAT ", ", values[i]);
    }
    g_string_append(text, "0};\n"); /* also of no values a list, and its end inside of it */
}

/* The call that makes a type of its lists i_N and a_N; arrays have words of MPI in them. */
static void add_constructor(GString *text, const struct plan_type_entry *type, uint32_t i,
                            const int64_t *n, uint32_t old)
{
    const int64_t dims = type->combiner == (uint32_t)PLAN_COMBINER_DARRAY ? n[2] : n[0];
    g_string_append(text, "    check(NULL, ");
    switch ((enum plan_combiner)type->combiner) {
    case PLAN_COMBINER_DUP:
        g_string_append_printf(text, "MPI_Type_dup(types[%u], ", old);
        break;
    case PLAN_COMBINER_CONTIGUOUS:
        g_string_append_printf(text, "MPI_Type_contiguous(i_%u[0], types[%u], ", i, old);
        break;
    case PLAN_COMBINER_VECTOR:
        g_string_append_printf(text, "MPI_Type_vector(i_%u[0], i_%u[1], i_%u[2], types[%u], ", i, i,
                               i, old);
        break;
    case PLAN_COMBINER_HVECTOR:
        g_string_append_printf(
            text, "MPI_Type_create_hvector(i_%u[0], i_%u[1], a_%u[0], types[%u], ", i, i, i, old);
        break;
    case PLAN_COMBINER_INDEXED:
        g_string_append_printf(text,
                               "MPI_Type_indexed(i_%u[0], i_%u + 1, i_%u + 1 + %" G_GINT64_FORMAT
                               ", types[%u], ",
                               i, i, i, dims, old);
        break;
    case PLAN_COMBINER_HINDEXED:
        g_string_append_printf(
            text, "MPI_Type_create_hindexed(i_%u[0], i_%u + 1, a_%u, types[%u], ", i, i, i, old);
        break;
    case PLAN_COMBINER_INDEXED_BLOCK:
        g_string_append_printf(
            text, "MPI_Type_create_indexed_block(i_%u[0], i_%u[1], i_%u + 2, types[%u], ", i, i, i,
            old);
        break;
    case PLAN_COMBINER_HINDEXED_BLOCK:
        g_string_append_printf(text,
                               "MPI_Type_create_hindexed_block(i_%u[0], i_%u[1], a_%u, types[%u], ",
                               i, i, i, old);
        break;
    case PLAN_COMBINER_STRUCT:
        g_string_append_printf(text, "MPI_Type_create_struct(i_%u[0], i_%u + 1, a_%u, o_%u, ", i, i,
                               i, i);
        break;
    case PLAN_COMBINER_RESIZED:
        g_string_append_printf(text, "MPI_Type_create_resized(types[%u], a_%u[0], a_%u[1], ", old,
                               i, i);
        break;
    case PLAN_COMBINER_SUBARRAY:
        g_string_append_printf(
            text,
            "MPI_Type_create_subarray(i_%u[0], i_%u + 1, i_%u + %" G_GINT64_FORMAT
            ", i_%u + %" G_GINT64_FORMAT ", %s, types[%u], ",
            i, i, i, 1 + dims, i, 1 + 2 * dims,
            n[1 + 3 * dims] == 1 ? "MPI_ORDER_FORTRAN" : "MPI_ORDER_C", old);
        break;
    case PLAN_COMBINER_DARRAY:
        g_string_append_printf(
            text,
            "MPI_Type_create_darray(i_%u[0], i_%u[1], i_%u[2], i_%u + 3, d_%u, d_%u + "
            "%" G_GINT64_FORMAT ", i_%u + %" G_GINT64_FORMAT ", %s, types[%u], ",
            i, i, i, i, i, i, dims, i, 3 + 3 * dims,
            n[3 + 4 * dims] == 1 ? "MPI_ORDER_FORTRAN" : "MPI_ORDER_C", old);
        break;
    case PLAN_COMBINER_NAMED:
    case PLAN_COMBINER_COUNT:
        break;
    }
    g_string_append_printf(text, "&types[%u]));\n    check(NULL, MPI_Type_commit(&types[%u]));\n",
                           i, i);
}

/* Distributions and their arguments, which MPI names. */
static void add_distributions(GString *text, uint32_t i, const int64_t *n)
{
    static const char *const kinds[] = {"MPI_DISTRIBUTE_BLOCK", "MPI_DISTRIBUTE_CYCLIC",
                                        "MPI_DISTRIBUTE_NONE"};
    const int64_t dims = n[2];
    g_string_append_printf(text, "    static const int d_%u[] = {", i);
    for (int64_t d = 0; d < dims; d++) {
        g_string_append_printf(text, "%s, ", kinds[CLAMP(n[3 + dims + d], 0, 2)]);
    }
    for (int64_t d = 0; d < dims; d++) {
        const int64_t argument = n[3 + 2 * dims + d];
        if (argument < 0) {
            g_string_append(text, "MPI_DISTRIBUTE_DFLT_DARG, ");
        } else {
            g_string_append_printf(text, "%" G_GINT64_FORMAT ", ", argument);
        }
    }
    g_string_append(text, "0};\n");
}

/* Also those of no blocks name their list. */
static bool takes_addresses(const struct plan_type_entry *type)
{
    return type->combiner == (uint32_t)PLAN_COMBINER_HINDEXED ||
           type->combiner == (uint32_t)PLAN_COMBINER_HINDEXED_BLOCK ||
           type->combiner == (uint32_t)PLAN_COMBINER_STRUCT;
}

static gboolean add_type(struct writing *w, uint32_t i, GError **error)
{
    const struct plan_type_entry *type = plan_file_type(&w->e->plan, i);
    const int64_t *n = plan_file_numbers(&w->e->plan, type->first_number);
    const int64_t *addresses = n + type->integer_count;
    const int64_t *old = addresses + type->address_count;
    if (type->combiner == (uint32_t)PLAN_COMBINER_NAMED) {
        const char *name = plan_file_text(&w->e->plan, type->name);
        if (!g_str_has_prefix(name, "MPI_") ||
            strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != strlen(name)) {
            return plan_fail(error, "datatype %u has no name of MPI", i);
        }
        g_string_append_printf(w->text, "    types[%u] = %s;\n", i, name);
        return TRUE;
    }
    for (uint32_t k = 0; k < type->integer_count; k++) {
        if (n[k] < INT32_MIN || n[k] > INT32_MAX) {
            return plan_fail(error, "datatype %u has a number beyond 2^31", i);
        }
    }
    const bool is_darray = type->combiner == (uint32_t)PLAN_COMBINER_DARRAY;
    if (type->integer_count > 0) {
        add_list(w->text, "int", "i", i, n, type->integer_count);
    }
    if (type->address_count > 0 || takes_addresses(type)) {
        add_list(w->text, "MPI_Aint", "a", i, addresses, type->address_count);
    }
    if (is_darray) {
        add_distributions(w->text, i, n);
    }
    if (type->combiner == (uint32_t)PLAN_COMBINER_STRUCT) {
        g_string_append_printf(w->text, "    MPI_Datatype o_%u[] = {", i);
        for (uint32_t t = 0; t < type->type_count; t++) {
            g_string_append_printf(w->text, "types[%" G_GINT64_FORMAT "], ", old[t]);
        }
        g_string_append(w->text, "MPI_DATATYPE_NULL};\n");
    }
    add_constructor(w->text, type, i, n, type->type_count > 0 ? (uint32_t)old[0] : 0);
    return TRUE;
}

gboolean export_c_types(struct writing *w, GError **error)
{
    g_string_append(w->text, "static void make_types(void)\n{\n");
    for (uint32_t i = 0; i < w->e->plan.head->types.count; i++) {
        if (w->types[i] && !add_type(w, i, error)) {
            return FALSE;
        }
    }
    g_string_append(w->text, "}\n\n");
    return TRUE;
}

void export_c_infos(struct writing *w)
{
    g_string_append(w->text, "static void make_infos(void)\n{\n");
    for (guint i = 0; i < w->sets->len; i++) {
        const struct hint_set *set = g_ptr_array_index(w->sets, i);
        const struct plan_hint_entry *hints = plan_file_hints(&w->e->plan, set->first);
        g_string_append_printf(w->text, "    check(NULL, MPI_Info_create(&infos[%u]));\n", i);
        for (uint32_t h = 0; h < set->count; h++) {
            g_string_append_printf(w->text, "    check(NULL, MPI_Info_set(infos[%u], ", i);
            export_c_string(w->text, plan_file_text(&w->e->plan, hints[h].key));
            g_string_append(w->text, ", ");
            export_c_string(w->text, plan_file_text(&w->e->plan, hints[h].value));
            g_string_append(w->text, "));\n");
        }
    }
    g_string_append(w->text, "}\n\n");
}

void export_c_communicators(struct writing *w)
{
    bool has_any = false;
    GString *body = g_string_new(NULL);
    for (uint32_t i = 0; i < w->e->plan.head->communicators.count; i++) {
        const struct plan_communicator_entry *one = plan_file_communicator(&w->e->plan, i);
        const int64_t *members = plan_file_numbers(&w->e->plan, one->first_number);
        if (!w->communicators[i]) {
            continue;
        }
        has_any = true;
        add_list(body, "int", "m", i, members, one->member_count);
        g_string_append(body, "    if (0");
        for (uint32_t m = 0; m < one->member_count; m++) {
            g_string_append_printf(body, " || rank_here == %" G_GINT64_FORMAT, members[m]);
        }
        g_string_append_printf(body,
                               ") {\n"
                               "        check(NULL, MPI_Group_incl(world, %u, m_%u, &group));\n"
                               "        check(NULL, MPI_Comm_create_group(MPI_COMM_WORLD, group, "
                               "%u, &communicators[%u]));\n"
                               "        check(NULL, MPI_Group_free(&group));\n    }\n",
                               one->member_count, i, i % 1024, i);
    }
    g_string_append(w->text, "static void make_communicators(void)\n{\n");
    if (has_any) {
        g_string_append_printf(w->text,
                               "    MPI_Group world, group;\n"
                               "    check(NULL, MPI_Comm_group(MPI_COMM_WORLD, &world));\n"
                               "%s    check(NULL, MPI_Group_free(&world));\n",
                               body->str);
    }
    g_string_append(w->text, "}\n");
    g_string_free(body, TRUE);
}
