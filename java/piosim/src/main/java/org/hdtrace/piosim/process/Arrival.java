// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/** A message as the matcher sees it. */
final class Arrival extends Envelope {
    final MpiMessage message;

    Arrival(int target, int context, int source, long tag, MpiMessage message) {
        super(target, context, source, tag);
        this.message = message;
    }
}
