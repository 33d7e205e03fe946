// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.function.Consumer;

/**
 * Brings messages and receives together. A message is matched when its first packet arrives, so messages of one sender
 * match in the order in which they were sent, whatever their sizes. Of several receives that accept a message the one
 * posted first takes it, wildcard or not.
 */
final class Matcher {
    private final RankInterfaces interfaces;
    private final OpenCalls open;
    private final EnvelopeQueue posted;
    private final EnvelopeQueue wildcards;
    private final EnvelopeQueue unexpected;
    private final EnvelopeQueue probes;
    private final Pool<Receive> unusedReceives = new Pool<>(Receive::new);
    private final Pool<Probe> unusedProbes = new Pool<>(Probe::new);
    private final Pool<Arrival> unusedArrivals = new Pool<>(Arrival::new);
    private final Pool<MpiMessage> unusedMessages = new Pool<>(() -> new MpiMessage(this));
    private final Consumer<MpiMessage> release;
    private long serial;

    /**
     * Without messages and receives.
     *
     * @param release lets a message go on that nobody wanted when it was announced
     */
    Matcher(RankInterfaces interfaces, Consumer<MpiMessage> release) {
        this.interfaces = interfaces;
        int ranks = interfaces.ranks();
        this.release = release;
        open = new OpenCalls(ranks);
        posted = new EnvelopeQueue(ranks);
        wildcards = new EnvelopeQueue(ranks);
        unexpected = new EnvelopeQueue(ranks);
        probes = new EnvelopeQueue(ranks);
    }

    RankInterfaces interfaces() {
        return interfaces;
    }

    /** A message for {@link MpiMessage#begin}. */
    MpiMessage newMessage() {
        return unusedMessages.take();
    }

    /** Nobody holds a message any more. */
    void recycle(MpiMessage message) {
        unusedMessages.give(message);
    }

    /**
     * A call is ready to receive a message of its own from a rank, which no other receive than such ones of this call
     * accepts.
     */
    void postOwn(Call call, int source) {
        int target = call.client.rank;
        if (unexpected.firstOf(target) != null) {
            Receive wanted = unusedReceives.take();
            wanted.address(target, call.context, source, call.tag);
            Arrival arrival = (Arrival) unexpected.findEqual(wanted);
            unusedReceives.give(wanted);
            if (arrival != null) {
                withdraw(arrival).matchedBy(call);
                return;
            }
        }
        open.await(call, source);
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
            withdraw(arrival).matchedBy(callOf(receive));
        }
    }

    /** The first packet of a message is there. */
    void arrived(MpiMessage message) {
        Call call = open.take(message.targetRank(), message.context(), message.sourceRank(), message.tag());
        if (call == null) {
            Arrival arrival = unusedArrivals.take();
            arrival.message = message;
            arrival.address(message.targetRank(), message.context(), message.sourceRank(), message.tag());
            arrived(arrival);
        } else {
            message.matchedBy(call);
        }
    }

    private void arrived(Arrival arrival) {
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
            messageOf(arrival).matchedBy(callOf((Receive) exact));
        } else {
            wildcards.remove(wildcard);
            messageOf(arrival).matchedBy(callOf((Receive) wildcard));
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

    /** The first of the calls of a rank that wait for messages of their own. */
    Call firstOpen(int rank) {
        return open.firstOf(rank);
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
        MpiMessage message = claims ? withdraw(arrival) : arrival.message;
        message.hold();
        call.received(message);
        return claims;
    }

    private Envelope oldestFor(Envelope wanted) {
        Envelope message = unexpected.firstOf(wanted.target);
        while (message != null && !wanted.accepts(message)) {
            message = message.nextOfRank;
        }
        return message;
    }

    /** A message no longer waits for a receive. */
    private MpiMessage withdraw(Arrival arrival) {
        unexpected.remove(arrival);
        return messageOf(arrival);
    }

    private MpiMessage messageOf(Arrival arrival) {
        MpiMessage message = arrival.message;
        arrival.message = null;
        unusedArrivals.give(arrival);
        return message;
    }

    private Call callOf(Receive receive) {
        Call call = receive.call;
        receive.call = null;
        unusedReceives.give(receive);
        return call;
    }
}
