/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every operation begins in one function, which adds a hint of its own to the operation's list by
 * another one. Both calls come here first, as symbols of a preloaded library or by --wrap: so the
 * list is known, whatever the release has it in, and the token is added as a hint that all requests
 * of the operation carry. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "post.h"

#include "control.h"
#include "machines.h"
#include "probe.h"
#include "say.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

typedef int32_t post_function(hdpvfs_smcb *smcb, int64_t *id, void *user);
typedef int32_t add_known_function(const hdpvfs_hint **hints, int type, int length,
                                   const void *value);
typedef int32_t add_function(const hdpvfs_hint **hints, const char *name, int length,
                             const void *value);
typedef size_t current_token(char *text, size_t size);

EXPORTED post_function PINT_client_state_machine_post, __wrap_PINT_client_state_machine_post;
EXPORTED add_known_function PVFS_hint_add_internal, __wrap_PVFS_hint_add_internal;

/* The library's own, as dlsym gives them. */
static struct {
    void *post, *add_known, *add;
} reals;
static current_token *mpi_token;
static atomic_bool sends_no_tokens;
static atomic_bool is_accepted; /* servers take the hint */
static atomic_bool was_posted;  /* an operation, by way of this file */

/* What this thread is posting. */
static _Thread_local struct {
    hdpvfs_smcb *smcb;
    hdpvfs_token token;
    bool asks; /* servers, before it posts */
} posting;

static void *get_code(const hdpvfs_object *object, const char *name)
{
    size_t size = 0;
    return hdpvfs_object_get(object, name, &size);
}

bool hdpvfs_post_find(hdpvfs_object *object)
{
    return hdpvfs_object_find("PVFS_hint_add", object);
}

const char *hdpvfs_post_install(const hdpvfs_object *object)
{
    const void *const token = dlsym(RTLD_DEFAULT, "hdMPI_currentToken");
    memcpy(&mpi_token, &token, sizeof token);
    reals.post = get_code(object, "PINT_client_state_machine_post");
    reals.add_known = get_code(object, "PVFS_hint_add_internal");
    reals.add = get_code(object, "PVFS_hint_add");
    if (reals.post == NULL || reals.add_known == NULL || reals.add == NULL) {
        atomic_store(&sends_no_tokens, true);
        return "the library has no PINT_client_state_machine_post or PVFS_hint_add_internal";
    }
    hdpvfs_probe_install(object);
    return NULL;
}

/* --- what a token belongs to ------------------------------------------------------------------ */

void hdpvfs_role_begin(hdpvfs_session *session, hdpvfs_running *running, const hdpvfs_smcb *smcb,
                       hdpvfs_token *parent, char remote[HDPVFS_TOKEN_BYTES])
{
    static atomic_bool told;
    (void)running;
    (void)smcb;
    if (!atomic_load(&was_posted) && !atomic_load(&sends_no_tokens) &&
        !atomic_exchange(&told, true)) {
        hdpvfs_say("operations are not related to servers: their posts don't come here; link the "
                   "program with --wrap (README)");
    }
    if (hdpvfs_token_is_current(session, hdpvfs_here)) {
        *parent = hdpvfs_here;
    } else if (mpi_token == NULL || mpi_token(remote, HDPVFS_TOKEN_BYTES) == 0) {
        remote[0] = '\0';
    }
}

/* --- whether servers take the hint ------------------------------------------------------------ */

/* A server that refuses a request fails an operation of the program, which can't be repeated from
 * here (README). So servers are asked before. */
enum {
    QUESTIONS_MAX = 3
}; /* that nobody answers: each may take as long as an operation's retries */

static atomic_bool is_asking; /* guards `questions` */
static int questions;
static atomic_bool cant_ask;

static void give_up(const char *reason)
{
    if (!atomic_exchange(&sends_no_tokens, true)) {
        hdpvfs_say("operations are not related to servers: %s " HDPVFS_TOKEN_HINT, reason);
    }
}

static void ask_servers(hdpvfs_token token)
{
    char text[HDPVFS_TOKEN_BYTES];
    if (atomic_load(&is_accepted) || atomic_load(&sends_no_tokens) || atomic_load(&cant_ask) ||
        posting.asks || token.serial == 0 || atomic_exchange(&is_asking, true)) {
        return; /* it is known, or somebody asks already, and this one goes without */
    }
    if (hd_token_get_text(token.token, text, sizeof text) == HD_OK) {
        posting.asks = true;
        const hdpvfs_answer answer = hdpvfs_probe(text);
        posting.asks = false;
        atomic_store(&is_accepted, answer == HDPVFS_IS_TAKEN);
        atomic_store(&cant_ask, answer == HDPVFS_CANT_ASK);
        if (answer == HDPVFS_IS_REFUSED) {
            give_up("a server refuses requests with the hint");
        } else if (answer == HDPVFS_NO_ANSWER && ++questions == QUESTIONS_MAX) {
            give_up("they don't answer whether they take the hint");
        }
    }
    atomic_store(&is_asking, false);
}

/* Where they can't be asked, one operation at a time tries, until one has succeeded. */
static pthread_mutex_t trial_lock = PTHREAD_MUTEX_INITIALIZER;
static hdpvfs_token trial; /* the operation that tries; without serial: none */

/* Whether this operation may carry its token. */
static bool may_send(const hdpvfs_session *session, hdpvfs_token token)
{
    if (atomic_load(&sends_no_tokens) || atomic_load(&is_accepted) || !atomic_load(&cant_ask)) {
        return atomic_load(&is_accepted) && !atomic_load(&sends_no_tokens);
    }
    (void)pthread_mutex_lock(&trial_lock);
    const bool is_first = !hdpvfs_token_is_current(session, trial);
    if (is_first) {
        trial = token;
    }
    (void)pthread_mutex_unlock(&trial_lock);
    return is_first;
}

