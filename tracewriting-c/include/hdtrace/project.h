/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_PROJECT_H
#define HDTRACE_PROJECT_H
/** The project file (.proj) and the fragments (.info) it is made of (FORMATS A1, B 1.2, B 3.4).
 *
 *  Every process describes itself in one fragment, lines of text. A project is the sum of
 * fragments: rank 0 adds those it received in MPI_Finalize, `hdtrace merge` those it finds in
 * files. */

#include <hdtrace/status.h>
#include <hdtrace/topology.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A growing fragment, kept in memory and mirrored to PROJECT_L1_..._Ln.info line by line, so that
 * a process that dies leaves what it knew. Thread: locked per call. */
typedef struct hd_fragment hd_fragment;

HD_API HD_CHECK hd_status hd_fragment_create(const hd_topology_node *node, hd_fragment **fragment);
HD_API hd_status hd_fragment_destroy(hd_fragment *fragment);

/** Append one line such as `File name="out.dat" Size=0 id=0` (without line end). */
HD_API HD_CHECK hd_status hd_fragment_add_line(hd_fragment *fragment, const char *line);

/** Append `Group name= labels=` for a statistics group of the node with these labels ("n1" or
 * "n1;0"). */
HD_API HD_CHECK hd_status hd_fragment_add_group(hd_fragment *fragment, const char *group,
                                                const hd_topology_node *node);

/** Borrow the text so far (NUL terminated) and its length; valid until the next line is added. */
HD_API const char *hd_fragment_get_text(const hd_fragment *fragment, size_t *length);

typedef struct hd_project hd_project;

HD_API HD_CHECK hd_status hd_project_create(const char *name, hd_project **project);
HD_API void hd_project_destroy(hd_project *project);

/** Add one process's fragment. Malformed lines are counted and skipped.
 *  A communicator is the same in all fragments by its `gid`, else by its name and members.
 *  @param origin file name or "rank 3", for messages
 *  @return HD_OK | HD_FORMAT (no usable Topology line: nothing added) | HD_NOMEM */
HD_API HD_CHECK hd_status hd_project_add_fragment(hd_project *project, const char *text,
                                                  size_t length, const char *origin);

/** Get the number of lines that were skipped as malformed in all fragments so far. */
HD_API size_t hd_project_get_skipped_lines(const hd_project *project);

/** Get the type of the level that a node has, as the fragment said that named the node first. The
 *  node is told by its label and those of the nodes around it, outermost first.
 *  @return NULL when the project has no such node
 *  Ownership: valid until the project is destroyed. */
HD_API const char *hd_project_get_level(const hd_project *project, const char *const *labels,
                                        size_t depth);

/** What is taken over from an earlier file of the same project. */
typedef enum hd_kept {
    HD_KEPT_FILE,      /**< key: a file's name; content of its `File` element */
    HD_KEPT_DATATYPES, /**< key: "RANK;THREAD"; content of that process's `Rank` element */
    HD_KEPT_ELEMENT    /**< key: NULL; a whole element of the root that is not one of ours, or
                            `Description` */
} hd_kept;

/** Keep well-formed XML of an earlier project file as it is; bytes that are no UTF-8 are taken as
 *  Latin-1. What fragments said of the same file's size or process's datatypes goes before it, so
 *  add them first.
 *  @return HD_OK | HD_INVALID | HD_FORMAT (not well-formed, or refers to entities of its own:
 *  nothing is kept) | HD_NOMEM. Ownership: all is copied. */
HD_API HD_CHECK hd_status hd_project_keep(hd_project *project, hd_kept kind, const char *key,
                                          const char *xml, size_t length);

/** Note that of so many ranks so many fragments are missing: the file says so, for `hdtrace merge`.
 *  0 of them: it says nothing. */
HD_API void hd_project_set_missing(hd_project *project, size_t missing, size_t rank_count);

/** Write only what readers of the original accept (FORMATS A9): datatypes that they don't know
 *  become runs of bytes of the same size, communicators list the members that used them, and go
 *  without global ids, as do nodes without labels. */
HD_API void hd_project_set_compat_original(hd_project *project);

/** Write the project file atomically (temporary name, then rename). */
HD_API HD_CHECK hd_status hd_project_write(const hd_project *project, const char *path);

#ifdef __cplusplus
}
#endif
#endif
