// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** The interfaces where packets come from and go to, as {@link Components} tell of them. */
interface PacketEnds {
    /** The sending interface has started a packet. */
    void started(Message message, long payload);

    /** All packets of a message have been taken. */
    void left(Message message);

    /**
     * A packet has passed the receiving interface.
     *
     * @return whether it was taken
     */
    boolean passed(Packet packet);
}
