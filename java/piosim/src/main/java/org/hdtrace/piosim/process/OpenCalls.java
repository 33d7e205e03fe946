// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/**
 * By rank, the calls that wait for messages of their own from certain ranks. Nothing but such a message has the context
 * and the tag of such a call, and it doesn't matter which of several equal receives of a call it ends: no receive needs an
 * object.
 */
final class OpenCalls {
    private final Call[] firstOfRank;
    private final Call[] lastOfRank;

    OpenCalls(int ranks) {
        firstOfRank = new Call[ranks];
        lastOfRank = new Call[ranks];
    }

    /** The call that began to wait first, or null; follow {@code nextOpen} for the others. */
    Call firstOf(int rank) {
        return firstOfRank[rank];
    }

    /** A call waits for one more message. */
    void await(Call call, int source) {
        if (call.awaited.isEmpty()) {
            append(call);
        }
        call.awaited.add(source);
    }

    /** The call that waits for a message; it no longer does. Null when there is none. */
    Call take(int target, int context, int source, long tag) {
        Call before = null;
        for (Call call = firstOfRank[target]; call != null; call = call.nextOpen) {
            if (call.tag == tag && call.context == context && call.awaited.remove(source)) {
                if (call.awaited.isEmpty()) {
                    unlink(call, target, before);
                }
                return call;
            }
            before = call;
        }
        return null;
    }

    private void append(Call call) {
        int rank = call.client.rank;
        if (firstOfRank[rank] == null) {
            firstOfRank[rank] = call;
        } else {
            lastOfRank[rank].nextOpen = call;
        }
        lastOfRank[rank] = call;
    }

    private void unlink(Call call, int rank, Call before) {
        if (before == null) {
            firstOfRank[rank] = call.nextOpen;
        } else {
            before.nextOpen = call.nextOpen;
        }
        if (call.nextOpen == null) {
            lastOfRank[rank] = before;
        }
        call.nextOpen = null;
    }
}
