/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_FILES_H
#define HDPOWER_FILES_H
/** Meters that are small kernel files with one number each: they stay open and are read again. */

#include "power_meter.h"

struct hd_number_files {
    int descriptors[HD_METER_CHANNELS];
    double factors[HD_METER_CHANNELS]; /* from the file's unit to that of the channel */
    size_t count;
};

/** Open ROOT + PATH as the file of the channel that is added next. @return false: meter->fault says
 *  why, `meter->fault` is left alone when there is no such file */
bool hd__number_files_add(struct hd_number_files *files, struct hd_meter *meter, const char *path,
                          double factor);

/** Read them all into the sample; its end is the middle of the time that took, less the bias.
 *  @return HD_METER_LOST when none can be read */
enum hd_meter_result hd__number_files_read(struct hd_number_files *files, struct hd_meter *meter,
                                           struct hd_meter_sample *sample);

void hd__number_files_close(struct hd_number_files *files);

/** Read a number once. */
bool hd__number_file_get(const char *path, uint64_t *number);

/** List the entries of a folder that begin with a prefix, sorted; names separated by NUL, the list
 *  ends with an empty one. To be freed; NULL: no such folder, or without memory. */
char *hd__list_folder(const char *folder, const char *prefix);

#endif
