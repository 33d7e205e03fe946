// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.function.Consumer;

/**
 * Brings messages and receives together. A message is matched when its first packet arrives, so messages of one sender
 * match in the order in which they were sent, whatever their sizes. Of several receives that accept a message the one
 * posted first takes it, wildcard or not.
 */
final class Matcher {
    private final EnvelopeQueue posted;
    private final EnvelopeQueue wildcards;
    private final EnvelopeQueue unexpected;
    private final EnvelopeQueue probes;
    private final Pool<Receive> unusedReceives = new Pool<>(Receive::new);
    private final Pool<Probe> unusedProbes = new Pool<>(Probe::new);
    private final Pool<MpiMessage> unusedMessages = new Pool<>(() -> new MpiMessage(this));
    private final Consumer<MpiMessage> release;
    private long serial;

    /**
     * Without messages and receives.
     *
     * @param release lets a message go on that nobody wanted when it was announced
     */
    Matcher(int ranks, Consumer<MpiMessage> release) {
        this.release = release;
        posted = new EnvelopeQueue(ranks);
        wildcards = new EnvelopeQueue(ranks);
        unexpected = new EnvelopeQueue(ranks);
        probes = new EnvelopeQueue(ranks);
    }

    /** A message for {@link MpiMessage#begin}. */
    MpiMessage newMessage() {
        return unusedMessages.take();
    }

    /** Nobody holds a message any more. */
    void recycle(MpiMessage message) {
        unusedMessages.give(message);
    }

    /** A rank is ready to receive; completes it at once when the whole message is there already. */
    void post(Call call, int target, int context, int source, long tag) {
        Receive receive = unusedReceives.take();
        receive.call = call;
        receive.address(target, context, source, tag);
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
            answerProbes(arrival);
        } else if (wildcard == null || (exact != null && exact.serial < wildcard.serial)) {
            posted.remove(exact);
            join(arrival, (Receive) exact);
        } else {
            wildcards.remove(wildcard);
            join(arrival, (Receive) wildcard);
        }
    }

    /** A rank asks for a message that nobody has received; answered at once when one has arrived. */
    void probe(Call call, int target, int context, int source, long tag, boolean claims) {
        Probe probe = unusedProbes.take();
        probe.call = call;
        probe.claims = claims;
        probe.address(target, context, source, tag);
        Arrival arrival = (Arrival) oldestFor(probe);
        if (arrival == null) {
            probes.add(probe);
        } else {
            answer(arrival, probe);
        }
    }

    /** Somebody wants a message that waits for this. */
    void release(MpiMessage message) {
        release.accept(message);
    }

    /** Probes of a rank that wait. */
    Envelope firstProbe(int rank) {
        return probes.firstOf(rank);
    }

    /** Receives of a rank that wait, in no particular order: for the report of a deadlock. */
    Envelope firstPosted(int rank) {
        return posted.firstOf(rank);
    }

    Envelope firstWildcard(int rank) {
        return wildcards.firstOf(rank);
    }

    /** Messages to a rank that wait for a receive, in the order of arrival. */
    Envelope firstUnexpected(int rank) {
        return unexpected.firstOf(rank);
    }

    int unexpected() {
        return unexpected.size();
    }

    /** All probes that accept it, until one of them takes it. */
    private void answerProbes(Arrival arrival) {
        boolean taken = false;
        Envelope probe = probes.firstOf(arrival.target);
        while (probe != null && !taken) {
            Envelope following = probe.nextOfRank;
            if (probe.accepts(arrival)) {
                probes.remove(probe);
                taken = answer(arrival, (Probe) probe);
            }
            probe = following;
        }
    }

    private boolean answer(Arrival arrival, Probe probe) {
        Call call = probe.call;
        boolean claims = probe.claims;
        probe.call = null;
        unusedProbes.give(probe);
        if (claims) {
            unexpected.remove(arrival);
        }
        arrival.message.hold();
        call.received(arrival.message);
        return claims;
    }

    private Envelope oldestFor(Envelope wanted) {
        Envelope message = unexpected.firstOf(wanted.target);
        while (message != null && !wanted.accepts(message)) {
            message = message.nextOfRank;
        }
        return message;
    }

    private void join(Arrival arrival, Receive receive) {
        Call call = receive.call;
        receive.call = null;
        unusedReceives.give(receive);
        arrival.message.matchedBy(call);
    }
}
