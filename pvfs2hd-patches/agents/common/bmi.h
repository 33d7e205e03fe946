/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_BMI_H
#define HDPVFS_BMI_H
/* Messages of the network layer (its method for TCP). */

#include "symbols.h"

/* @return NULL, or why messages aren't seen */
const char *hdpvfs_bmi_install(const hdpvfs_object *object);

#endif
