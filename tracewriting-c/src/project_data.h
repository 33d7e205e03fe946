/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_PROJECT_DATA_H
#define HD_SRC_PROJECT_DATA_H
/* A project in memory: lists in the order in which things were added. */

#include "buffer.h"
#include "info_line.h"

#include <hdtrace/project.h>

enum { HD__LEVELS_MAX = 16 };

typedef enum hd__result { HD__DONE, HD__BAD, HD__NO_MEMORY } hd__result;

typedef struct hd__project_node {
    char *name;
    char *label; /* NULL when it is the name */
    char *type;  /* NULL when it is that of the level */
    struct hd__project_node *children;
    struct hd__project_node *next;
} hd__project_node;

typedef struct hd__project_file {
    char *name;
    int64_t bytes;
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

typedef struct hd__project_comm {
    char *key; /* what makes it the same communicator in all fragments */
    char *name;
    char *gid;      /* NULL when not known */
    int64_t id;     /* while a fragment is read: its own id of it */
    hd__buffer map; /* ... and its list of members */
    hd__pairs members;
    hd__pairs ids;
    struct hd__project_comm *next;
} hd__project_comm;

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
    struct hd__project_process *next;
} hd__project_process;

typedef struct hd__project_group {
    char *name;
    struct hd__project_group *next;
} hd__project_group;

struct hd_project {
    char *name;
    char *levels[HD__LEVELS_MAX];
    size_t level_count;
    hd__project_node *nodes;
    hd__project_file *files;
    hd__project_comm *comms;
    hd__project_process *processes;
    hd__project_group *groups;
    size_t skipped_lines;
};

/* Append an item of any of the list types above. */
#define HD__APPEND(list, item)                                                                     \
    do {                                                                                           \
        __typeof__(list) *end_of_list = &(list);                                                   \
        while (*end_of_list != NULL) {                                                             \
            end_of_list = &(*end_of_list)->next;                                                   \
        }                                                                                          \
        *end_of_list = (item);                                                                     \
    } while (0)

/* Replace a text unless the new one is missing; false when out of memory. */
bool hd__text_replace(char **text, const char *by);

bool hd__pairs_add(hd__pairs *pairs, int64_t rank, int64_t value);

/* Sort by rank and drop repeated ranks. */
void hd__pairs_unite(hd__pairs *pairs);

void hd__project_comms_destroy(hd__project_comm *comms);

/* Take one `Comm` line into the list of the fragment's own communicators. */
hd__result hd__project_comms_read(hd__project_comm **comms, const hd__info_line *line);

/* Join the communicators of the process with this world rank (-1: unknown) with the project's.
 * False when out of memory. */
bool hd__project_comms_join(hd_project *project, hd__project_comm *comms, int64_t rank);

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

#endif
