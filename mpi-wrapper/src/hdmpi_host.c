/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes of different names whose labels are the same. Within a process the library tells such names
 * apart by .2, .3, ... in the order in which it meets them. So all processes have to meet them in
 * one order: that of the first rank on each. */
#include "hdmpi_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *shared; /* names whose labels fall together, each ends with a NUL, "" ends the list */

/* One character of a label (FORMATS A1), of UTF-8 several bytes. */
static char label_character(const char **text)
{
    const char c = *(*text)++;
    while (((unsigned char)**text & 0xC0) == 0x80) {
        (*text)++;
    }
    const bool kept = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '-';
    return (char)(kept ? c : '-');
}

static bool have_same_label(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (label_character(&a) != label_character(&b)) {
            return false;
        }
    }
    return *a == *b;
}

/* Keep the first of equal names. @return how many are left */
static int keep_distinct(const char **names, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < kept && strcmp(names[at], names[i]) != 0) {
            at++;
        }
        names[at] = names[i];
        kept += at == kept;
    }
    return kept;
}

static bool is_shared(const char *const *names, int count, int index)
{
    for (int i = 0; i < count; i++) {
        if (i != index && have_same_label(names[i], names[index])) {
            return true;
        }
    }
    return false;
}

static void list_shared(hd__text *list, const char *all)
{
    const int rank_count = hd__run.rank_count;
    const char **const names = malloc((size_t)rank_count * sizeof(*names));
    if (names == NULL) {
        return;
    }
    for (int i = 0; i < rank_count; i++) {
        names[i] = all + (size_t)i * sizeof(hd__run.host);
    }
    const int count = keep_distinct(names, rank_count);
    for (int i = 0; i < count; i++) {
        if (is_shared(names, count, i)) {
            hd__text_add(list, names[i], strlen(names[i]) + 1);
        }
    }
    free(names);
}

void hd__host_agree(void)
{
    hd__text list = {0};
    char *const all =
        hd__run.rank == 0 ? calloc((size_t)hd__run.rank_count, sizeof(hd__run.host)) : NULL;
    int size = hd__run.rank != 0 || all != NULL;
    PMPI_Bcast(&size, 1, MPI_INT, 0, hd__run.comm);
    if (!size) {
        free(all);
        return;
    }
    const int bytes = (int)sizeof(hd__run.host);
    PMPI_Gather(hd__run.host, bytes, MPI_CHAR, all, bytes, MPI_CHAR, 0, hd__run.comm);
    if (all != NULL) {
        list_shared(&list, all);
        free(all);
    }
    size = list.failed ? 0 : (int)list.length;
    PMPI_Bcast(&size, 1, MPI_INT, 0, hd__run.comm);
    shared = calloc((size_t)size + 1, 1);
    if (shared != NULL && list.data != NULL) {
        memcpy(shared, list.data, (size_t)size);
    }
    if (size > 0) {
        char *const lost = shared == NULL ? malloc((size_t)size) : NULL;
        PMPI_Bcast(shared == NULL ? lost : shared, size, MPI_CHAR, 0, hd__run.comm);
        free(lost);
    }
    hd__text_fini(&list);
}

void hd__host_enter(hd_topology *topology)
{
    for (const char *name = shared; name != NULL && *name != '\0'; name += strlen(name) + 1) {
        const hd_topology_node *node = NULL;
        if (strcmp(name, hd__run.host) == 0) {
            return;
        }
        if (have_same_label(name, hd__run.host) &&
            hd_topology_get_node(topology, 1, &name, &node) != HD_OK) {
            hd__warn_status("two nodes may have one name");
        }
    }
}

hd_status hd__host_get_rank_node(const hd_topology_node **node)
{
    char rank[16];
    (void)snprintf(rank, sizeof(rank), "%d", hd__run.rank);
    const char *const labels[] = {hd__run.host, rank};
    return hd_topology_get_node(hd__run.topology, 2, labels, node);
}