static bool take_trial(hdpvfs_token token)
{
    (void)pthread_mutex_lock(&trial_lock);
    const bool was_it = trial.serial != 0 && trial.serial == token.serial &&
                        trial.token.relation == token.token.relation &&
                        trial.token.id == token.token.id;
    if (was_it) {
        trial.serial = 0;
    }
    (void)pthread_mutex_unlock(&trial_lock);
    return was_it;
}

/* What servers of old answer to hints that they don't understand. */
void hdpvfs_role_end(hdpvfs_session *session, hdpvfs_running *running, int32_t error)
{
    enum { OWN_ERROR = 1 << 30, PROTOCOL = 38, PROTOCOL_UNKNOWN = 45 };
    const bool refused =
        error == -(OWN_ERROR | PROTOCOL) || error == -(OWN_ERROR | PROTOCOL_UNKNOWN);
    (void)session;
    const bool tried =
        atomic_load(&is_accepted) ? running->hints != NULL : take_trial(running->token);
    if (!tried) {
        return;
    }
    if (refused && !atomic_exchange(&sends_no_tokens, true)) {
        hdpvfs_say("operations are not related to servers: a server refused a request with the "
                   "hint " HDPVFS_TOKEN_HINT ", and that operation failed");
    } else if (error == 0) {
        atomic_store(&is_accepted, true);
    }
}

/* --- functions of the library ----------------------------------------------------------------- */

static void add_token(const hdpvfs_session *session, const hdpvfs_hint **hints, hdpvfs_token token)
{
    char text[HDPVFS_TOKEN_BYTES];
    if (hdpvfs_hints_get(*hints, HDPVFS_TOKEN_HINT) != NULL || !may_send(session, token) ||
        hd_token_get_text(token.token, text, sizeof text) != HD_OK) {
        return;
    }
    add_function *real = NULL;
    memcpy(&real, &reals.add, sizeof real); /* POSIX: pointers to functions have the same form */
    const int32_t status = real(hints, HDPVFS_TOKEN_HINT, (int)strlen(text) + 1, text);
    if (status < 0 && !atomic_exchange(&sends_no_tokens, true)) {
        hdpvfs_say(
            "operations are not related to servers: the library refused the hint " HDPVFS_TOKEN_HINT
            " (%d)",
            (int)status);
    }
}

static int32_t add_known(const hdpvfs_hint **hints, int type, int length, const void *value)
{
    add_known_function *real = NULL;
    memcpy(&real, &reals.add_known, sizeof real);
    const int32_t status = real(hints, type, length, value);
    hdpvfs_smcb *const smcb = posting.smcb;
    if (smcb != NULL && type == HDPVFS_HINT_OP_ID) {
        posting.smcb = NULL;
        hdpvfs_session *const session = hdpvfs_enter();
        if (session != NULL) {
            if (hdpvfs_token_is_current(session, posting.token)) {
                add_token(session, hints, posting.token);
                hdpvfs_machines_own(session, smcb, *hints);
            }
            hdpvfs_leave();
        }
    }
    return status;
}

static int32_t post(hdpvfs_smcb *smcb, int64_t *id, void *user)
{
    const hdpvfs_token here = hdpvfs_here;
    atomic_store(&was_posted, true);
    hdpvfs_control_look();
    hdpvfs_session *const session = smcb == NULL ? NULL : hdpvfs_enter_first();
    if (session != NULL) {
        const hdpvfs_token token = hdpvfs_machines_post(session, smcb);
        hdpvfs_here = token;
        hdpvfs_leave();
        ask_servers(token); /* posts something itself */
        posting.token = token;
        posting.smcb = token.serial == 0 ? NULL : smcb;
    }
    post_function *real = NULL;
    memcpy(&real, &reals.post, sizeof real);
    const int32_t result = real(smcb, id, user);
    posting.smcb = NULL;
    hdpvfs_here = here;
    return result;
}

/* The agent may be off, and called nevertheless. `where`: RTLD_NEXT for a library that comes
 * behind, RTLD_DEFAULT for the program, which comes before all. */
static void find_real(void *where, const char *name, void **place)
{
    if (__atomic_load_n(place, __ATOMIC_ACQUIRE) == NULL) {
        __atomic_store_n(place, dlsym(where, name), __ATOMIC_RELEASE);
    }
}

/* What is exported is never called from here: the program may have functions of these names. */

int32_t PINT_client_state_machine_post(hdpvfs_smcb *smcb, int64_t *id, void *user)
{
    find_real(RTLD_NEXT, "PINT_client_state_machine_post", &reals.post);
    return post(smcb, id, user);
}

int32_t __wrap_PINT_client_state_machine_post(hdpvfs_smcb *smcb, int64_t *id, void *user)
{
    find_real(RTLD_DEFAULT, "PINT_client_state_machine_post", &reals.post);
    return post(smcb, id, user);
}

int32_t PVFS_hint_add_internal(const hdpvfs_hint **hints, int type, int length, const void *value)
{
    find_real(RTLD_NEXT, "PVFS_hint_add_internal", &reals.add_known);
    return add_known(hints, type, length, value);
}

int32_t __wrap_PVFS_hint_add_internal(const hdpvfs_hint **hints, int type, int length,
                                      const void *value)
{
    find_real(RTLD_DEFAULT, "PVFS_hint_add_internal", &reals.add_known);
    return add_known(hints, type, length, value);
}
