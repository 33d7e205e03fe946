// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/**
 * What decides whether a message and a receive belong together, with the links of the lists it waits in. Used again
 * when nobody waits for it any more.
 */
abstract class Envelope {
    static final int ANY_SOURCE = -1;
    static final long ANY_TAG = -1;

    /** Rank that receives. */
    int target;

    /** Separates communicators, and in each of them collective from other messages. */
    int context;

    /** Rank that sends, or {@link #ANY_SOURCE}. */
    int source;

    long tag;

    /** Order of posting or arrival. */
    long serial;

    int hash;
    Envelope nextInBucket;
    Envelope previousOfRank;
    Envelope nextOfRank;

    final void address(int newTarget, int newContext, int newSource, long newTag) {
        target = newTarget;
        context = newContext;
        source = newSource;
        tag = newTag;
        long mixed = (((long) target << 32 | source) * 31 + context) * 0x9E3779B97F4A7C15L + tag;
        mixed *= 0xC2B2AE3D27D4EB4FL;
        hash = (int) (mixed >>> 33);
    }

    final boolean isWildcard() {
        return source == ANY_SOURCE || tag == ANY_TAG;
    }

    final boolean equalsExactly(Envelope other) {
        return target == other.target && context == other.context && source == other.source && tag == other.tag;
    }

    /** Whether this, possibly a wildcard, takes a message. */
    final boolean accepts(Envelope message) {
        return context == message.context
                && (source == ANY_SOURCE || source == message.source)
                && (tag == ANY_TAG || tag == message.tag);
    }
}
