// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/**
 * Bytes that the protocol adds to what a program sends, without packet headers. Source: MODEL B2.4 and B3.5.
 *
 * @param pointToPoint added to every message between two ranks
 * @param request size of the request of a handshake
 * @param acknowledge size of the answer to it
 * @param collective added to most messages inside collective functions
 */
public record Framing(int pointToPoint, int request, int acknowledge, int collective) {
    /** What the original adds. */
    public static final Framing ORIGINAL = new Framing(8, 8, 100, 20);

    /** Messages are as long as their data. */
    public static final Framing NONE = new Framing(0, 0, 0, 0);
}
