/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_LINKS_H
#define PLAN_LINKS_H
/** How the calls of all strands hang together: messages by their envelopes, first in first out, and
 *  collectives by their number on their communicator. */

#include "plan_strand.h"

#define PLAN_NONE G_MAXUINT /**< no index */

/** What a strand does, in its order. A call is up to three of them, and what it began may end in
 *  another call. */
enum plan_step {
    PLAN_STEP_IO,      /**< an operation on files begins or ends */
    PLAN_STEP_SEND,    /**< what: a send */
    PLAN_STEP_ACCEPT,  /**< what: a synchronous send, whose receive has begun */
    PLAN_STEP_POST,    /**< what: a receive begins */
    PLAN_STEP_RECEIVE, /**< what: a receive has its message */
    PLAN_STEP_ENTER,   /**< what: a participation */
    PLAN_STEP_LEAVE
};

struct plan_event {
    enum plan_step step;
    guint what;
    guint op; /**< of the strand */
};

/** One end of a message. */
struct plan_half {
    int communicator;
    int32_t from; /**< world ranks */
    int32_t to;
    int32_t tag;
    int64_t size; /**< bytes of a send; -1: not told */
    guint strand;
    guint op;
    guint partner; /**< the other end, PLAN_NONE when it was not found */
    bool synchronous;
    bool keep; /**< of a send: the message is */
};

/** One strand's part in a collective. */
struct plan_participation {
    guint what; /**< op: the call, of a persistent one that which described it */
    guint strand;
    guint op;      /**< that begins it */
    guint meeting; /**< PLAN_NONE: not followed */
    int communicator;
    guint opening;  /**< of a close: the participation of its open; else PLAN_NONE */
    guint position; /**< among the participants, by their ranks in the communicator */
};

struct plan_meeting {
    enum plan_flow flow;
    guint root;   /**< position of the root */
    guint first;  /**< of its members in links->members */
    guint count;  /**< of those, by position */
    bool of_file; /**< an open or close: made again whatever the order asks for */
    bool keep;
};

struct plan_links {
    GPtrArray *strands;          /**< struct plan_strand; borrowed */
    struct plan_spill *spill;    /**< of the project; may be NULL */
    GPtrArray *events;           /**< of each strand: struct plan_array of struct plan_event */
    struct plan_array *sends;    /**< struct plan_half */
    struct plan_array *receives; /**< struct plan_half */
    struct plan_array *parts;    /**< struct plan_participation */
    struct plan_array *meetings; /**< struct plan_meeting */
    struct plan_array *members;  /**< guint: participations of all meetings */
    guint64 records;             /**< of communication: ends of messages, parts in collectives */
    guint64 always_kept;         /**< those of them whose order is not known */
    guint64 lonely_sends;        /**< without a receive */
    guint64 lonely_receives;     /**< without a send, or nobody tells of whom */
};

/** Find out what belongs together.
 *  @param files_meet opens and closes of a file order all that take part */
struct plan_links *plan_links_make(const struct plan_project *project, GPtrArray *strands,
                                   bool files_meet);
void plan_links_free(struct plan_links *links);

static inline const struct plan_event *plan_links_event(const struct plan_links *links,
                                                        guint strand, guint i)
{
    return plan_array_at(g_ptr_array_index(links->events, strand), i);
}

static inline guint plan_links_event_count(const struct plan_links *links, guint strand)
{
    return ((const struct plan_array *)g_ptr_array_index(links->events, strand))->len;
}

static inline struct plan_half *plan_links_send(const struct plan_links *links, guint i)
{
    return plan_array_at(links->sends, i);
}

static inline struct plan_half *plan_links_receive(const struct plan_links *links, guint i)
{
    return plan_array_at(links->receives, i);
}

static inline struct plan_participation *plan_links_part(const struct plan_links *links, guint i)
{
    return plan_array_at(links->parts, i);
}

static inline struct plan_meeting *plan_links_meeting(const struct plan_links *links, guint i)
{
    return plan_array_at(links->meetings, i);
}

/** The i-th participation of a meeting. */
static inline guint plan_links_member(const struct plan_links *links,
                                      const struct plan_meeting *meeting, guint i)
{
    return *(const guint *)plan_array_at(links->members, meeting->first + i);
}

/** The call of a participation. */
static inline const struct plan_op *plan_links_what(const struct plan_links *links, guint part)
{
    const struct plan_participation *one = plan_links_part(links, part);
    return plan_strand_op(g_ptr_array_index(links->strands, one->strand), one->what);
}

/** Whether the past of the part at `from` reaches that at `to`. */
bool plan_meeting_reaches(const struct plan_meeting *meeting, guint from, guint to);

#endif
