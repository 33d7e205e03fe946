/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_PROJECT_DATA_H
#define HD_SRC_PROJECT_DATA_H
/* A project in memory: lists in the order in which things were added. */

#include "buffer.h"
#include "info_line.h"
#include "table.h"

#include <hdtrace/project.h>

enum { HD__LEVELS_MAX = 16 };

typedef enum hd__result { HD__DONE, HD__BAD, HD__NO_MEMORY } hd__result;

/* A list that is appended to in constant time. A type can't stand in parentheses here.
 * NOLINTBEGIN(bugprone-macro-parentheses) */
#define HD__LIST(type)                                                                             \
    struct {                                                                                       \
        type *first;                                                                               \
        type *last;                                                                                \
    }

/* NOLINTEND(bugprone-macro-parentheses) */
#define HD__APPEND(list, item)                                                                     \
    do {                                                                                           \
        if ((list)->first == NULL) {                                                               \
            (list)->first = (item);                                                                \
        } else {                                                                                   \
            (list)->last->next = (item);                                                           \
        }                                                                                          \
        (list)->last = (item);                                                                     \
    } while (0)

typedef struct hd__project_node hd__project_node;
typedef HD__LIST(hd__project_node) hd__node_list;

struct hd__project_node {
    const hd__project_node *parent; /* NULL for the outermost */
    char *name;
    char *label; /* NULL when it is the name */
    char *type;  /* NULL when it is that of the level */
    hd__node_list children;
    hd__project_node *next;
};

typedef struct hd__project_file {
    char *name;
    int64_t bytes;
    char *body; /* content of its element in an earlier project file, or NULL */
    struct hd__project_file *next;
} hd__project_file;

/* Pairs of numbers: (world rank, rank in the communicator) or (world rank, id). */
typedef struct hd__pairs {
    struct hd__pair {
        int64_t rank;
        int64_t value;
    } * items;
    size_t count;
    size_t capacity;
} hd__pairs;

enum { HD__COMM_GROUPS = 2 };

/* A communicator of the project. An intercommunicator has two groups of members, others one. */
typedef struct hd__project_comm {
    char *key; /* what makes it the same communicator in all fragments */
    char *name;
    char *gid; /* NULL when not known */
    bool is_inter;
    struct hd__comm_group {
        hd__pairs members;
        uint64_t map_hash; /* of the list of members read last; 0: none so far */
        hd__pairs ids;
    } groups[HD__COMM_GROUPS];
    struct hd__project_comm *next;
} hd__project_comm;

/* A communicator as one fragment knows it. */
typedef struct hd__own_comm {
    int64_t id;
    char *name;
    char *gid;
    bool is_inter;
    int64_t group;   /* this process's, of an intercommunicator; else 0 */
    hd__buffer map;  /* its list of members */
    hd__buffer key;  /* see hd__project_comm */
    size_t key_used; /* of it, without the running number */
    int64_t repeats; /* how many later ones of the fragment have the same key */
    struct hd__own_comm *next;
} hd__own_comm;

/* The communicators of one fragment while its lines are read. */
typedef struct hd__comm_list {
    HD__LIST(hd__own_comm) all;
    hd__table by_id;
    hd__table by_key; /* the first of each key */
} hd__comm_list;

typedef struct hd__project_type {
    int64_t id;
    char *combiner;
    char *name;
    hd__buffer integers; /* lists as in the fragment: "3;2;5;" */
    hd__buffer addresses;
    hd__buffer types;
    struct hd__project_type *next;
} hd__project_type;

typedef struct hd__project_process { /* one fragment that has datatypes */
    int64_t rank;
    int64_t thread;
    hd__project_type *types;
    char *body; /* instead of types: as an earlier project file had them */
    struct hd__project_process *next;
} hd__project_process;

typedef struct hd__project_element { /* of an earlier project file */
    char *text;
    bool is_description;
    struct hd__project_element *next;
} hd__project_element;

