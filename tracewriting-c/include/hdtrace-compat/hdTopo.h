/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_COMPAT_HDTOPO_H
#define HDTRACE_COMPAT_HDTOPO_H
/** Topologies by the original library's names. New programs use hdtrace/topology.h.
 *
 *  The environment variable HDTRACE_PREFIX is put in front of the project's name as a text; a
 *  folder needs its final slash. Functions give NULL or -1 on failure and set errno (hdError.h). */

#include <hdtrace/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hdTopology hdTopology;
typedef struct hdTopoNode hdTopoNode;

HD_API hdTopology *hdT_createTopology(const char *project, const char **levels, int nlevels);

/** Levels and one for the project itself. */
HD_API int hdT_getTopoDepth(const hdTopology *topology);

/** Only after everything that uses its nodes. */
HD_API int hdT_destroyTopology(hdTopology *topology);

HD_API hdTopoNode *hdT_createTopoNode(hdTopology *topology, const char **path, int length);
HD_API int hdT_getTopoNodeLevel(const hdTopoNode *node);

/** The labels joined by '_'. */
HD_API const char *hdT_getTopoPathString(const hdTopoNode *node);

/** Label at a level, counted from 1. */
HD_API const char *hdT_getTopoPathLabel(const hdTopoNode *node, int level);
HD_API int hdT_destroyTopoNode(hdTopoNode *node);

#ifdef __cplusplus
}
#endif
#endif
