// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.select;

import java.util.Objects;

/**
 * The part of a project that is asked for.
 *
 * @param interval ns since the epoch
 * @param ranks which traces
 * @param names which states
 */
public record Selection(Interval interval, Ranks ranks, Globs names) {
    private static final Selection ALL = new Selection(Interval.all(), Ranks.all(), Globs.all());

    public Selection {
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(ranks, "ranks");
        Objects.requireNonNull(names, "names");
    }

    /** The whole project. */
    public static Selection all() {
        return ALL;
    }
}
