// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * One value of the model that takes several values.
 *
 * @param path what it is, as {@code NetworkEdge[*]/Latency}
 * @param values as a model file would write them
 */
public record Axis(String path, List<String> values) {
    public Axis {
        values = List.copyOf(values);
        if (path.isEmpty() || values.isEmpty()) {
            throw new IllegalArgumentException("path=" + path + " values=" + values + ": must not be empty");
        }
    }

    /** From a text as {@code NetworkEdge[*]/Latency=1us,5us,10us..80us*2}. */
    public static Axis parse(String text) throws SweepException {
        int equals = text.indexOf('=', text.indexOf(']') + 1);
        if (equals <= 0 || text.chars().anyMatch(Character::isISOControl)) {
            throw new SweepException("--vary " + text + ": must be PATH=VALUE,VALUE,..");
        }
        List<String> values = new ArrayList<>();
        for (String part : text.substring(equals + 1).split(",", -1)) {
            String value = part.strip();
            if (value.isEmpty()) {
                throw new SweepException("--vary " + text + ": has an empty value");
            }
            if (ValueRange.isOne(value)) {
                try {
                    values.addAll(ValueRange.values(value));
                } catch (SweepException e) {
                    throw new SweepException("--vary " + text + ": " + e.getMessage());
                }
            } else {
                values.add(value);
            }
        }
        HashSet<String> seen = new HashSet<>();
        for (String value : values) {
            if (!seen.add(value)) {
                throw new SweepException("--vary " + text + ": has the value " + value + " twice");
            }
        }
        return new Axis(text.substring(0, equals).strip(), values);
    }
}
