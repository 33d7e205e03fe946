// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.util.Optional;

/** The states of a row at one depth with what is known of them in coarser steps. Immutable. */
public final class StoredLevel {
    private final LevelColumns columns;
    private final Pyramid pyramid;
    private final LevelSums sums;

    /** {@code pyramid} and {@code sums} are null where the level is too small for them. */
    StoredLevel(LevelColumns columns, Pyramid pyramid, LevelSums sums) {
        this.columns = columns;
        this.pyramid = pyramid;
        this.sums = sums;
    }

    public LevelColumns columns() {
        return columns;
    }

    /** Empty where looking at the states is cheap. */
    public Optional<Pyramid> pyramid() {
        return Optional.ofNullable(pyramid);
    }

    /** Null where adding up the states is cheap. */
    LevelSums sums() {
        return sums;
    }
}
