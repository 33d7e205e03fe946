/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_COMPAT_HDTRACE_H
#define HDTRACE_COMPAT_HDTRACE_H
/** Traces by the original library's names. New programs use hdtrace/trace.h.
 *
 *  Functions give 0 on success and NULL or -1 on failure, with errno set (hdError.h). */

#include "hdError.h"
#include "hdTopo.h"

#include <stdio.h>    /* programs of that time expect it from here */
#include <sys/time.h> /* the same */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hdTrace hdTrace;

/** Does nothing; there is nothing to prepare any more. */
HD_API void hdTrace_init(void);

/** Create the node's .trc and .info; the trace is disabled and records top-level states only. */
HD_API hdTrace *hdT_createTrace(hdTopoNode *topoNode);

/** Record nested states down to this depth; 0 is top level only. Not while a state is open. */
HD_API int hdT_setNestedDepth(hdTrace *trace, int depth);

/** Accepted; whatever has ended is in the file at once anyway. */
HD_API int hdT_setForceFlush(hdTrace *trace, int flush);

/** 0: switched, 1: was so before, -1: no trace. */
HD_API int hdT_enableTrace(hdTrace *trace);
HD_API int hdT_disableTrace(hdTrace *trace);
HD_API int hdT_isEnabled(hdTrace *trace);

/** Add a data element, with attributes as in hdT_logAttributes. */
HD_API int hdT_logElement(hdTrace *trace, const char *name, const char *valueFormat, ...)
    __attribute__((format(printf, 3, 4)));

/** Append text to the .info file, line by line. */
HD_API int hdT_writeInfo(hdTrace *trace, const char *message, ...)
    __attribute__((format(printf, 2, 3)));

/** Add attributes `name='value' name='value'` to the open state. Quotes inside of values and the
 *  other special characters are escaped; references as &lt; are understood as such. */
HD_API int hdT_logAttributes(hdTrace *trace, const char *valueFormat, ...)
    __attribute__((format(printf, 2, 3)));

HD_API int hdT_logStateStart(hdTrace *trace, const char *stateName);
HD_API int hdT_logStateEnd(hdTrace *trace);

/** Events; the text of the end holds attributes. The original had no effect here. */
HD_API int hdT_logEventStart(hdTrace *trace, char *eventName);
HD_API int hdT_logEventEnd(hdTrace *trace, char *valueFormat, ...)
    __attribute__((format(printf, 2, 3)));

HD_API int hdT_finalize(hdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
