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
    for (int i = 0; i < HD_RUT_SOURCE_COUNT; i++) {
        const char *candidate = all_sources[i]->name;
        if (strlen(candidate) == length && strncmp(candidate, name, length) == 0) {
            return i;
        }
    }
    return -1;
}

static hd_status select_sources(const char *list, bool *chosen)
{
    if (list == NULL || *list == '\0') {
        memset(chosen, true, HD_RUT_SOURCE_COUNT);
        return HD_OK;
    }
    for (;;) {
        const size_t length = strcspn(list, ",");
        const int index = find_source(list, length);
        if (index < 0) {
            return HD_INVALID;
        }
        chosen[index] = true;
        if (list[length] == '\0') {
            return HD_OK;
        }
        list += length + 1;
    }
}

static void note_unavailable(struct hd_rut_probe *probe, const char *name, const char *cause)
{
    const size_t used = strlen(probe->unavailable);
    (void)snprintf(probe->unavailable + used, sizeof probe->unavailable - used, "%s%s: %s",
                   used == 0 ? "" : "; ", name, cause);
}

/* A cause is 0 (ready), an errno value, or -1 for a file that isn't what it should be. */
static int open_slot(struct hd_rut_slot *slot, const struct hd_rut_source *source, const char *root)
{
    *slot = (struct hd_rut_slot){.source = source};
    int cause = hd__rut_file_open(&slot->file, root, source->path);
    if (cause != 0) {
        return cause;
    }
    slot->state = source->create();
    cause = slot->state == NULL ? ENOMEM : hd__rut_file_read(&slot->file);
    if (cause == 0 && !source->parse(slot->state, slot->file.text, slot->file.length)) {
        cause = -1;
    }
    return cause;
}

static void close_slot(struct hd_rut_slot *slot)
{
    if (slot->state != NULL) {
        slot->source->destroy(slot->state);
    }
    hd__rut_file_close(&slot->file);
}

hd_status hd__rut_probe_open(struct hd_rut_probe *probe, const char *sources, const char *root)
{
    *probe = (struct hd_rut_probe){0};
    bool chosen[HD_RUT_SOURCE_COUNT] = {false};
    const hd_status status = select_sources(sources, chosen);
    for (int i = 0; status == HD_OK && i < HD_RUT_SOURCE_COUNT; i++) {
        if (!chosen[i]) {
            continue;
        }
        struct hd_rut_slot *slot = &probe->slots[probe->count];
        const int cause = open_slot(slot, all_sources[i], root == NULL ? "" : root);
        if (cause == 0) {
            probe->count++;
            continue;
        }
        close_slot(slot);
        if (cause == ENOMEM) {
            hd__rut_probe_close(probe);
            return HD_NOMEM;
        }
        char text[128] = "unexpected content";
        if (cause > 0) {
            (void)strerror_r(cause, text, sizeof text);
        }
        note_unavailable(probe, all_sources[i]->name, text);
    }
    return status == HD_OK && probe->count == 0 ? HD_MISSING : status;
}

bool hd__rut_probe_read(struct hd_rut_probe *probe)
{
    bool complete = true;
    for (size_t i = 0; i < probe->count; i++) {
        struct hd_rut_slot *slot = &probe->slots[i];
        if (hd__rut_file_read(&slot->file) != 0 ||
            !slot->source->parse(slot->state, slot->file.text, slot->file.length)) {
            (void)slot->source->parse(slot->state, "", 0);
            complete = false;
        }
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