typedef struct hd__project_group {
    char *name;
    struct hd__project_group *next;
} hd__project_group;

struct hd_project {
    char *name;
    char *levels[HD__LEVELS_MAX];
    size_t level_count;
    hd__node_list nodes;
    hd__table nodes_by_name; /* and parent */
    HD__LIST(hd__project_file) files;
    hd__table files_by_name;
    HD__LIST(hd__project_comm) comms;
    hd__table comms_by_key;
    hd__table known_maps; /* lists of members that are whole, by their text alone */
    HD__LIST(hd__project_process) processes;
    hd__table processes_by_number;
    HD__LIST(hd__project_process) bare; /* without datatypes: threads use those of the first one */
    hd__table bare_by_number;
    HD__LIST(hd__project_element) elements;
    HD__LIST(hd__project_group) groups;
    hd__table groups_by_name;
    hd__info_line line; /* of the fragment being read */
    size_t skipped_lines;
    bool compat;       /* for readers of the original */
    size_t rank_count; /* that there must be, where some are missing */
    size_t missing;    /* processes whose fragments are not there */
};

/* The file of that name, made with that size when there was none; NULL when out of memory. */
hd__project_file *hd__project_get_file(hd_project *project, const char *name, int64_t bytes);

/* A process to take datatypes, also when there is one with the same numbers: worlds may be joined.
 * NULL when out of memory. */
hd__project_process *hd__project_add_process(hd_project *project, int64_t rank, int64_t thread);

/* A process without datatypes, once; false when out of memory. */
bool hd__project_add_bare(hd_project *project, int64_t rank, int64_t thread);

/* The one with datatypes and these numbers, or NULL. */
const hd__project_process *hd__project_find_process(const hd_project *project, int64_t rank,
                                                    int64_t thread);

/* Release files, datatypes and what was kept. */
void hd__project_kept_destroy(hd_project *project);

/* Replace a text unless the new one is missing; false when out of memory. */
bool hd__text_replace(char **text, const char *by);

bool hd__pairs_add(hd__pairs *pairs, int64_t rank, int64_t value);

/* Sort by rank and drop repeated ranks. */
void hd__pairs_unite(hd__pairs *pairs);

void hd__project_comms_destroy(hd__project_comm *comms);

/* Take one `Comm` line into the list of the fragment's own communicators. */
hd__result hd__comm_list_read(hd__comm_list *comms, const hd__info_line *line,
                              hd__table *known_maps);

void hd__comm_list_fini(hd__comm_list *comms);

/* Join the communicators of the process with this world rank (-1: unknown) with the project's.
 * False when out of memory. */
bool hd__project_comms_join(hd_project *project, hd__comm_list *comms, int64_t rank);

/* Whether groups and combiners of this name can be tags of the project file. */
bool hd__is_tag(const char *name);

/* The datatypes of one fragment while its lines are read. A program may make very many. */
typedef struct hd__type_list {
    hd__project_type *first;
    hd__project_type *last;
    hd__project_type **by_id; /* id_count of them, made with the first type; others are searched */
    size_t id_count;
} hd__type_list;

/* Take one `Type` line. */
hd__result hd__type_list_read(hd__type_list *list, const hd__info_line *line);

/* Release the index, and the types unless `first` was taken. */
void hd__type_list_fini(hd__type_list *list);

void hd__project_types_destroy(hd__project_type *types);

/* Write one element; false when out of memory. */
struct _xmlTextWriter;
bool hd__write_datatype(struct _xmlTextWriter *writer, const hd__project_type *type);

/* Whether the lists are those that the combiner comes with; false also when out of memory. */
bool hd__datatype_fits(const hd__project_type *type);

/* Write a process's types for readers of the original; false when out of memory. */
bool hd__write_datatypes_compat(struct _xmlTextWriter *writer, const hd__project_type *first);

#endif
