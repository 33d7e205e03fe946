/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_SWITCH_H
#define HDMPI_SWITCH_H
/** What is recorded when: functions by HDTRACE_FUNCTIONS, and the switch that MPI_Pcontrol, a
 * signal and a file turn. */

#include "hdmpi_session.h"
#include "hdmpi_shapes.h"

/** Whether a function is recorded while the switch is on. Set once, at the start. */
extern HD__HIDDEN bool hd__wanted[HD__FUNCTION_COUNT];

/** Set hd__wanted by HDTRACE_FUNCTIONS and HDTRACE_LOCAL; tells what in the list is unknown. */
void hd__filter_init(const hd__config *config, void (*warn)(const char *message));

/** The function of a name without MPI_, HD__FUNCTION_COUNT for none. */
hd__function hd__filter_find(const char *name);

/** Whether a state of this name is recorded while the switch is on. */
bool hd__filter_wants(const char *element);

/** Install the signal and look at the file, where they are asked for. */
void hd__switch_init(void);

/** Look at the file, once a second at most. */
void hd__switch_look(void);

static HD__ALWAYS_INLINE bool hd__is_recording(void)
{
    return atomic_load_explicit(&hd__run.recording, memory_order_relaxed);
}

#endif
