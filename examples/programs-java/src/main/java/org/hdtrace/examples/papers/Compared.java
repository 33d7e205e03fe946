// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.papers;

import java.util.List;
import java.util.Locale;

/**
 * A figure of a paper, what follows from the model by hand, and what the simulation says.
 *
 * @param quantity what it is
 * @param unit its unit; empty for a number of things
 * @param paper {@link #UNKNOWN} when the paper doesn't tell it
 * @param hand {@link #UNKNOWN} when there is no closed form
 * @param ours of the simulation
 */
public record Compared(String quantity, String unit, double paper, double hand, double ours) {
    /** Nobody says. */
    public static final double UNKNOWN = Double.NaN;

    /** Of ours from the paper's, 0.01 for 1 % more; {@link #UNKNOWN} when the paper doesn't tell. */
    public double deviation() {
        return ours / paper - 1;
    }

    /** A list of such figures. */
    public static String table(List<Compared> figures, Table.Form form) {
        return new Table<Compared>()
                .shown("", "%-46s", Compared::quantity)
                .shown("", "%-3s", Compared::unit)
                .shown("paper", "%12s", one -> one.number(one.paper))
                .shown("by hand", "%12s", one -> one.number(one.hand))
                .shown("ours", "%12s", one -> one.number(one.ours))
                .shown("deviation", "%10s", one -> percent(one.deviation()))
                .told("quantity", "%s", Compared::quantity)
                .told("unit", "%s", Compared::unit)
                .told("paper", "%.6f", one -> known(one.paper))
                .told("hand", "%.6f", one -> known(one.hand))
                .told("ours", "%.6f", one -> known(one.ours))
                .told("deviation", "%.6f", one -> known(one.deviation()))
                .write(figures, form);
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : Double.valueOf(value);
    }

    private String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, unit.isEmpty() ? "%,.0f" : "%.3f", value);
    }

    private static String percent(double part) {
        return Double.isNaN(part) ? "" : String.format(Locale.ROOT, "%+.1f %%", 100 * part);
    }
}
