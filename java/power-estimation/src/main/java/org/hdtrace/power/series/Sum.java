// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.series;

/** Adds doubles with compensation (Neumaier), so that energies of parts give the energy of the whole. Thread: one at a time. */
public final class Sum {
    private double sum;
    private double lost;

    public void add(double value) {
        double next = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }

    public double value() {
        return sum + lost;
    }
}
