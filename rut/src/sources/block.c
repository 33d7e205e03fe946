/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disks from /proc/diskstats (FORMATS B 4.1).
 *
 * Whole disks only; a partition follows its disk in the list and carries its name. A disk gets
 * values of its own as soon as it did any I/O, so that the many idle loop devices do not. HDD_READ
 * and HDD_WRITE are bytes over all disks that do not sit on top of others (device mapper, RAID,
 * loop, memory), whose I/O would otherwise be counted twice. The original took them from one mount
 * point, which reads 0 on overlay and network file systems. */
#include "rut_devices.h"
#include "rut_source.h"
#include "rut_text.h"

#include <string.h>

enum { DISK_SECTORS_READ = 2, DISK_SECTORS_WRITTEN = 6, DISK_IN_PROGRESS = 8 };
enum {
    DISK_FEWEST = 11,
    DISK_COLUMNS = 17
}; /* discards and flushes came with Linux 4.18 and 5.5 */

#define SECTOR_BYTES 512U /* in this file, whatever the device has */

static const struct {
    const char *name;
    const char *unit;
    const char *grouping;
} columns[DISK_COLUMNS] = {
    {"READS:", "#", "BLOCK_READ"},
    {"READS_MERGED:", "#", "BLOCK_READ"},
    {"READS_SECTORS:", "#", "BLOCK_SECTORS"},
    {"READS_TIME_SPEND:", "ms", "BLOCK_TIME"},
    {"WRITES_COMPLETED:", "#", "BLOCK_WRITE"},
    {"WRITES_MERGED:", "#", "BLOCK_WRITE"},
    {"WRITTEN_SECTORS:", "#", "BLOCK_SECTORS"},
    {"WRITES_TIME_SPEND:", "ms", "BLOCK_TIME"},
    {"IOS_INPROGRESS:", "#", "BLOCK_QUEUE"},
    {"IOS_TIME_SPEND:", "ms", "BLOCK_TIME"},
    {"WEIGHTED_WAITTIME:", "ms", "BLOCK_TIME"},
    {"DISCARDS:", "#", "BLOCK_DISCARD"},
    {"DISCARDS_MERGED:", "#", "BLOCK_DISCARD"},
    {"DISCARDED_SECTORS:", "#", "BLOCK_SECTORS"},
    {"DISCARDS_TIME_SPEND:", "ms", "BLOCK_TIME"},
    {"FLUSHES:", "#", "BLOCK_WRITE"},
    {"FLUSHES_TIME_SPEND:", "ms", "BLOCK_TIME"},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* sda1 of sda; nvme0n1p1 of nvme0n1, where a name that ends in a digit needs the p. */
static bool is_partition_of(const char *name, size_t length, const char *disk, size_t disk_length)
{
    if (disk_length == 0 || length <= disk_length || strncmp(name, disk, disk_length) != 0) {
        return false;
    }
    size_t i = disk_length;
    if (is_digit(disk[disk_length - 1])) {
        if (name[i] != 'p') {
            return false;
        }
        i++;
    }
    const size_t first_digit = i;
    while (i < length && is_digit(name[i])) {
        i++;
    }
    return i == length && i > first_digit;
}

static bool has_done_io(const uint64_t *counters)
{
    return counters[DISK_SECTORS_READ] > 0 || counters[DISK_SECTORS_WRITTEN] > 0;
}

/* The disk the line is about, or length 0 when it is none. */
struct disk_name {
    const char *text;
    size_t length;
};

/* `major minor name 11 numbers` and, from newer kernels, more of them. */
static bool parse_line(struct hd_rut_devices *disks, const char *line, struct disk_name *disk)
{
    const char *cursor = line;
    uint64_t numbers[2];
    if (hd__rut_text_numbers(&cursor, numbers, 2) != 2) {
        return false;
    }
    size_t length = 0;
    const char *name = hd__rut_text_word(&cursor, &length);
    if (is_partition_of(name, length, disk->text, disk->length)) {
        return true;
    }
    const struct hd_rut_line found = {name, length, cursor, DISK_FEWEST, DISK_COLUMNS};
    struct hd_rut_device *device = NULL;
    const hd_status status = hd__rut_devices_take(disks, &found, &device);
    if (status == HD_INVALID) {
        return true; /* kernels before 2.6.25 list partitions with fewer numbers */
    }
    if (status != HD_OK) {
        return false;
    }
    *disk = (struct disk_name){name, length};
    device->wanted = device->wanted || has_done_io(device->now);
    return true;
}

static bool parse_lines(struct hd_rut_devices *disks, const char *text)
{
    struct disk_name disk = {"", 0};
    const char *line = text;
    while (*line != '\0') {
        if (!parse_line(disks, line, &disk)) {
            return false;
        }
        (void)hd__rut_text_next_line(&line);
    }
    return true; /* a machine may have no disk at all */
}

static bool parse(void *state, const char *text, size_t length)
{
    (void)length;
    hd__rut_devices_begin(state);
    const bool usable = parse_lines(state, text);
    hd__rut_devices_end(state);
    return usable;
}

static void describe(void *state, struct hd_rut_values *values)
{
    struct hd_rut_devices *disks = state;
    hd__rut_devices_list(disks);
    hd__rut_values_add(values, HD_STATS_INT64, "Byte", "HDD", "HDD_READ", "");
    hd__rut_values_add(values, HD_STATS_INT64, "Byte", "HDD", "HDD_WRITE", "");
    for (size_t i = 0; i < disks->count; i++) {
        for (size_t c = 0; disks->items[i].listed && c < DISK_COLUMNS; c++) {
            hd__rut_values_add(values, HD_STATS_INT64, columns[c].unit, columns[c].grouping,
                               columns[c].name, disks->items[i].name);
        }
    }
}

static bool is_on_top(const char *name)
{
    static const char *const prefixes[] = {"dm-", "md", "loop", "ram", "zram", "bcache", "drbd"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (hd__rut_text_starts_with(name, prefixes[i])) {
            return true;
        }
    }
    return false;
}

static void emit_disk(const struct hd_rut_device *disk, struct hd_rut_record *record)
{
    for (size_t c = 0; c < DISK_COLUMNS; c++) {
        hd__rut_record_put_int(record, c == DISK_IN_PROGRESS ? disk->now[c] : disk->delta[c]);
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct hd_rut_devices *disks = state;
    uint64_t sectors_read = 0;
    uint64_t sectors_written = 0;
    for (size_t i = 0; i < disks->count; i++) {
        if (!is_on_top(disks->items[i].name)) {
            sectors_read += disks->items[i].delta[DISK_SECTORS_READ];
            sectors_written += disks->items[i].delta[DISK_SECTORS_WRITTEN];
        }
    }
    hd__rut_record_put_int(record, sectors_read * SECTOR_BYTES);
    hd__rut_record_put_int(record, sectors_written * SECTOR_BYTES);
    for (size_t i = 0; i < disks->count; i++) {
        if (disks->items[i].listed) {
            emit_disk(&disks->items[i], record);
        }
    }
}

const struct hd_rut_source hd__rut_block = {
    .name = "block",
    .by_default = true,
    .path = "/proc/diskstats",
    .create = hd__rut_devices_create,
    .destroy = hd__rut_devices_destroy,
    .parse = parse,
    .has_changed = hd__rut_devices_has_new,
    .describe = describe,
    .emit = emit,
};
