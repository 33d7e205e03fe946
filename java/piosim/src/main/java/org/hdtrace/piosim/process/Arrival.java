// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/** A message as the matcher sees it. */
final class Arrival extends Envelope {
    final MpiMessage message;

    Arrival(MpiMessage message) {
        this.message = message;
    }
}
