// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/** Checks of constructor arguments; each message has the form {@code name=value: rule}. */
final class Checks {
    private Checks() {}

    static double positive(String name, double value) {
        return require(value > 0, name, value, "must be > 0");
    }

    static double notNegative(String name, double value) {
        return require(value >= 0 && !Double.isInfinite(value), name, value, "must be >= 0");
    }

    static long positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + "=" + value + ": must be > 0");
        }
        return value;
    }

    static long notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + "=" + value + ": must be >= 0");
        }
        return value;
    }

    private static double require(boolean holds, String name, double value, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(name + "=" + value + ": " + rule);
        }
        return value;
    }
}
