// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What one rank has to do with a window: as an origin, and as a target. */
final class Side {
    final Outstanding outstanding = new Outstanding();
    final Signals posts = new Signals();
    final Signals completions = new Signals();
    final LockQueue lock = new LockQueue();

    /** Ranks in WORLD, or everybody, whose locks it needn't ask for. */
    final Set<Integer> assumed = new HashSet<>();

    /** Ranks in WORLD whose memory it accesses between start and complete. */
    List<Integer> targets = List.of();

    /** Ranks in WORLD that access its memory between post and wait. */
    List<Integer> origins = List.of();
}
