/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_DEVICES_H
#define HDRUT_DEVICES_H
/** Counters of devices, found by name: a device may come, go, come back, or change its place in the
 *  kernel's list from one sample to the next. */

#include <hdtrace/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_RUT_DEVICE_NAME_SIZE 64
#define HD_RUT_DEVICE_TEXT_SIZE 200
#define HD_RUT_DEVICE_COUNTERS  17

struct hd_rut_device {
    char name[HD_RUT_DEVICE_NAME_SIZE];
    bool seen;   /* in the current sample */
    bool wanted; /* is worth values of its own */
    bool listed; /* has them in the current description */
    bool known;  /* the counters have a predecessor: deltas mean something */
    uint64_t now[HD_RUT_DEVICE_COUNTERS];
    uint64_t delta[HD_RUT_DEVICE_COUNTERS];
    double share;                       /* for the source's own use, kept from sample to sample */
    size_t text_length;                 /* 0: `text` says nothing */
    char text[HD_RUT_DEVICE_TEXT_SIZE]; /* what `now` was taken from, with the line's end */
};

/** A line of the kernel about one device. */
struct hd_rut_line {
    const char *name;
    size_t name_length;
    const char *numbers; /* behind the name */
    size_t fewest;       /* numbers it must have, 1 or more */
    size_t most;         /* that are of interest, HD_RUT_DEVICE_COUNTERS or fewer */
};

struct hd_rut_devices {
    struct hd_rut_device *items;
    size_t count;
    size_t capacity;
    size_t next; /* where the next device is expected, as lists rarely change */
};

/** What a counter grew by. A counter that is smaller than before has
 *  - wrapped at 2^32 or 2^64, if it came from the last quarter of that range into the first;
 *  - else been adjusted by the kernel, if more than half is left: no growth;
 *  - else begun again at 0 (driver reloaded): what it counted since then. */
uint64_t hd__rut_delta(uint64_t before, uint64_t now);

/** Begin a sample. */
void hd__rut_devices_begin(struct hd_rut_devices *devices);

/** Take over the counters of one device; those beyond `count` are 0. A device that is new or came
 *  back has deltas of 0. Returns NULL without memory. Borrowed until the next call. */
struct hd_rut_device *hd__rut_devices_update(struct hd_rut_devices *devices, const char *name,
                                             size_t name_length, const uint64_t *counters,
                                             size_t count);

/** Take over the counters of one device from its line, as the function above does. What most lines
 *  of an idle machine say is what they said in the sample before: they aren't taken apart again.
 *  @return HD_OK | HD_INVALID (fewer than `fewest` numbers: nothing is changed) | HD_NOMEM */
hd_status hd__rut_devices_take(struct hd_rut_devices *devices, const struct hd_rut_line *line,
                               struct hd_rut_device **device);

/** End a sample: devices that were not in it have deltas and counters of 0 from now on. */
void hd__rut_devices_end(struct hd_rut_devices *devices);

/** For sources whose state is one such list. */
void *hd__rut_devices_create(void);
void hd__rut_devices_destroy(void *devices);

/** Tell whether a wanted device of the list is not listed. */
bool hd__rut_devices_has_new(const void *state);

/** List the wanted devices of the current sample and forget those that are gone. */
void hd__rut_devices_list(struct hd_rut_devices *devices);

void hd__rut_devices_fini(struct hd_rut_devices *devices);

#endif
