/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses of one process alone become collective ones of all that have opened the file.
 *
 * The calls of a trace are parted by those at which all members of the file's communicator wait for
 * all. Behind such a call every member comes to its next accesses without waiting for anybody, up
 * to its first other communication; and what is behind the last other communication before such a
 * call, nobody waits for. So in both places the n-th accesses of all members may wait for each
 * other, and nobody will for ever. Those in between, or that not all members make, stay as they
 * are. */
#include "change.h"

#include <string.h>

/* What a trace does, as far as it counts for one set of members. */
struct token {
    enum { TOKEN_MEET, TOKEN_OTHER, TOKEN_ACCESS } kind;
    uint32_t opening; /* of an access: number among those of the set */
    uint32_t call;    /* of an access */
    uint64_t cell;
};

/* The tokens of one member, and where in them it is. */
struct member {
    GArray *tokens;
    guint next;
    guint end; /* of the part that is gone through */
};

static uint16_t collective_of(unsigned call)
{
    switch (call) {
    case PLAN_CALL_FILE_READ:
        return PLAN_CALL_FILE_READ_ALL;
    case PLAN_CALL_FILE_READ_AT:
        return PLAN_CALL_FILE_READ_AT_ALL;
    case PLAN_CALL_FILE_WRITE:
        return PLAN_CALL_FILE_WRITE_ALL;
    case PLAN_CALL_FILE_WRITE_AT:
        return PLAN_CALL_FILE_WRITE_AT_ALL;
    default:
        return PLAN_CALL_COUNT;
    }
}

static bool waits_for_all(const struct plan_cell *cell)
{
    switch (cell->call) {
    case PLAN_CALL_BARRIER:
    case PLAN_CALL_ALLGATHER:
    case PLAN_CALL_ALLREDUCE:
    case PLAN_CALL_ALLTOALL:
    case PLAN_CALL_REDUCE_SCATTER_BLOCK:
        return (cell->flags & PLAN_CELL_NONBLOCKING) == 0;
    default:
        return cell->call == PLAN_CALL_FILE_OPEN || cell->call == PLAN_CALL_FILE_CLOSE;
    }
}

/* Calls of one process alone. */
static bool is_local(unsigned call)
{
    return plan_call_is_posix(call) || collective_of(call) != PLAN_CALL_COUNT ||
           call == PLAN_CALL_FILE_DELETE || call == PLAN_CALL_FILE_SEEK ||
           call == PLAN_CALL_FILE_GET_SIZE || call == PLAN_CALL_FILE_GET_POSITION;
}

static bool is_same_set(const struct plan_file_image *plan, uint32_t one, uint32_t other)
{
    const struct plan_communicator_entry *a = plan_file_communicator(plan, one);
    const struct plan_communicator_entry *b = plan_file_communicator(plan, other);
    return a->member_count == b->member_count &&
           memcmp(plan_file_numbers(plan, a->first_number),
                  plan_file_numbers(plan, b->first_number), a->member_count * sizeof(int64_t)) == 0;
}

/* --- one member ---------------------------------------------------------------------------------
 */

struct scanning {
    const struct change_collective *all;
    uint32_t set;           /* a communicator of it */
    uint32_t *communicator; /* by slot of a file */
    uint32_t *opening;
    uint32_t openings;
    GArray *tokens;
};

static bool is_in_set(const struct scanning *s, uint32_t communicator)
{
    return communicator != PLAN_FILE_NOTHING && is_same_set(s->all->plan, communicator, s->set);
}

static void scan_cell(struct scanning *s, const struct plan_cell *cell, uint64_t number)
{
    const bool has_slot = cell->call < PLAN_CALL_SEND && !plan_call_names_file(cell->call);
    if (cell->call == PLAN_CALL_FILE_OPEN) {
        s->communicator[cell->file] = cell->communicator;
        s->opening[cell->file] = s->openings += is_in_set(s, cell->communicator);
    }
    const uint32_t communicator = has_slot ? s->communicator[cell->file] : cell->communicator;
    const bool is_own = is_in_set(s, communicator);
    const uint16_t call = s->all->calls[number]; /* of another set it may be collective by now */
    struct token token = {TOKEN_OTHER, 0, call, number};
    if (is_local(call)) {
        if (!is_own || collective_of(call) == PLAN_CALL_COUNT) {
            return;
        }
        token.kind = TOKEN_ACCESS;
        token.opening = s->opening[cell->file];
    } else if (is_own && waits_for_all(cell)) {
        token.kind = TOKEN_MEET;
    }
    g_array_append_val(s->tokens, token);
}

static GArray *scan(const struct change_collective *all, uint32_t set,
                    const struct plan_strand_entry *strand)
{
    const struct plan_cell *const first = plan_file_cells(all->plan, strand);
    const struct plan_cell *const end = first + strand->cell_count;
    struct scanning s = {
        .all = all,
        .set = set,
        .communicator = g_new(uint32_t, strand->file_slots + 1),
        .opening = g_new0(uint32_t, strand->file_slots + 1),
        .tokens = g_array_new(FALSE, FALSE, sizeof(struct token)),
    };
    memset(s.communicator, 0xff, strand->file_slots * sizeof *s.communicator);
    for (const struct plan_cell *cell = first; cell < end; cell += 1 + cell->more) {
        scan_cell(&s, cell, strand->first_cell + (uint64_t)(cell - first));
    }
    g_free(s.communicator);
    g_free(s.opening);
    return s.tokens;
}

