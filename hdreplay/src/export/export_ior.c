/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan as one command line of IOR: the file, or set of files of one for each rank, that moves
 * most bytes, with the transfer size that moves most of them. All else is told as lost. */
#include "export.h"

struct transfer {
    uint32_t rank;
    uint32_t file;
    int64_t offset;
    int64_t bytes;
    bool writes;
    bool collective;
    bool posix;
    bool first; /* piece of its call */
};

struct gathered {
    GArray *transfers; /* struct transfer */
    const struct plan_cell *last;
    uint64_t syncs;
};

static bool is_collective(const struct plan_cell *cell)
{
    return !plan_call_is_posix(cell->call) &&
           g_strstr_len(plan_file_call_name(cell->call), -1, "_all") != NULL;
}

static void gather(void *user, const struct plan_strand_entry *strand, const struct plan_cell *cell,
                   uint32_t file, int64_t offset, int64_t bytes)
{
    struct gathered *g = user;
    if (bytes == 0) {
        g->syncs++;
        return;
    }
    const struct transfer one = {strand->rank,
                                 file,
                                 offset,
                                 bytes,
                                 plan_call_writes(cell->call),
                                 is_collective(cell),
                                 plan_call_is_posix(cell->call),
                                 cell != g->last};
    g->last = cell;
    g_array_append_val(g->transfers, one);
}

/* The key with the largest sum. */
static int64_t heaviest(GHashTable *sums)
{
    GHashTableIter at;
    gpointer key = NULL;
    gpointer value = NULL;
    int64_t best = -1;
    int64_t most = -1;
    g_hash_table_iter_init(&at, sums);
    while (g_hash_table_iter_next(&at, &key, &value)) {
        const int64_t sum = *(int64_t *)value;
        const int64_t number = *(int64_t *)key;
        if (sum > most || (sum == most && number < best)) {
            most = sum;
            best = number;
        }
    }
    return best;
}

static GHashTable *make_sums(void)
{
    return g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
}

static void add_to(GHashTable *sums, int64_t key, int64_t bytes)
{
    int64_t *sum = g_hash_table_lookup(sums, &key);
    if (sum == NULL) {
        sum = g_new0(int64_t, 1);
        g_hash_table_insert(sums, g_memdup2(&key, sizeof key), sum);
    }
    *sum = MIN(bytes, G_MAXINT64 - *sum) + *sum;
}

/* What the command line says, found out in one way through the transfers. */
struct shape {
    int64_t file;
    int64_t size;      /* of a transfer */
    int64_t block;     /* that a rank moves without a gap */
    uint64_t segments; /* of blocks, of each rank */
    bool own_files;    /* one for each rank */
    bool collective;
    bool posix;
    bool random;
    bool writes;
    bool reads;
    uint32_t ranks;
};

static bool *find_users(const struct gathered *g, const struct exporting *e, int64_t file)
{
    bool *users = g_new0(bool, e->plan.head->rank_count + 1);
    for (guint i = 0; i < g->transfers->len; i++) {
        const struct transfer *one = &g_array_index(g->transfers, struct transfer, i);
        users[one->rank] = users[one->rank] || one->file == file;
    }
    return users;
}

