// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.formula;

/** What formulas do with two values. */
enum Operator {
    ADD('+', 2),
    SUBTRACT('-', 2),
    MULTIPLY('*', 3),
    DIVIDE('/', 3),
    MAXIMUM('^', 1),
    MINIMUM(',', 1);

    private final char letter;
    private final int rank;

    Operator(char letter, int rank) {
        this.letter = letter;
        this.rank = rank;
    }

    /** Null for other characters. */
    static Operator of(char letter) {
        for (Operator each : values()) {
            if (each.letter == letter) {
                return each;
            }
        }
        return null;
    }

    /** Those with a higher one are worked out first. */
    int rank() {
        return rank;
    }

    double apply(double left, double right) {
        return switch (this) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case MAXIMUM -> Math.max(left, right);
            case MINIMUM -> Math.min(left, right);
        };
    }
}
