/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_RELATION_H
#define HDTRACE_RELATION_H
/** Relations: tokens with states on them, linked to parents across layers and hosts (FORMATS A7,
 * B 1.5). Thread: any; a file is locked per call. */

#include <hdtrace/status.h>
#include <hdtrace/topology.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hd_relation hd_relation; /**< one .rel file */
typedef struct hd_token {
    hd_relation *relation;
    uint64_t id;
} hd_token;

typedef struct hd_relation_attribute {
    const char *name;
    const char *value;
} hd_relation_attribute;

HD_API HD_CHECK hd_status hd_relation_create(const hd_topology_node *node, hd_relation **relation);

/** Write times with 6 decimals from now on, as readers of the original need them (FORMATS A9). */
HD_API void hd_relation_set_compat_original(hd_relation *relation);

/** Close and free; the file is removed when no token was made. NULL is allowed. */
HD_API hd_status hd_relation_destroy(hd_relation *relation);

/** Until it is released: what this thread writes has the same time and stands together, for which
 *  lock and clock are needed once. Other threads wait; not to be nested. NULL is allowed.
 *  @return that time, of hd_clock_get_ns; 0 for NULL */
HD_API int64_t hd_relation_hold(hd_relation *relation);
HD_API void hd_relation_release(hd_relation *relation);

/** Create a token: top level, below one of this process, or below one named by its remote text. */
HD_API HD_CHECK hd_status hd_relation_create_token(hd_relation *relation, hd_token *token);
HD_API HD_CHECK hd_status hd_relation_create_child(hd_relation *relation, hd_token parent,
                                                   hd_token *token);
HD_API HD_CHECK hd_status hd_relation_create_remote_child(hd_relation *relation,
                                                          const char *parent_text, hd_token *token);

/** Write "host:pid:topology:id", which names the token on any host.
 *  @return HD_OK | HD_LIMIT (does not fit) */
HD_API HD_CHECK hd_status hd_token_get_text(hd_token token, char *text, size_t size);

/** Begin and end states on a token; they form a stack. Attributes are escaped; `xml` is child XML
 *  written as it is, or NULL; if the program is killed, a line of it may be the file's last one. */
HD_API HD_CHECK hd_status hd_token_begin_state(hd_token token, const char *name,
                                               size_t attribute_count,
                                               const hd_relation_attribute *attributes);
HD_API HD_CHECK hd_status hd_token_end_state(hd_token token, size_t attribute_count,
                                             const hd_relation_attribute *attributes,
                                             const char *xml);

/** The begin (`name`) or the end (NULL) of states with attributes that are always the same, made
 * ready once. Thread: any; it doesn't change. @return HD_OK | HD_INVALID | HD_NOMEM | HD_LIMIT
 * (longer than 960 bytes) */
typedef struct hd_relation_phrase hd_relation_phrase;
HD_API HD_CHECK hd_status hd_relation_phrase_create(const char *name, size_t attribute_count,
                                                    const hd_relation_attribute *attributes,
                                                    const hd_relation_phrase **phrase);
HD_API void hd_relation_phrase_destroy(const hd_relation_phrase *phrase);

/** As hd_token_begin_state or hd_token_end_state, at a fourth of the work. */
HD_API HD_CHECK hd_status hd_token_put(hd_token token, const hd_relation_phrase *phrase);

/** Destroy the token: writes its end, closing what is still open. */
HD_API hd_status hd_token_destroy(hd_token token);

#ifdef __cplusplus
}
#endif
#endif
