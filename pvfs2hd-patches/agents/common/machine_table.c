/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every machine that the object exports, and the states that its transitions lead to. Lists of
 * parallel jumps are left alone, because some of them have no end. */
#include "machine_table.h"

#include "map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES_MAX = 8192, TRANSITIONS_MAX = 64 };

static hdpvfs_known *known; /* STATES_MAX */
static size_t known_count;
static hdpvfs_map by_state;
static char reason[200];

static const char *refuse(const char *machine, const char *what)
{
    (void)snprintf(reason, sizeof reason, "the state machine %s %s", machine, what);
    return reason;
}

const hdpvfs_known *hdpvfs_known_get(const hdpvfs_state *state)
{
    return hdpvfs_map_get(&by_state, hdpvfs_key(state));
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

hdpvfs_step_kind hdpvfs_known_kind(const hdpvfs_state *state)
{
    return ends_with(state->name, "req_sched") ? HDPVFS_SCHEDULES
           : strcmp(state->name, "release") == 0 || ends_with(state->name, "_release_job")
               ? HDPVFS_RELEASES
               : HDPVFS_PLAIN;
}

bool hdpvfs_machine_waits(const hdpvfs_machine *machine)
{
    return strcmp(machine->name, "pvfs2_unexpected_sm") == 0 ||
           strstr(machine->name, "job_timer_sm") != NULL ||
           strstr(machine->name, "perf_count_timer_sm") != NULL ||
           strcmp(machine->name, "pvfs2_perf_update_sm") == 0 ||
           strcmp(machine->name, "pvfs2_precreate_pool_refiller_sm") == 0;
}

static bool is_text(const hdpvfs_object *object, const char *text)
{
    size_t length = 0;
    while (length < 128 && hdpvfs_object_has(object, text + length, 1) && text[length] > ' ' &&
           text[length] <= '~') {
        length++;
    }
    return length > 0 && length < 128 && text[length] == '\0';
}

static bool is_state(const hdpvfs_object *object, const hdpvfs_state *state,
                     const hdpvfs_machine *machine)
{
    if (!hdpvfs_object_has(object, state, sizeof *state) || hdpvfs_key(state) % 8 != 0 ||
        state->machine != machine || !is_text(object, state->name) ||
        !hdpvfs_object_has(object, state->transitions, sizeof *state->transitions)) {
        return false;
    }
    const bool runs = state->flag == HDPVFS_RUN || state->flag == HDPVFS_PARALLEL;
    return runs ? hdpvfs_object_has_code(object, (hdpvfs_code *)state->action.run)
                : state->flag == HDPVFS_JUMP &&
                      hdpvfs_object_has(object, state->action.nested, sizeof(hdpvfs_machine));
}

/* @return whether it is new, and was added */
static bool add(hdpvfs_state *state)
{
    if (known_count == STATES_MAX || hdpvfs_known_get(state) != NULL) {
        return false;
    }
    hdpvfs_known *const one = &known[known_count];
    *one =
        (hdpvfs_known){.state = state, .run = state->action.run, .kind = hdpvfs_known_kind(state)};
    (void)!hd_relation_phrase_create(state->name, 0, NULL, &one->begin);
    (void)!hd_relation_phrase_create(hdpvfs_machine_name(state->machine), 0, NULL,
                                     &one->begin_machine);
    return hdpvfs_map_put(&by_state, hdpvfs_key(state), one) && ++known_count > 0;
}

static const char *add_machine(const hdpvfs_object *object, const char *name,
                               const hdpvfs_machine *machine)
{
    const size_t first = known_count;
    if (!hdpvfs_object_has(object, machine->name, 1) || strcmp(machine->name, name) != 0) {
        return refuse(name, "has another name");
    }
    if (!is_state(object, machine->first, machine)) {
        return refuse(name, "has no first state");
    }
    (void)add(machine->first);
    for (size_t i = first; i < known_count; i++) {
        const hdpvfs_transition *const list = known[i].state->transitions;
        for (int j = 0; j < TRANSITIONS_MAX; j++) {
            if (!hdpvfs_object_has(object, &list[j], sizeof list[j])) {
                return refuse(name, "has a list of transitions without end");
            }
            if (list[j].flag == HDPVFS_TO_STATE && !is_state(object, list[j].next, machine)) {
                return refuse(name, "leads to something that is no state");
            }
            if (list[j].flag == HDPVFS_TO_STATE) {
                (void)add(list[j].next);
            }
            if (list[j].result == HDPVFS_ANY_RESULT) {
                break;
            }
        }
    }
    return known_count == first ? refuse(name, "has the states of another one") : NULL;
}

const char *hdpvfs_known_collect(const hdpvfs_object *object)
{
    known = calloc(STATES_MAX, sizeof *known);
    if (known == NULL) {
        return "there is no memory";
    }
    size_t index = 0;
    size_t machines = 0;
    void *place = NULL;
    for (const char *name = NULL;
         (name = hdpvfs_object_next(object, sizeof(hdpvfs_machine), &index, &place)) != NULL;) {
        if (strncmp(name, "pvfs2_", 6) == 0 && ends_with(name, "_sm")) {
            const char *const problem = add_machine(object, name, place);
            if (problem != NULL) {
                return problem;
            }
            machines++;
        }
    }
    return machines == 0 ? "it has no state machines of a known size" : NULL;
}

size_t hdpvfs_known_replace(const hdpvfs_object *object, hdpvfs_action *run)
{
    size_t count = 0;
    for (size_t i = 0; i < known_count; i++) {
        hdpvfs_state *const state = known[i].state;
        count += state->flag != HDPVFS_JUMP &&
                 hdpvfs_object_poke_code(object, &state->action.run, (hdpvfs_code *)run);
    }
    return count;
}
