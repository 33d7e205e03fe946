/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_keyed.h"

#include "rut_devices.h"
#include "rut_text.h"
#include <sampling/kernel_tree.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Machines with many CPUs have thousands of such files; the traced program needs descriptors too.
 */
#define OPEN_FILES 32U

/* What is behind the last `mark` of the line, or NULL. */
static const char *find_in_line(const char *line, const char *mark)
{
    if (*mark == '\0') {
        return line;
    }
    const char *end = strchr(line, '\n');
    const char *c = end == NULL ? line + strlen(line) : end;
    while (c > line) {
        c--;
        if (hd__rut_text_starts_with(c, mark)) {
            return c + strlen(mark);
        }
    }
    return NULL;
}

static bool read_field(const char *line, const struct hd_rut_field *field, uint64_t *number)
{
    if (!hd__rut_text_starts_with(line, field->line)) {
        return false;
    }
    const char *cursor = find_in_line(line + strlen(field->line), field->mark);
    if (cursor == NULL) {
        return false;
    }
    size_t length = 0;
    for (unsigned i = 0; i < field->skip; i++) {
        (void)hd__rut_text_word(&cursor, &length);
    }
    return hd__rut_text_number(&cursor, number);
}

/* Returns whether the column is a field. */
static bool take_column(const struct hd_rut_layout *layout, const char *name, size_t length,
                        const char *number, uint64_t *numbers)
{
    for (size_t i = 0; i < layout->count; i++) {
        const char *mark = layout->fields[i].mark;
        if (strncmp(mark, name, length) == 0 && mark[length] == '\0') {
            return hd__rut_text_number(&number, &numbers[i]);
        }
    }
    return false;
}

static bool read_columns(const char *names, const char *values, const struct hd_rut_layout *layout,
                         uint64_t *numbers)
{
    bool found = false;
    for (;;) {
        size_t name_length = 0;
        size_t value_length = 0;
        const char *name = hd__rut_text_word(&names, &name_length);
        const char *value = hd__rut_text_word(&values, &value_length);
        if (name_length == 0 || value_length == 0) {
            return found;
        }
        found = take_column(layout, name, name_length, value, numbers) || found;
    }
}

static bool read_table(const char *text, const struct hd_rut_layout *layout, uint64_t *numbers)
{
    const size_t length = strlen(layout->table);
    memset(numbers, 0, HD_RUT_KEYED_FIELDS * sizeof *numbers);
    const char *names = text;
    const char *values = text;
    while (hd__rut_text_next_line(&values)) {
        if (hd__rut_text_starts_with(names, layout->table) &&
            hd__rut_text_starts_with(values, layout->table)) {
            return read_columns(names + length, values + length, layout, numbers);
        }
        names = values;
    }
    return false;
}

/* Returns whether a field was found. */
static bool read_lines(const char *text, const struct hd_rut_layout *layout, uint64_t *numbers)
{
    bool found = false;
    memset(numbers, 0, HD_RUT_KEYED_FIELDS * sizeof *numbers);
    const char *line = text;
    do {
        for (size_t i = 0; i < layout->count; i++) {
            uint64_t number = 0;
            if (read_field(line, &layout->fields[i], &number)) {
                numbers[i] += number;
                found = true;
            }
        }
    } while (hd__rut_text_next_line(&line));
    return found;
}

static bool read_fields(const char *text, const struct hd_rut_layout *layout, uint64_t *numbers)
{
    return layout->table == NULL ? read_lines(text, layout, numbers)
                                 : read_table(text, layout, numbers);
}

static int read_place(struct hd_rut_keyed *keyed, struct hd_rut_place *place)
{
    struct hd_rut_file *file = &keyed->file;
    file->descriptor =
        place->descriptor >= 0 ? place->descriptor : open(place->path, O_RDONLY | O_CLOEXEC);
    if (file->descriptor < 0) {
        return errno;
    }
    file->is_whole = !place->layout->is_list;
    const int cause = hd__rut_file_read(file);
    if (place->descriptor < 0) {
        (void)close(file->descriptor);
    } else if (cause != 0) {
        /* The file of a device that is gone stays unreadable when the device is back. */
        (void)close(place->descriptor);
        place->descriptor = -1;
        keyed->open_count--;
    }
    return cause;
}

static int update_place(struct hd_rut_keyed *keyed, struct hd_rut_place *place)
{
    uint64_t numbers[HD_RUT_KEYED_FIELDS];
    const int cause = read_place(keyed, place);
    if (cause != 0 || !read_fields(keyed->file.text, place->layout, numbers)) {
        memset(place->now, 0, sizeof place->now);
        memset(place->delta, 0, sizeof place->delta);
        place->known = false;
        return cause != 0 ? cause : -1;
    }
    for (size_t i = 0; i < place->layout->count; i++) {
        place->delta[i] = place->known ? hd__rut_delta(place->now[i], numbers[i]) : 0;
        place->now[i] = numbers[i];
    }
    place->known = true;
    return 0;
}

static void free_place(struct hd_rut_keyed *keyed, struct hd_rut_place *place)
{
    if (place->descriptor >= 0) {
        (void)close(place->descriptor);
        keyed->open_count--;
    }
    free(place->path);
    free(place->device);
}

static bool grow(struct hd_rut_keyed *keyed)
{
    if (keyed->count < keyed->capacity) {
        return true;
    }
    const size_t capacity = keyed->capacity == 0 ? 8 : 2 * keyed->capacity;
    struct hd_rut_place *places = realloc(keyed->places, capacity * sizeof *places);
    if (places == NULL) {
        return false;
    }
    keyed->places = places;
    keyed->capacity = capacity;
    return true;
}

