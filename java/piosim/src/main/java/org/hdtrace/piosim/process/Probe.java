// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/** A {@link Call} that waits for a message without receiving it. */
final class Probe extends Envelope {
    final Call call;

    /** Whether the message is kept from all receives afterwards. */
    final boolean claims;

    Probe(int target, int context, int source, long tag, Call call, boolean claims) {
        super(target, context, source, tag);
        this.call = call;
        this.claims = claims;
    }
}