/* --- all members --------------------------------------------------------------------------------
 */

static const struct token *token_at(const struct member *m, guint i)
{
    return &g_array_index(m->tokens, struct token, i);
}

static guint find(const struct member *m, guint from, int kind)
{
    while (from < m->tokens->len && (int)token_at(m, from)->kind != kind) {
        from++;
    }
    return from;
}

/* Let the next accesses of all members be collective as long as they are alike. */
static void join(struct change_collective *all, struct member *members, uint32_t count)
{
    for (;;) {
        for (uint32_t i = 0; i < count; i++) {
            const struct member *m = &members[i];
            if (m->next >= m->end || token_at(m, m->next)->kind != TOKEN_ACCESS ||
                token_at(m, m->next)->opening != token_at(members, members->next)->opening ||
                token_at(m, m->next)->call != token_at(members, members->next)->call) {
                return;
            }
        }
        for (uint32_t i = 0; i < count; i++) {
            const struct token *token = token_at(&members[i], members[i].next++);
            all->calls[token->cell] = collective_of(token->call);
            all->joined++;
        }
    }
}

/* Behind the last other communication of a part. */
static guint find_last(const struct member *m)
{
    guint i = m->end;
    while (i > m->next && token_at(m, i - 1)->kind == TOKEN_ACCESS) {
        i--;
    }
    return i;
}

static void join_parts(struct change_collective *all, struct member *members, uint32_t count)
{
    bool is_over = false;
    while (!is_over) {
        for (uint32_t i = 0; i < count; i++) {
            members[i].end = find(&members[i], members[i].next, TOKEN_MEET);
        }
        join(all, members, count);
        for (uint32_t i = 0; i < count; i++) {
            members[i].next = find_last(&members[i]);
        }
        join(all, members, count);
        for (uint32_t i = 0; i < count; i++) {
            is_over |= members[i].end >= members[i].tokens->len;
            members[i].next = members[i].end + 1;
        }
    }
}

static guint count_kind(const struct member *m, int kind)
{
    guint count = 0;
    for (guint i = find(m, 0, kind); i < m->tokens->len; i = find(m, i + 1, kind)) {
        count++;
    }
    return count;
}

/* The only trace of a rank that opens files by MPI; NULL: there is none, or several. */
static const struct plan_strand_entry *strand_of(const struct plan_file_image *plan, int64_t rank)
{
    const struct plan_strand_entry *found = NULL;
    for (uint32_t i = 0; i < plan->head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        if ((int64_t)strand->rank != rank || (strand->thread > 0 && strand->file_slots == 0)) {
            continue;
        }
        if (found != NULL) {
            return NULL;
        }
        found = strand;
    }
    return found;
}

static void change_set(struct change_collective *all, uint32_t set)
{
    const struct plan_communicator_entry *entry = plan_file_communicator(all->plan, set);
    const int64_t *ranks = plan_file_numbers(all->plan, entry->first_number);
    struct member *members = g_new0(struct member, entry->member_count);
    bool ok = true;
    for (uint32_t i = 0; ok && i < entry->member_count; i++) {
        const struct plan_strand_entry *strand = strand_of(all->plan, ranks[i]);
        ok = strand != NULL;
        if (ok) {
            members[i].tokens = scan(all, set, strand);
            ok = count_kind(&members[i], TOKEN_MEET) == count_kind(members, TOKEN_MEET);
        }
    }
    if (ok) {
        join_parts(all, members, entry->member_count);
    }
    for (uint32_t i = 0; i < entry->member_count; i++) {
        g_clear_pointer(&members[i].tokens, g_array_unref);
    }
    g_free(members);
}

void change_collective_init(struct change_collective *all, const struct plan_file_image *plan)
{
    const uint32_t communicators = (uint32_t)plan->head->communicators.count;
    bool *opens = g_new0(bool, communicators + 1);
    *all = (struct change_collective){
        .plan = plan,
        .calls = g_new(uint16_t, plan->head->cells.count + 1),
    };
    for (uint32_t i = 0; i < plan->head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        const struct plan_cell *const first = plan_file_cells(plan, strand);
        const struct plan_cell *const end = first + strand->cell_count;
        for (const struct plan_cell *cell = first; cell < end; cell += 1 + cell->more) {
            all->calls[strand->first_cell + (uint64_t)(cell - first)] = cell->call;
            all->alone += collective_of(cell->call) != PLAN_CALL_COUNT;
            if (cell->call == PLAN_CALL_FILE_OPEN) {
                opens[cell->communicator] = true;
            }
        }
    }
    for (uint32_t i = 0; i < communicators; i++) {
        bool is_first = opens[i] && plan_file_communicator(plan, i)->member_count > 1;
        for (uint32_t before = 0; is_first && before < i; before++) {
            is_first = !opens[before] || !is_same_set(plan, before, i);
        }
        if (is_first) {
            change_set(all, i);
        }
    }
    all->alone -= all->joined;
    g_free(opens);
}

void change_collective_fini(struct change_collective *all)
{
    g_clear_pointer(&all->calls, g_free);
}
