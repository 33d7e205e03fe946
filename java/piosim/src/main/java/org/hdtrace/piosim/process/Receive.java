// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/** A posted receive of a {@link Call}. */
final class Receive extends Envelope {
    final Call call;

    Receive(int target, int context, int source, long tag, Call call) {
        super(target, context, source, tag);
        this.call = call;
    }
}
