/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef POWERTRACER_ONCE_H
#define POWERTRACER_ONCE_H
/** One measurement of each device that is printed instead of recorded. */

#include "power_session.h"

/** Print each value, as a table or as
 *  {"host","startNs","devices":[{"device","meter","identity","elapsedNs","unavailable",
 *  "values":[{"name","unit","value"}]}]}; what was not measured is null.
 *  @param wait_s how long to wait for a device
 *  @return false when a device told nothing in this time; `fault` says which and is to be freed */
bool once_print(hd_power *power, bool json, double wait_s, char **fault);

#endif
