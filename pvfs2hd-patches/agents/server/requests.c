/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The request's place in a frame is the one thing that differs between releases. What is found
 * there must name the operation that the machine does; until it has once, memory is read with care.
 */
#include "requests.h"

#include "lock.h"
#include "machines.h"
#include "say.h"

#include <string.h>

static const hdpvfs_layout layouts[] = {
    {"2.9 and later", "PINT_init_capability", 472, 56},
    {"2.8", NULL, 352, 16},
};

enum { MISSES_MAX = 8 };

static const hdpvfs_layout *layout = &layouts[0];
static bool is_guess = true; /* of a server that hides its symbols: both are tried in turn */
static enum { UNTRIED, FITS, FITS_NOT } verdict;
static hdpvfs_lock lock; /* guards layout and verdict */

void hdpvfs_requests_init(const hdpvfs_object *object)
{
    size_t size = 0;
    is_guess = false;
    layout = &layouts[hdpvfs_object_get(object, layouts[0].has, &size) != NULL ? 0 : 1];
}

/* The frame that the machine's functions get. */
static const char *get_frame(const hdpvfs_smcb *smcb)
{
    const hdpvfs_link *link = smcb->frames.previous;
    for (int i = 0; i < smcb->base_frame && link != &smcb->frames; i++) {
        link = link->previous;
    }
    if (link == &smcb->frames || smcb->base_frame < 0) {
        return NULL;
    }
    const hdpvfs_frame *const frame =
        (const hdpvfs_frame *)(const void *)((const char *)link - offsetof(hdpvfs_frame, link));
    return frame->data;
}

/* Words that may be anything while the layout is a guess. */
static bool get(const char *base, size_t place, void *to, size_t size)
{
    if (verdict == UNTRIED) {
        return hdpvfs_read(base + place, to, size);
    }
    memcpy(to, base + place, size);
    return true;
}

/* A machine may have the frame of another one; many in a row are no accident. */
static void judge(bool fits)
{
    static int misses;
    verdict = fits ? FITS : ++misses < MISSES_MAX ? UNTRIED : FITS_NOT;
    if (!fits && is_guess) {
        layout = layout == &layouts[0] ? &layouts[1] : &layouts[0];
    }
    if (verdict == FITS_NOT) {
        hdpvfs_say("requests are not related to clients: they are not where OrangeFS %s has them",
                   layout->releases);
    }
}

/* The caller holds the lock. @return the request's hints; NULL: it has none, or this isn't a
 * request of a client */
static const hdpvfs_hint *find_hints(const hdpvfs_smcb *smcb)
{
    const char *const frame = get_frame(smcb);
    const char *request = NULL;
    const hdpvfs_hint *hints = NULL;
    int32_t frame_op = 0;
    int32_t op = 0;
    if (frame == NULL || verdict == FITS_NOT ||
        !get(frame, HDPVFS_FRAME_OP, &frame_op, sizeof frame_op) ||
        !get(frame, layout->request, &request, sizeof request) || request == NULL) {
        return NULL;
    }
    const bool fits = frame_op == smcb->op && get(request, 0, &op, sizeof op) && op == frame_op &&
                      get(request, layout->hints, &hints, sizeof(void *));
    if (verdict == UNTRIED) {
        judge(fits && hdpvfs_hints_check(hints));
    }
    return fits && verdict == FITS ? hints : NULL;
}

void hdpvfs_role_begin(hdpvfs_session *session, hdpvfs_running *running, const hdpvfs_smcb *smcb,
                       hdpvfs_token *parent, char remote[HDPVFS_TOKEN_BYTES])
{
    (void)session;
    hdpvfs_lock_take(&lock);
    running->hints = find_hints(smcb);
    hdpvfs_lock_give(&lock);
    const char *const text = hdpvfs_hints_get(running->hints, HDPVFS_TOKEN_HINT);
    if (text != NULL) {
        const size_t length = strnlen(text, HDPVFS_TOKEN_BYTES - 1);
        memcpy(remote, text, length);
        remote[length] = '\0';
    } else {
        *parent = hdpvfs_here; /* what a machine starts by itself */
    }
}

void hdpvfs_role_end(hdpvfs_session *session, hdpvfs_running *running, int32_t error)
{
    (void)session;
    (void)running;
    (void)error;
}
