// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import org.hdtrace.format.Saturated;

/** How many, and how many bytes. Not safe for use by several threads. */
final class Tally {
    private long count;
    private long bytes;

    void add(long more, long moreBytes) {
        count += more;
        bytes = Saturated.add(bytes, moreBytes);
    }

    void add(Tally other) {
        add(other.count, other.bytes);
    }

    long count() {
        return count;
    }

    long bytes() {
        return bytes;
    }
}
