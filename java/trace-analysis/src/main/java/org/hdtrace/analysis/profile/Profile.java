// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The profile of a selection: one row per name of state, those with the most inclusive time first, equals by name.
 * Immutable.
 *
 * @param rows sorted
 */
public record Profile(List<ProfileRow> rows) {
    private static final Comparator<ProfileRow> ORDER =
            Comparator.comparingLong(ProfileRow::inclusiveNanos).reversed().thenComparing(ProfileRow::name);

    /** Sorts the rows. */
    public Profile {
        rows = rows.stream().sorted(ORDER).toList();
    }

    public Optional<ProfileRow> row(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst();
    }
}
