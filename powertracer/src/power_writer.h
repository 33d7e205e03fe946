/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_WRITER_H
#define HDPOWER_WRITER_H
/** The thread that writes what the devices' threads measure, so that no disk delays a reading. */

#include "power_session.h"

/** Start the thread; the devices' threads are started afterwards. */
hd_status hd__power_writer_start(hd_power *power);

/** End it when the devices' threads have ended, and write what is left. @return the first failure
 */
hd_status hd__power_writer_stop(hd_power *power);

#endif
