// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** A packet under way; others refer to it by its number. */
final class Packet {
    final int number;
    /** Message it belongs to. */
    Message message;
    /** Whether it carries the header of its message. */
    boolean hasHeader;
    /** Bytes on the wire. */
    long wire;
    /** Rises with every arrival anywhere. */
    long arrival;
    /** Time in ns before which its last byte doesn't arrive where it is, when it was let go by its header, comes late or is expected. */
    long tail;
    /** Whether nobody looks at it when it passes the interface where it comes late. */
    boolean isUnnoticed;
    /** Where it is among the hops of {@link Paths}; the next hop is this plus one. */
    int position;
    /** Packet behind it in the stream's queue. */
    int next;

    Packet(int number) {
        this.number = number;
    }

    /** Bytes of the message in it. */
    long payload() {
        return hasHeader ? wire - Network.HEADER_BYTES : wire;
    }

    /** Leave for the next component. */
    void goOn() {
        position++;
        tail = 0;
    }
}
