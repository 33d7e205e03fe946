// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.program.Command;

/**
 * What a {@link Call} of a program sends and receives for the program itself: matched by the tags that the program gave,
 * with handshakes for long messages. Each is a part of the call's step. Ranks are ranks in WORLD.
 */
public final class PointToPoint {
    private PointToPoint() {}

    /** Send as the program asked for; the receiver is a rank in WORLD. */
    public static void send(Call call, int worldTarget, int userTag, long payload, long userBytes, long rendezvous) {
        call.await();
        call.clients()
                .send(
                        call,
                        call.client.application.rank(worldTarget),
                        payload,
                        call.context,
                        userTag,
                        userBytes,
                        rendezvous);
    }

    /**
     * Send as the program asked for and wait until the receiver wants it; false when this needs a handshake of messages.
     */
    public static boolean sendSynchronous(Call call, int worldTarget, int userTag, long payload, long userBytes) {
        if (call.clients().transportSynchronizes()) {
            send(call, worldTarget, userTag, payload, userBytes, MpiMessage.SYNCHRONOUS);
            return true;
        }
        return false;
    }

    /** Receive as the program asked for; source (a rank in WORLD) and tag may be wildcards. */
    public static void receive(Call call, int worldSource, int userTag) {
        call.post(call.context, anyOrRank(call, worldSource), anyOrTag(userTag));
    }

    /** Give a rank in WORLD a message as the program asked for in no time. */
    public static void deliver(Call call, int worldTarget, int userTag, long userBytes) {
        call.await();
        call.clients().deliver(call, call.client.application.rank(worldTarget), call.context, userTag, userBytes);
    }

    /**
     * Wait for a message that a receive of this source (a rank in WORLD) and tag would take, without receiving it.
     *
     * @param number under which {@link #receiveClaimed} takes the message; negative to leave it to any receive
     */
    public static void probe(Call call, int worldSource, int userTag, long number) {
        call.await();
        call.state(number);
        call.clients()
                .matcher()
                .probe(
                        call,
                        call.client.rank,
                        call.context,
                        anyOrRank(call, worldSource),
                        anyOrTag(userTag),
                        number >= 0);
    }

    /** Keep the message that a probe has found for a receive by the number that the probe named. */
    public static void keepProbed(Call call) {
        if (call.state() >= 0) {
            call.client.claimed.put(call.state(), call.message());
        }
    }

    /** Receive the message that a probe has kept; never ends when there is none. */
    public static void receiveClaimed(Call call, long number) {
        call.await();
        MpiMessage claimed = call.client.claimed.remove(number);
        if (claimed != null) {
            claimed.matchedBy(call);
        }
    }

    /** A number that identifies one handshake. */
    public static long newRendezvous(Call call) {
        return call.clients().newRendezvous();
    }

    /** Send a further message of a handshake to the rank that the message received last came from. */
    public static void answer(Call call, long rendezvousTag, long payload) {
        call.await();
        call.clients().send(call, call.message().sourceRank(), payload, Clients.RENDEZVOUS, rendezvousTag);
    }

    /** Send a further message of a handshake; the receiver is a rank in WORLD. */
    public static void sendRendezvous(Call call, int worldTarget, long rendezvousTag, long payload) {
        call.await();
        int target = call.client.application.rank(worldTarget);
        call.clients().send(call, target, payload, Clients.RENDEZVOUS, rendezvousTag);
    }

    /** Receive a further message of a handshake from a rank in WORLD. */
    public static void receiveRendezvous(Call call, int worldSource, long rendezvousTag) {
        call.post(Clients.RENDEZVOUS, call.client.application.rank(worldSource), rendezvousTag);
    }

    /** Receive a further message of a handshake from where the message received last came from. */
    public static void receiveAnswer(Call call, long rendezvousTag) {
        call.post(Clients.RENDEZVOUS, call.message().sourceRank(), rendezvousTag);
    }

    private static int anyOrRank(Call call, int worldSource) {
        return worldSource == Command.ANY_SOURCE ? Envelope.ANY_SOURCE : call.client.application.rank(worldSource);
    }

    private static long anyOrTag(int userTag) {
        return userTag == Command.ANY_TAG ? Envelope.ANY_TAG : userTag;
    }
}
