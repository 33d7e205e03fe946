// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

/** What is said of an operation. */
public enum Verdict {
    EXPECTED("as expected"),
    SLOWER("slower than the hardware allows"),
    FASTER("faster than the model: the model is wrong"),
    /** Too few repetitions to tell a fault from a disturbance. */
    UNJUDGED("too few repetitions");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
