/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_PROBE_H
#define HDRUT_PROBE_H
/** All chosen sources together: what is read for one sample. */

#include "rut_file.h"
#include "rut_source.h"

#define HD_RUT_SOURCE_INDEX(name) HD_RUT_SOURCE_##name,
enum { HD_RUT_SOURCE_LIST(HD_RUT_SOURCE_INDEX) HD_RUT_SOURCE_COUNT };
#undef HD_RUT_SOURCE_INDEX

#define HD_RUT_UNAVAILABLE_SIZE 1024

struct hd_rut_slot {
    const struct hd_rut_source *source;
    void *state;
    struct hd_rut_file file;
};

struct hd_rut_probe {
    struct hd_rut_slot slots[HD_RUT_SOURCE_COUNT];
    size_t count;
    char unavailable[HD_RUT_UNAVAILABLE_SIZE]; /* "net: No such file or directory; ..." or "" */
};

/** Which sources, one flag each in the order of the list. */
struct hd_rut_choice {
    bool is_chosen[HD_RUT_SOURCE_COUNT];
};

/** Read a comma list of sources; NULL or "" are those chosen by default, `all` is all of them.
 *  @return HD_OK | HD_INVALID (unknown source) */
hd_status hd__rut_choose(const char *list, struct hd_rut_choice *choice);

/** Tell whether something is chosen about a process or, otherwise, about the node. */
bool hd__rut_choice_has(const struct hd_rut_choice *choice, bool per_process);

/** Open the chosen sources of one kind and read them once.
 *  @return HD_OK | HD_MISSING (none can be read) | HD_NOMEM */
hd_status hd__rut_probe_open(struct hd_rut_probe *probe, const struct hd_rut_choice *choice,
                             bool per_process, const struct hd_rut_target *target);

/** Add to a text of what is unavailable, if there is something to add. */
void hd__rut_note(char unavailable[HD_RUT_UNAVAILABLE_SIZE], const char *text);

/** Read all sources. Returns false when one was lost: its values are 0 for this sample. */
bool hd__rut_probe_read(struct hd_rut_probe *probe);

bool hd__rut_probe_has_changed(const struct hd_rut_probe *probe);
void hd__rut_probe_describe(struct hd_rut_probe *probe, struct hd_rut_values *values);
void hd__rut_probe_emit(const struct hd_rut_probe *probe, struct hd_rut_record *record);
void hd__rut_probe_close(struct hd_rut_probe *probe);

#endif
