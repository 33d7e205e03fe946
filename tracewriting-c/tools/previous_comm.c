/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Communicators of an earlier project file, back into lines of fragments. */
#include "previous_data.h"

#include <string.h>

/** A communicator of the file. */
struct comm {
    char *name;
    char *gid;
    GString *maps[2]; /* by group, as in a fragment */
    gboolean is_inter;
    gboolean listed[2]; /* its map was given away */
};

/** What a process knows of a communicator. */
struct membership {
    struct comm *comm;
    gint64 cid;
    gint64 local;
    gboolean has_local;
    unsigned group;
};

void previous_comm_free(gpointer data)
{
    struct comm *comm = data;
    g_free(comm->name);
    g_free(comm->gid);
    for (int i = 0; i < 2; i++) {
        (void)g_string_free(comm->maps[i], TRUE);
    }
    g_free(comm);
}

void previous_memberships_free(gpointer data)
{
    (void)g_array_unref(data);
}

static void add_member(struct previous *p, struct comm *comm)
{
    gint64 rank = -1;
    gint64 group = 0;
    struct membership own = {.comm = comm, .cid = -1};
    if (!hd_reader_get_int(p->reader, 0, "global", &rank) || rank < 0) {
        return;
    }
    (void)hd_reader_get_int(p->reader, 0, "cid", &own.cid);
    comm->is_inter |= hd_reader_get_int(p->reader, 0, "group", &group);
    own.group = group == 1;
    own.has_local = hd_reader_get_int(p->reader, 0, "local", &own.local);
    if (own.has_local) {
        g_string_append_printf(comm->maps[own.group], "%" G_GINT64_FORMAT "->%" G_GINT64_FORMAT ";",
                               rank, own.local);
    }
    if (own.cid < 0) {
        return;
    }
    GArray *memberships = g_hash_table_lookup(p->by_rank, &rank);
    if (memberships == NULL) {
        memberships = g_array_new(FALSE, FALSE, sizeof own);
        (void)g_hash_table_insert(p->by_rank, g_memdup2(&rank, sizeof rank), memberships);
    }
    g_array_append_val(memberships, own);
}

gboolean previous_read_comms(struct previous *p)
{
    const unsigned depth = p->entry.depth;
    struct comm *comm = NULL;
    while (previous_step(p)) {
        if (p->entry.kind == HD_ENTRY_END && p->entry.depth == depth) {
            return TRUE;
        }
        if (previous_begins(p, "Communicator")) {
            comm = g_new0(struct comm, 1);
            comm->name = g_strdup(previous_attribute(p, "name"));
            comm->gid = g_strdup(previous_attribute(p, "gid"));
            comm->maps[0] = g_string_new(NULL);
            comm->maps[1] = g_string_new(NULL);
            g_ptr_array_add(p->comms, comm);
        } else if (comm != NULL && previous_begins(p, "Rank")) {
            add_member(p, comm);
        }
    }
    return FALSE;
}

static void add_comm_line(GString *text, const struct membership *own, gint64 rank)
{
    struct comm *comm = own->comm;
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, own->cid);
    g_autofree char *self =
        g_strdup_printf("%" G_GINT64_FORMAT "->%" G_GINT64_FORMAT ";", rank, own->local);
    const gboolean is_self = g_strcmp0(comm->name, "SELF") == 0;
    (void)g_string_append(text, "Comm");
    previous_add_field(text, "gid", comm->gid);
    previous_add_field(text, "group", !comm->is_inter ? NULL : own->group == 1 ? "1" : "0");
    previous_add_field(text, "id", id);
    previous_add_field(text, "name", comm->name);
    if (is_self) {
        previous_add_field(text, "map", own->has_local ? self : NULL);
    } else if (comm->gid == NULL || !comm->listed[own->group]) { /* once is enough with a gid */
        previous_add_field(text, "map", comm->maps[own->group]->str);
        comm->listed[own->group] = TRUE;
    }
    (void)g_string_append_c(text, '\n');
}

/** A further fragment of the same place, which `text` begins with. */
static GString *add_fragment(struct previous *p, const GString *text)
{
    static const gint64 told = -1; /* nothing else is added to it */
    GString *further = g_string_new_len(text->str, (gssize)strcspn(text->str, "\n") + 1);
    g_ptr_array_add(p->fragments, further);
    g_array_append_val(p->ranks, told);
    return further;
}

void previous_add_comm_lines(struct previous *p, GString *text, gint64 rank, gboolean has_fragment)
{
    GArray *memberships = g_hash_table_lookup(p->by_rank, &rank);
    g_autoptr(GHashTable) ids = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; memberships != NULL && i < memberships->len; i++) {
        struct membership *own = &g_array_index(memberships, struct membership, i);
        if (own->comm->gid != NULL || !has_fragment) {
            const gboolean is_first = g_hash_table_add(ids, &own->cid);
            add_comm_line(is_first ? text : add_fragment(p, text), own, rank);
        }
    }
    if (!has_fragment) { /* other threads need not say it again */
        (void)g_hash_table_remove(p->by_rank, &rank);
        return;
    }
    for (guint i = memberships == NULL ? 0 : memberships->len; i > 0; i--) {
        if (g_array_index(memberships, struct membership, i - 1).comm->gid != NULL) {
            (void)g_array_remove_index(memberships, i - 1);
        }
    }
}
