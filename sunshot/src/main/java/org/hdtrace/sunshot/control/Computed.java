// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.Objects;

/**
 * A statistic that the user defined by a formula over those below a row (SUNSHOT S-38, S-60). Immutable.
 *
 * @param run number of the run
 * @param path of the row over whose statistics it is worked out, "" for the whole run
 * @param name of the new row, unique among those of its parent
 * @param formula as {@link org.hdtrace.analysis.formula.Formula} reads it
 */
public record Computed(int run, String path, String name, String formula) {
    public Computed {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(formula, "formula");
        if (run < 0 || name.isBlank()) {
            throw new IllegalArgumentException("run=" + run + " name='" + name + "'");
        }
    }

    /** Path of the row that shows it; no recorded row has such a one. */
    public String rowPath() {
        return path.isEmpty() ? "=" + name : path + "/=" + name;
    }

    /** Key of the row that shows it. */
    public String key() {
        return run + ":" + rowPath();
    }

    public Computed withFormula(String other) {
        return new Computed(run, path, name, other);
    }
}
