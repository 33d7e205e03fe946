/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes of a fragment, by their numbers. */
#include "project_data.h"
#include "sys.h"

#include <string.h>

void hd__project_types_destroy(hd__project_type *types)
{
    while (types != NULL) {
        hd__project_type *const next = types->next;
        hd__system.release(types->combiner);
        hd__system.release(types->name);
        hd__buffer_fini(&types->integers);
        hd__buffer_fini(&types->addresses);
        hd__buffer_fini(&types->types);
        hd__system.release(types);
        types = next;
    }
}

void hd__type_list_fini(hd__type_list *list)
{
    hd__project_types_destroy(list->first);
    hd__system.release(list->by_id);
    *list = (hd__type_list){0};
}

bool hd__is_tag(const char *name)
{
    const char c = name[0];
    static const char characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
                                     "0123456789.-";
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    return letter && name[strspn(name, characters)] == '\0';
}

static bool is_list(const char *text)
{
    return text == NULL || text[strspn(text, "0123456789-;")] == '\0';
}

static bool add_list(hd__buffer *list, const char *text)
{
    hd__buffer_add(list, text == NULL ? "" : text);
    return !list->failed;
}

/* The combiner's name without what all have in front; NULL when that can't be a tag. */
static const char *get_combiner(const hd__info_line *line)
{
    static const char prefix[] = "MPI_COMBINER_";
    const char *name = hd__info_line_get(line, "combiner");
    if (name != NULL && strncmp(name, prefix, sizeof prefix - 1) == 0) {
        name += sizeof prefix - 1;
    }
    return name != NULL && hd__is_tag(name) ? name : NULL;
}

static hd__project_type *make_type(int64_t id, const char *combiner, const char *name)
{
    hd__project_type *const type = hd__system.alloc(sizeof *type);
    if (type == NULL) {
        return NULL;
    }
    type->id = id;
    type->combiner = hd__text_copy(combiner);
    type->name = hd__text_copy(name == NULL ? "" : name);
    if (type->combiner == NULL || type->name == NULL) {
        hd__project_types_destroy(type);
        return NULL;
    }
    return type;
}

static bool is_indexed(const hd__type_list *list, int64_t id)
{
    return id >= 0 && (uint64_t)id < list->id_count;
}

static hd__project_type *find(const hd__type_list *list, int64_t id)
{
    if (is_indexed(list, id)) {
        return list->by_id[id];
    }
    hd__project_type *type = list->first;
    while (type != NULL && type->id != id) {
        type = type->next;
    }
    return type;
}

static void append(hd__type_list *list, hd__project_type *type)
{
    *(list->last == NULL ? &list->first : &list->last->next) = type;
    list->last = type;
    if (is_indexed(list, type->id)) {
        list->by_id[type->id] = type;
    }
}

hd__result hd__type_list_read(hd__type_list *list, const hd__info_line *line)
{
    const char *const combiner = get_combiner(line);
    const char *const integers = hd__info_line_get(line, "integers");
    const char *const addresses = hd__info_line_get(line, "addresses");
    const char *const types = hd__info_line_get(line, "types");
    int64_t id = 0;
    if (!hd__info_line_get_int(line, "id", &id) || !is_list(integers) || !is_list(addresses) ||
        !is_list(types)) {
        return HD__BAD;
    }
    if (list->by_id == NULL && list->id_count > 0) {
        list->by_id = hd__system.alloc(list->id_count * sizeof(hd__project_type *));
        if (list->by_id == NULL) {
            return HD__NO_MEMORY;
        }
    }
    hd__project_type *type = find(list, id);
    if (type == NULL) { /* else the line continues the lists of an earlier one, or names it */
        if (combiner == NULL) {
            return HD__BAD;
        }
        type = make_type(id, combiner, hd__info_line_get(line, "name"));
        if (type == NULL) {
            return HD__NO_MEMORY;
        }
        append(list, type);
    } else if (!hd__text_replace(&type->name, hd__info_line_get(line, "name"))) {
        return HD__NO_MEMORY;
    }
    return add_list(&type->integers, integers) && add_list(&type->addresses, addresses) &&
                   add_list(&type->types, types)
               ? HD__DONE
               : HD__NO_MEMORY;
}
