// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.hdtrace.analysis.damage.Damages;

/**
 * The profile of a selection: one row per name of state, those with the most inclusive time first, equals by name.
 *
 * @param rows sorted
 * @param damages of the traces that it was made of
 */
public record Profile(List<ProfileRow> rows, Damages damages) {
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
