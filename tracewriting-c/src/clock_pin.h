/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_CLOCK_PIN_H
#define HD_SRC_CLOCK_PIN_H

#include <hdtrace/clock.h>

/* Forget the pinned offset, so that a test's clock takes effect. */
void hd__clock_unpin(void);

#endif
