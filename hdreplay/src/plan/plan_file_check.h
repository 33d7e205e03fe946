/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_FILE_CHECK_H
#define PLAN_FILE_CHECK_H

#include "plan_file.h"

/** Check a mapped file: form, length, every index, and the checksum if it is wanted.
 *  @return FALSE and an error that names file and cause */
gboolean plan_file_check(const struct plan_file_image *image, const char *path, bool checksum,
                         GError **error);

#endif
