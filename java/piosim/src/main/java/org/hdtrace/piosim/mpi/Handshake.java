// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

/** Tags of the messages that follow a request. */
final class Handshake {
    private Handshake() {}

    static long answer(long handshake) {
        return handshake * 2;
    }

    static long data(long handshake) {
        return handshake * 2 + 1;
    }
}
