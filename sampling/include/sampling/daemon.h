/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SAMPLING_DAEMON_H
#define HD_SAMPLING_DAEMON_H
/** What programs need that sample without any MPI program: a project of their own, a wait for its
 *  end. Not for libraries, it uses GLib. */

#include <glib.h>
#include <hdtrace/project.h>
#include <hdtrace/topology.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hd_own_project {
    char *directory;
    char *name;
    hd_topology *topology;
    const hd_topology_node *node; /* of the host, at the first level */
    hd_fragment *fragment;        /* NULL: nothing was begun */
    char *earlier; /* what an earlier run had left in the fragment's place, or NULL */
    size_t earlier_length;
};

/** Create the topology; no file yet. On failure too the project is to be closed. */
HD_CHECK hd_status hd__own_project_open(struct hd_own_project *project, const char *directory,
                                        const char *name, size_t level_count,
                                        const char *const *levels, const char *host);

/** Check that the fragment can be written, before anything is; `path` gets where.
 *  @return NULL: it can; else the cause */
const char *hd__own_project_check(const struct hd_own_project *project, char *path, size_t size);

/** Create the fragment, when all that it depends on is there. */
HD_CHECK hd_status hd__own_project_begin(struct hd_own_project *project);

/** Declare the groups GROUP.first .. GROUP.last of the host; number 1 is called GROUP. */
HD_CHECK hd_status hd__own_project_declare(struct hd_own_project *project, const char *group,
                                           unsigned first, unsigned last);

/** Write the project file from all fragments in the folder: other nodes may share it. */
HD_CHECK hd_status hd__own_project_write(const struct hd_own_project *project);

/** Take the fragment back, before the project is closed, as there is nothing to be described: that
 *  of an earlier run is there again. */
void hd__own_project_discard(const struct hd_own_project *project);

void hd__own_project_close(struct hd_own_project *project);

/** Check what a command line says of them; the process need not be there when `is_elsewhere`.
 *  @return NULL: good; else the cause, and `*option` is which one */
const char *hd__check_end(int64_t pid, double duration_s, bool is_elsewhere, const char **option);

/** Check that files can be made in a folder. @return NULL: they can; else the cause */
const char *hd__check_folder(const char *path);

/** Wait for SIGINT or SIGTERM, for the end of process `pid` (0: none), or so many seconds (0: no
 *  limit). When a signal would end it `begun` is printed on stderr. */
void hd__wait_for_end(pid_t pid, double duration_s, const char *begun);

#ifdef __cplusplus
}
#endif
#endif
