// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/** What decides whether a message and a receive belong together, with the links of the lists it waits in. */
abstract class Envelope {
    static final int ANY_SOURCE = -1;
    static final long ANY_TAG = -1;

    /** Rank that receives. */
    final int target;

    /** Separates communicators, and in each of them collective from other messages. */
    final int context;

    /** Rank that sends, or {@link #ANY_SOURCE}. */
    final int source;

    final long tag;

    /** Order of posting or arrival. */
    long serial;

    Envelope nextInBucket;
    Envelope previousOfRank;
    Envelope nextOfRank;

    Envelope(int target, int context, int source, long tag) {
        this.target = target;
        this.context = context;
        this.source = source;
        this.tag = tag;
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

    final int hash() {
        long mixed = (((long) target << 32 | source) * 31 + context) * 0x9E3779B97F4A7C15L + tag;
        mixed *= 0xC2B2AE3D27D4EB4FL;
        return (int) (mixed >>> 33);
    }
}
