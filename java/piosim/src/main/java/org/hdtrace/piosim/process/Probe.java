// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/** A {@link Call} that waits for a message without receiving it; used again as soon as it is answered. */
final class Probe extends Envelope {
    Call call;

    /** Whether the message is kept from all receives afterwards. */
    boolean claims;
}
