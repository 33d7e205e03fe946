// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import java.util.Objects;

/**
 * One value of a group.
 *
 * @param unit "" when the file gives none
 * @param grouping "" when the file gives none
 * @param multiplier what {@link StatisticsReader} multiplies stored values by; 1 but in the oldest files
 */
public record ValueDescription(String name, ValueType type, String unit, String grouping, double multiplier) {
    public ValueDescription {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(grouping, "grouping");
    }

    public ValueDescription(String name, ValueType type, String unit, String grouping) {
        this(name, type, unit, grouping, 1);
    }
}
