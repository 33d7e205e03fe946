/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_probe.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define SOURCE_ROW(name) &hd__rut_##name,
static const struct hd_rut_source *const all_sources[HD_RUT_SOURCE_COUNT] = {
    HD_RUT_SOURCE_LIST(SOURCE_ROW)};
#undef SOURCE_ROW

static int find_source(const char *name, size_t length)
{
    if (length == 4 && strncmp(name, "disk", length) == 0) {
        return HD_RUT_SOURCE_block; /* what it was called first */
    }
    for (int i = 0; i < HD_RUT_SOURCE_COUNT; i++) {
        const char *candidate = all_sources[i]->name;
        if (strlen(candidate) == length && strncmp(candidate, name, length) == 0) {
            return i;
        }
    }
    return -1;
}

static bool choose(const char *name, size_t length, struct hd_rut_choice *choice)
{
    if (length == 3 && strncmp(name, "all", length) == 0) {
        memset(choice->is_chosen, true, sizeof choice->is_chosen);
        return true;
    }
    const int index = find_source(name, length);
    if (index >= 0) {
        choice->is_chosen[index] = true;
    }
    return index >= 0;
}

hd_status hd__rut_choose(const char *list, struct hd_rut_choice *choice)
{
    *choice = (struct hd_rut_choice){{false}};
    if (list == NULL || *list == '\0') {
        for (int i = 0; i < HD_RUT_SOURCE_COUNT; i++) {
            choice->is_chosen[i] = all_sources[i]->by_default;
        }
        return HD_OK;
    }
    for (;;) {
        const size_t length = strcspn(list, ",");
        if (!choose(list, length, choice)) {
            return HD_INVALID;
        }
        if (list[length] == '\0') {
            return HD_OK;
        }
        list += length + 1;
    }
}

bool hd__rut_choice_has(const struct hd_rut_choice *choice, bool per_process)
{
    for (int i = 0; i < HD_RUT_SOURCE_COUNT; i++) {
        if (choice->is_chosen[i] && all_sources[i]->per_process == per_process) {
            return true;
        }
    }
    return false;
}

void hd__rut_note(char unavailable[HD_RUT_UNAVAILABLE_SIZE], const char *text)
{
    const size_t used = strlen(unavailable);
    if (*text != '\0' && used + 1 < HD_RUT_UNAVAILABLE_SIZE) {
        (void)snprintf(unavailable + used, HD_RUT_UNAVAILABLE_SIZE - used, "%s%s",
                       used == 0 ? "" : "; ", text);
    }
}

static void note_unavailable(struct hd_rut_probe *probe, const char *name, int cause)
{
    char reason[96] = "unexpected content";
    char text[128];
    if (cause > 0) {
        (void)strerror_r(cause, reason, sizeof reason);
    }
    (void)snprintf(text, sizeof text, "%s: %s", name, reason);
    hd__rut_note(probe->unavailable, text);
}

static int read_slot(struct hd_rut_slot *slot)
{
    if (slot->source->path == NULL) {
        return slot->source->read(slot->state) ? 0 : -1;
    }
    const int cause = hd__rut_file_read(&slot->file);
    if (cause == 0 && slot->source->parse(slot->state, slot->file.text, slot->file.length)) {
        return 0;
    }
    (void)slot->source->parse(slot->state, "", 0);
    return cause == 0 ? -1 : cause;
}

/* A cause is 0 (ready), an errno value, or -1 for a file that isn't what it should be. */
static int open_slot(struct hd_rut_slot *slot, const struct hd_rut_source *source,
                     const struct hd_rut_target *target)
{
    *slot = (struct hd_rut_slot){.source = source, .state = source->create()};
    if (slot->state == NULL) {
        return ENOMEM;
    }
    if (source->path == NULL) {
        return source->open(slot->state, target);
    }
    const int cause = hd__rut_file_open(&slot->file, target->root, source->path);
    slot->file.is_whole = source->is_whole;
    return cause == 0 ? read_slot(slot) : cause;
}

static void close_slot(struct hd_rut_slot *slot)
{
    if (slot->state != NULL) {
        slot->source->destroy(slot->state);
    }
    hd__rut_file_close(&slot->file);
}

hd_status hd__rut_probe_open(struct hd_rut_probe *probe, const struct hd_rut_choice *choice,
                             bool per_process, const struct hd_rut_target *target)
{
    *probe = (struct hd_rut_probe){0};
    for (int i = 0; i < HD_RUT_SOURCE_COUNT; i++) {
        if (!choice->is_chosen[i] || all_sources[i]->per_process != per_process) {
            continue;
        }
        struct hd_rut_slot *slot = &probe->slots[probe->count];
        const int cause = open_slot(slot, all_sources[i], target);
        if (cause == 0) {
            probe->count++;
            continue;
        }
        close_slot(slot);
        if (cause == ENOMEM) {
            hd__rut_probe_close(probe);
            return HD_NOMEM;
        }
        note_unavailable(probe, all_sources[i]->name, cause);
    }
    return probe->count == 0 ? HD_MISSING : HD_OK;
}

bool hd__rut_probe_read(struct hd_rut_probe *probe)
{
    bool complete = true;
    for (size_t i = 0; i < probe->count; i++) {
        complete = read_slot(&probe->slots[i]) == 0 && complete;
    }
    return complete;
}

bool hd__rut_probe_has_changed(const struct hd_rut_probe *probe)
{
    for (size_t i = 0; i < probe->count; i++) {
        if (probe->slots[i].source->has_changed(probe->slots[i].state)) {
            return true;
        }
    }
    return false;
}

void hd__rut_probe_describe(struct hd_rut_probe *probe, struct hd_rut_values *values)
{
    for (size_t i = 0; i < probe->count; i++) {
        probe->slots[i].source->describe(probe->slots[i].state, values);
    }
}

void hd__rut_probe_emit(const struct hd_rut_probe *probe, struct hd_rut_record *record)
{
    for (size_t i = 0; i < probe->count; i++) {
        probe->slots[i].source->emit(probe->slots[i].state, record);
    }
}

void hd__rut_probe_close(struct hd_rut_probe *probe)
{
    for (size_t i = 0; i < probe->count; i++) {
        close_slot(&probe->slots[i]);
    }
    probe->count = 0;
}