static void find_shape(const struct gathered *g, struct exporting *e, struct shape *shape)
{
    GHashTable *files = make_sums();
    GHashTable *sizes = make_sums();
    for (guint i = 0; i < g->transfers->len; i++) {
        const struct transfer *one = &g_array_index(g->transfers, struct transfer, i);
        add_to(files, one->file, one->bytes);
        add_to(sizes, one->bytes, one->bytes);
    }
    *shape = (struct shape){.file = heaviest(files), .size = heaviest(sizes)};
    bool *users = find_users(g, e, shape->file);
    for (uint32_t r = 0; r < e->plan.head->rank_count; r++) {
        shape->ranks += users[r];
    }
    shape->own_files = shape->ranks == 1 && e->plan.head->rank_count > 1 &&
                       g_hash_table_size(files) >= e->plan.head->rank_count;
    g_hash_table_unref(files);
    g_hash_table_unref(sizes);
    uint32_t chosen = PLAN_FILE_NOTHING; /* one rank stands for all */
    int64_t end = -1;
    int64_t run = 0;
    for (guint i = 0; i < g->transfers->len; i++) {
        const struct transfer *one = &g_array_index(g->transfers, struct transfer, i);
        if (one->file != shape->file) {
            continue;
        }
        shape->collective = shape->collective || one->collective;
        shape->posix = shape->posix || one->posix;
        shape->writes = shape->writes || one->writes;
        shape->reads = shape->reads || !one->writes;
        if (one->writes != shape->writes || (chosen != PLAN_FILE_NOTHING && one->rank != chosen)) {
            continue;
        }
        chosen = one->rank;
        shape->random = shape->random || (one->offset < end && end >= 0);
        run = one->offset == end ? run + one->bytes : one->bytes;
        shape->segments += one->offset != end;
        shape->block = MAX(shape->block, run);
        end = one->offset + one->bytes;
    }
    shape->block = MAX(shape->block / shape->size, 1) * shape->size;
    g_free(users);
}

static void tell_losses(const struct gathered *g, struct exporting *e, const struct shape *shape)
{
    for (guint i = 0; i < g->transfers->len; i++) {
        const struct transfer *one = &g_array_index(g->transfers, struct transfer, i);
        if (!one->first) {
            export_lose(&e->losses, "pieces of a file view are transfers of their own", 1);
        }
        if (one->file != shape->file && !shape->own_files) {
            export_lose(&e->losses, "transfers of other files are left out", 1);
        } else if (one->bytes != shape->size) {
            export_lose(&e->losses, "transfers of another size have the one of most bytes", 1);
        } else if (one->collective != shape->collective || one->posix != shape->posix) {
            export_lose(&e->losses, "collective, independent and POSIX transfers become one kind",
                        1);
        }
    }
    if (g->syncs > 1) {
        export_lose(&e->losses, "syncs are one at the end", g->syncs - 1);
    }
    export_lose(&e->losses, "time between calls is left out", 0);
    export_lose(&e->losses, "writes come before reads; offsets are IOR's own", 0);
}

char *export_ior(struct exporting *e, GError **error)
{
    struct gathered g = {.transfers = g_array_new(FALSE, FALSE, sizeof(struct transfer))};
    char *whole = NULL;
    if (export_walk(e, gather, &g, error) && g.transfers->len == 0) {
        (void)g_set_error_literal(error, g_quark_from_static_string("hdreplay"), 0,
                                  "the plan has no transfers whose place is known");
    } else if (error == NULL || *error == NULL) {
        struct shape shape;
        find_shape(&g, e, &shape);
        tell_losses(&g, e, &shape);
        const bool collective = shape.collective && !shape.posix; /* IOR refuses -z beside -c */
        g_autofree char *quoted = g_shell_quote(e->paths[shape.file]);
        g_autofree char *folder = g_path_get_dirname(e->paths[shape.file]);
        g_autofree char *quoted_folder = g_shell_quote(folder);
        g_autofree char *losses = export_losses_text(&e->losses, "# - ");
        whole = g_strdup_printf(
            "#!/bin/sh\n# Made by hdreplay export --to ior of the plan %s.\n#\n"
            "#     sh THIS EMPTY_FOLDER\n#\n# What it can't express:\n%s"
            "set -eu\ncd \"$1\"\nmkdir -p -- %s\n"
            "exec mpiexec -n %u ior -a %s -t %" G_GINT64_FORMAT " -b %" G_GINT64_FORMAT
            " -s %" G_GUINT64_FORMAT "%s%s%s%s%s%s -o %s\n",
            e->name, losses, quoted_folder,
            shape.own_files ? e->plan.head->rank_count : shape.ranks,
            shape.posix ? "POSIX" : "MPIIO", shape.size, shape.block, MAX(shape.segments, 1),
            shape.writes ? " -w" : "", shape.reads ? " -r" : "", shape.own_files ? " -F" : "",
            collective ? " -c" : "", shape.random && !collective ? " -z" : "",
            g.syncs > 0 ? " -e" : "", quoted);
    }
    g_array_unref(g.transfers);
    return whole;
}