int hd__rut_keyed_begin(struct hd_rut_keyed *keyed, const char *root)
{
    keyed->root = strdup(root);
    return keyed->root == NULL ? ENOMEM : hd__rut_file_init(&keyed->file);
}

int hd__rut_keyed_add(struct hd_rut_keyed *keyed, const char *path, const char *device,
                      const struct hd_rut_layout *layout)
{
    char whole[PATH_MAX];
    if (!hd__kernel_path(whole, keyed->root, "%s", path)) {
        return ENAMETOOLONG;
    }
    if (!grow(keyed)) {
        return ENOMEM;
    }
    struct hd_rut_place place = {
        .path = strdup(whole), .device = strdup(device), .layout = layout, .descriptor = -1};
    int cause = place.path == NULL || place.device == NULL ? ENOMEM : 0;
    if (cause == 0 && keyed->open_count < OPEN_FILES) {
        place.descriptor = open(whole, O_RDONLY | O_CLOEXEC);
        cause = place.descriptor < 0 ? errno : 0;
        keyed->open_count += cause == 0 ? 1 : 0;
    }
    if (cause == 0) {
        cause = update_place(keyed, &place);
    }
    if (cause != 0) {
        free_place(keyed, &place);
        return cause;
    }
    keyed->places[keyed->count++] = place;
    return 0;
}

int hd__rut_keyed_add_entries(struct hd_rut_keyed *keyed, const char *folder,
                              int (*add)(struct hd_rut_keyed *keyed, const char *entry))
{
    char whole[PATH_MAX];
    if (!hd__kernel_path(whole, keyed->root, "%s", folder)) {
        return ENAMETOOLONG;
    }
    DIR *entries = opendir(whole);
    if (entries == NULL) {
        return hd__rut_keyed_result(keyed, errno);
    }
    int cause = ENODEV;
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): nobody else has this folder open */
    for (struct dirent *entry = readdir(entries); entry != NULL;
         entry = readdir(entries)) { /* NOLINT(concurrency-mt-unsafe) */
        const int added = entry->d_name[0] == '.' ? 0 : add(keyed, entry->d_name);
        cause = added != 0 ? added : cause;
    }
    (void)closedir(entries);
    return hd__rut_keyed_result(keyed, cause);
}

static int read_watched(struct hd_rut_keyed *keyed)
{
    keyed->file.descriptor = open(keyed->watched_path, O_RDONLY | O_CLOEXEC);
    if (keyed->file.descriptor < 0) {
        return errno;
    }
    keyed->file.is_whole = true;
    const int cause = hd__rut_file_read(&keyed->file);
    (void)close(keyed->file.descriptor);
    return cause;
}

int hd__rut_keyed_watch(struct hd_rut_keyed *keyed, const char *path)
{
    char whole[PATH_MAX];
    if (!hd__kernel_path(whole, keyed->root, "%s", path)) {
        return ENAMETOOLONG;
    }
    free(keyed->watched_path);
    keyed->watched_path = strdup(whole);
    const int cause = keyed->watched_path == NULL ? ENOMEM : read_watched(keyed);
    free(keyed->watched);
    keyed->watched = cause == 0 ? strdup(keyed->file.text) : NULL;
    keyed->has_changed = false;
    return cause;
}

bool hd__rut_keyed_read(void *state)
{
    struct hd_rut_keyed *keyed = state;
    bool any = false;
    for (size_t i = 0; i < keyed->count; i++) {
        any = update_place(keyed, &keyed->places[i]) == 0 || any;
    }
    if (keyed->watched != NULL) {
        keyed->has_changed =
            read_watched(keyed) == 0 && strcmp(keyed->file.text, keyed->watched) != 0;
    }
    return any;
}

void hd__rut_keyed_clear(struct hd_rut_keyed *keyed)
{
    for (size_t i = 0; i < keyed->count; i++) {
        free_place(keyed, &keyed->places[i]);
    }
    keyed->count = 0;
}

int hd__rut_keyed_result(const struct hd_rut_keyed *keyed, int last_cause)
{
    return keyed->count > 0 ? 0 : last_cause;
}

void hd__rut_keyed_describe(void *state, struct hd_rut_values *values)
{
    const struct hd_rut_keyed *keyed = state;
    for (size_t p = 0; p < keyed->count; p++) {
        const struct hd_rut_layout *layout = keyed->places[p].layout;
        for (size_t i = 0; i < layout->count; i++) {
            hd__rut_values_add(values, HD_STATS_INT64, layout->fields[i].unit, layout->grouping,
                               layout->fields[i].name, keyed->places[p].device);
        }
    }
}

void hd__rut_keyed_emit(const void *state, struct hd_rut_record *record)
{
    const struct hd_rut_keyed *keyed = state;
    for (size_t p = 0; p < keyed->count; p++) {
        const struct hd_rut_place *place = &keyed->places[p];
        for (size_t i = 0; i < place->layout->count; i++) {
            const struct hd_rut_field *field = &place->layout->fields[i];
            const uint64_t number = field->grows ? place->delta[i] : place->now[i];
            hd__rut_record_put_int(record, number * field->factor);
        }
    }
}

bool hd__rut_keyed_has_changed(const void *state)
{
    const struct hd_rut_keyed *keyed = state;
    return keyed->has_changed;
}

void *hd__rut_keyed_create(void)
{
    return calloc(1, sizeof(struct hd_rut_keyed));
}

void hd__rut_keyed_destroy(void *state)
{
    struct hd_rut_keyed *keyed = state;
    hd__rut_keyed_clear(keyed);
    free(keyed->places);
    free(keyed->watched);
    free(keyed->watched_path);
    free(keyed->root);
    keyed->file.descriptor = -1;
    hd__rut_file_close(&keyed->file);
    free(keyed);
}
