// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.BitSet;

/** A persistent message in partitions. */
final class Partitions {
    private final int count;
    private final boolean sends;
    private final Command operation;
    private final BitSet arrived = new BitSet();
    private long ready;

    /**
     * One that isn't active.
     *
     * @param operation that sends or receives all of it, null for a transfer with nobody
     */
    Partitions(int count, boolean sends, Command operation) {
        this.count = count;
        this.sends = sends;
        this.operation = operation;
    }

    /** It becomes active. What has to be done for that, or null: a send waits for its data. */
    Command begin() {
        ready = 0;
        arrived.clear();
        return sends ? null : operation;
    }

    /** So many partitions more may be sent. The send when these are the last, else null. */
    Command ready(long more) {
        ready += more;
        return sends && ready == count ? operation : null;
    }

    /** A partition has arrived. Whether all have. */
    boolean arrived(int partition) {
        arrived.set(partition);
        return arrived.cardinality() == count;
    }
}
