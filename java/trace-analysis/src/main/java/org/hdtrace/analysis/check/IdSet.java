// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.util.HashSet;
import java.util.Set;

/**
 * Ids that are counted from 0, as those of requests, files and tokens. Those of an unbroken count take no memory; of others at
 * most {@value #MOST} are kept, and from then on every id may be in the set.
 */
final class IdSet {
    static final int MOST = 1 << 17;

    private final Set<Long> others = new HashSet<>();
    private long below;
    private boolean full;

    void add(long id) {
        if (holds(id)) {
            return;
        }
        if (id == below) {
            for (below++; others.remove(below); below++) {}
        } else if (others.size() < MOST) {
            others.add(id);
        } else {
            full = true;
        }
    }

    /** Number of ids that are certainly in the set. */
    long size() {
        return below + others.size();
    }

    /** Whether the id is certainly in the set. */
    boolean holds(long id) {
        return (id >= 0 && id < below) || others.contains(id);
    }

    /** Whether the id is in the set or may be. */
    boolean mayHold(long id) {
        return full || holds(id);
    }

    /** The lowest id that the other set holds and this one certainly doesn't; -1 for none. */
    long firstMissing(IdSet wanted) {
        if (full) {
            return -1;
        }
        for (long id = below; id < wanted.below; id++) {
            if (!others.contains(id)) {
                return id;
            }
        }
        return wanted.others.stream()
                .filter(id -> !mayHold(id))
                .sorted()
                .findFirst()
                .orElse(-1L);
    }
}
