/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_SOURCE_H
#define HDMPI_SOURCE_H
/** Where in the program a call was made (HDTRACE_SOURCE=1). A state gets the number of its place as
 *  `callSite`; what the number means is a line of the process's fragment:
 *
 *      Site id='3' offset='4660' build='1f0a..' module='/home/me/app'
 *
 *  the offset of the call's return in the object's addresses. hdtrace-source turns numbers into
 *  cFile and cLine (FORMATS B 5.1) by debug information, after the run. */

#include "hdmpi_session.h"

/** Add `callSite` to the state being described, unless nobody knows. */
void hd__source_put(hd__call *call);

#endif
