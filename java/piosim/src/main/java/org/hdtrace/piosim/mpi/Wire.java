// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

/** Bytes that the protocol adds to what a program sends. Source: MODEL B2.4 and B3.5. */
final class Wire {
    /** Added to every message between two ranks. */
    static final int POINT_TO_POINT = 8;

    /** Size of the request of a handshake. */
    static final int REQUEST = 8;

    /** Size of the answer to it. */
    static final int ACKNOWLEDGE = 100;

    /** Added to most messages inside collective functions. */
    static final int COLLECTIVE = 20;

    private Wire() {}
}
