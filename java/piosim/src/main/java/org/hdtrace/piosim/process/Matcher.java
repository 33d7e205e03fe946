// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/**
 * Brings messages and receives together. A message is matched when its first packet arrives, so messages of one sender
 * match in the order in which they were sent, whatever their sizes. Of several receives that accept a message the one
 * posted first takes it, wildcard or not.
 */
final class Matcher {
    private final EnvelopeQueue posted;
    private final EnvelopeQueue wildcards;
    private final EnvelopeQueue unexpected;
    private long serial;

    Matcher(int ranks) {
        posted = new EnvelopeQueue(ranks);
        wildcards = new EnvelopeQueue(ranks);
        unexpected = new EnvelopeQueue(ranks);
    }

    /** A rank is ready to receive; completes it at once when the whole message is there already. */
    void post(Receive receive) {
        receive.serial = serial++;
        Arrival arrival = (Arrival) (receive.isWildcard() ? oldestFor(receive) : unexpected.findEqual(receive));
        if (arrival == null) {
            (receive.isWildcard() ? wildcards : posted).add(receive);
        } else {
            unexpected.remove(arrival);
            join(arrival, receive);
        }
    }

    /** The first packet of a message is there. */
    void arrived(Arrival arrival) {
        Envelope exact = posted.findEqual(arrival);
        Envelope wildcard = wildcards.firstOf(arrival.target);
        while (wildcard != null && !wildcard.accepts(arrival)) {
            wildcard = wildcard.nextOfRank;
        }
        if (exact == null && wildcard == null) {
            unexpected.add(arrival);
        } else if (wildcard == null || (exact != null && exact.serial < wildcard.serial)) {
            posted.remove(exact);
            join(arrival, (Receive) exact);
        } else {
            wildcards.remove(wildcard);
            join(arrival, (Receive) wildcard);
        }
    }

    /** Receives of a rank that wait, in no particular order: for the report of a deadlock. */
    Envelope firstPosted(int rank) {
        return posted.firstOf(rank);
    }

    Envelope firstWildcard(int rank) {
        return wildcards.firstOf(rank);
    }

    int unexpected() {
        return unexpected.size();
    }

    private Envelope oldestFor(Receive receive) {
        Envelope message = unexpected.firstOf(receive.target);
        while (message != null && !receive.accepts(message)) {
            message = message.nextOfRank;
        }
        return message;
    }

    private static void join(Arrival arrival, Receive receive) {
        arrival.message.matchedBy(receive);
    }
}
