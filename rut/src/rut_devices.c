/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_devices.h"

#include "rut_text.h"

#include <stdlib.h>
#include <string.h>

static bool has_wrapped(uint64_t before, uint64_t now, uint64_t largest)
{
    const uint64_t quarter = largest / 4;
    return before <= largest && before >= largest - quarter && now <= quarter;
}

uint64_t hd__rut_delta(uint64_t before, uint64_t now)
{
    if (now >= before || has_wrapped(before, now, UINT64_MAX)) {
        return now - before;
    }
    if (has_wrapped(before, now, UINT32_MAX)) {
        return (uint32_t)(now - before);
    }
    return now > before / 2 ? 0 : now;
}

void hd__rut_devices_begin(struct hd_rut_devices *devices)
{
    for (size_t i = 0; i < devices->count; i++) {
        devices->items[i].seen = false;
    }
    devices->next = 0;
}

static bool is_named(const struct hd_rut_device *device, const char *name, size_t length)
{
    return strncmp(device->name, name, length) == 0 && device->name[length] == '\0';
}

static struct hd_rut_device *find(struct hd_rut_devices *devices, const char *name, size_t length)
{
    size_t candidate = devices->next;
    for (size_t i = 0; i < devices->count; i++, candidate++) {
        candidate = candidate < devices->count ? candidate : 0;
        if (is_named(&devices->items[candidate], name, length)) {
            devices->next = candidate + 1;
            return &devices->items[candidate];
        }
    }
    return NULL;
}

static struct hd_rut_device *add(struct hd_rut_devices *devices, const char *name, size_t length)
{
    if (devices->count == devices->capacity) {
        const size_t capacity = devices->capacity == 0 ? 16 : 2 * devices->capacity;
        struct hd_rut_device *items = realloc(devices->items, capacity * sizeof *items);
        if (items == NULL) {
            return NULL;
        }
        devices->items = items;
        devices->capacity = capacity;
    }
    struct hd_rut_device *device = &devices->items[devices->count++];
    devices->next = devices->count;
    memset(device, 0, sizeof *device);
    memcpy(device->name, name, length);
    return device;
}

static size_t fitting_length(size_t length)
{
    return length < HD_RUT_DEVICE_NAME_SIZE ? length : HD_RUT_DEVICE_NAME_SIZE - 1;
}

static void update(struct hd_rut_device *device, const uint64_t *counters, size_t count)
{
    for (size_t i = 0; i < HD_RUT_DEVICE_COUNTERS; i++) {
        const uint64_t now = i < count ? counters[i] : 0;
        device->delta[i] = device->known ? hd__rut_delta(device->now[i], now) : 0;
        device->now[i] = now;
    }
    device->known = true;
    device->seen = true;
    device->text_length = 0;
}

struct hd_rut_device *hd__rut_devices_update(struct hd_rut_devices *devices, const char *name,
                                             size_t name_length, const uint64_t *counters,
                                             size_t count)
{
    const size_t length = fitting_length(name_length);
    struct hd_rut_device *device = find(devices, name, length);
    if (device == NULL) {
        device = add(devices, name, length);
    }
    if (device != NULL) {
        update(device, counters, count);
    }
    return device;
}

/* Whether the line is that of the previous sample. The line's end belongs to the text, so a number
 * that has grown longer is another one. */
static bool says_the_same(const struct hd_rut_device *device, const char *numbers)
{
    return device->known && device->text_length > 0 &&
           strncmp(numbers, device->text, device->text_length) == 0;
}

static void remember(struct hd_rut_device *device, const char *numbers, const char *behind)
{
    const char *end = strchr(behind, '\n');
    const size_t length = end == NULL ? 0 : (size_t)(end + 1 - numbers);
    if (length <= sizeof device->text) {
        memcpy(device->text, numbers, length);
        device->text_length = length;
    }
}

hd_status hd__rut_devices_take(struct hd_rut_devices *devices, const struct hd_rut_line *line,
                               struct hd_rut_device **device)
{
    const size_t length = fitting_length(line->name_length);
    struct hd_rut_device *found = find(devices, line->name, length);
    if (found != NULL && says_the_same(found, line->numbers)) {
        memset(found->delta, 0, sizeof found->delta);
        found->seen = true;
        *device = found;
        return HD_OK;
    }
    uint64_t counters[HD_RUT_DEVICE_COUNTERS];
    const char *cursor = line->numbers;
    const size_t count = hd__rut_text_numbers(&cursor, counters, line->most);
    if (count < line->fewest) {
        return HD_INVALID;
    }
    found = found == NULL ? add(devices, line->name, length) : found;
    if (found == NULL) {
        return HD_NOMEM;
    }
    update(found, counters, count);
    remember(found, line->numbers, cursor);
    *device = found;
    return HD_OK;
}

void hd__rut_devices_end(struct hd_rut_devices *devices)
{
    for (size_t i = 0; i < devices->count; i++) {
        struct hd_rut_device *device = &devices->items[i];
        if (!device->seen) {
            device->known = false;
            device->share = 0.0;
            memset(device->now, 0, sizeof device->now);
            memset(device->delta, 0, sizeof device->delta);
        }
    }
}

void *hd__rut_devices_create(void)
{
    return calloc(1, sizeof(struct hd_rut_devices));
}

void hd__rut_devices_destroy(void *devices)
{
    hd__rut_devices_fini(devices);
    free(devices);
}

bool hd__rut_devices_has_new(const void *state)
{
    const struct hd_rut_devices *devices = state;
    for (size_t i = 0; i < devices->count; i++) {
        const struct hd_rut_device *device = &devices->items[i];
        if (device->seen && device->wanted && !device->listed) {
            return true;
        }
    }
    return false;
}

void hd__rut_devices_list(struct hd_rut_devices *devices)
{
    size_t kept = 0;
    for (size_t i = 0; i < devices->count; i++) {
        struct hd_rut_device *device = &devices->items[i];
        if (device->seen) {
            device->listed = device->wanted;
            if (kept != i) {
                devices->items[kept] = *device;
            }
            kept++;
        }
    }
    devices->count = kept;
    devices->next = 0;
}

void hd__rut_devices_fini(struct hd_rut_devices *devices)
{
    free(devices->items);
    *devices = (struct hd_rut_devices){0};
}
