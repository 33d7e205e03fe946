/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the threads of a rank share: openings by POSIX. */
#include "run_rank.h"

#include <unistd.h>

/* Where a copy goes to: the plan does not say whether other threads use that. */
struct run_opening *run_rank_copied_to(const struct run_rank *rank, const struct plan_cell *cell)
{
    return cell->call == PLAN_CALL_POSIX_COPY ? &rank->openings[plan_file_more(cell)[PLAN_COPY_TO]]
                                              : NULL;
}

void run_rank_init(struct run_rank *rank, const struct run *run, uint32_t number)
{
    *rank = (struct run_rank){.strands = 0};
    (void)pthread_mutex_init(&rank->lock, NULL);
    (void)pthread_cond_init(&rank->changed, NULL);
    for (uint32_t i = 0; i < run->plan.head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(&run->plan, i);
        if (strand->rank == number) {
            rank->opening_count = MAX(rank->opening_count, strand->openings);
            rank->strands++;
        }
    }
    rank->openings = g_new0(struct run_opening, rank->opening_count + 1);
    for (uint32_t i = 0; i < rank->opening_count; i++) {
        atomic_init(&rank->openings[i].fd, RUN_OPENING_NONE);
        rank->openings[i].file = PLAN_FILE_NOTHING;
    }
    for (uint32_t i = 0; i < run->plan.head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(&run->plan, i);
        const struct plan_cell *cell = plan_file_cells(&run->plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        for (; strand->rank == number && cell < end; cell += 1 + cell->more) {
            struct run_opening *const to = run_rank_copied_to(rank, cell);
            if (plan_call_is_posix(cell->call) && run_is_use(cell)) {
                rank->openings[cell->file].all_uses++;
            }
            if (to != NULL) {
                to->all_uses++;
            }
        }
    }
}

void run_rank_close(struct run_rank *rank)
{
    for (uint32_t i = 0; i < rank->opening_count; i++) {
        struct run_opening *opening = &rank->openings[i];
        const int fd = atomic_exchange(&opening->fd, RUN_OPENING_CLOSED);
        if (opening->stream != NULL) {
            (void)fclose(opening->stream);
        } else if (fd >= 0) {
            close(fd);
        }
        opening->stream = NULL;
    }
}

void run_rank_fini(struct run_rank *rank)
{
    run_rank_close(rank);
    g_clear_pointer(&rank->openings, g_free);
    (void)pthread_mutex_destroy(&rank->lock);
    (void)pthread_cond_destroy(&rank->changed);
}

/* Wake those that wait for an opening, or to close it. */
void run_rank_tell(struct run_rank *rank)
{
    if (rank->strands > 1) {
        (void)pthread_mutex_lock(&rank->lock);
        (void)pthread_cond_broadcast(&rank->changed);
        (void)pthread_mutex_unlock(&rank->lock);
    }
}

/* A thread may come to a file that another one is about to open. */
struct run_opening *run_rank_find(struct run_rank *rank, uint32_t slot)
{
    struct run_opening *opening = &rank->openings[slot];
    if (rank->strands > 1 && atomic_load(&opening->fd) == RUN_OPENING_NONE) {
        (void)pthread_mutex_lock(&rank->lock);
        while (atomic_load(&opening->fd) == RUN_OPENING_NONE) {
            (void)pthread_cond_wait(&rank->changed, &rank->lock);
        }
        (void)pthread_mutex_unlock(&rank->lock);
    }
    return opening;
}

void run_rank_wait_for_uses(struct run_rank *rank, struct run_opening *opening)
{
    if (atomic_load(&opening->uses) < opening->all_uses) {
        (void)pthread_mutex_lock(&rank->lock);
        while (atomic_load(&opening->uses) < opening->all_uses) {
            (void)pthread_cond_wait(&rank->changed, &rank->lock);
        }
        (void)pthread_mutex_unlock(&rank->lock);
    }
}
