// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.suite;

/** A benchmark program couldn't be run to its end; the message says why in one line. */
public final class SuiteException extends Exception {
    private static final long serialVersionUID = 1L;

    public SuiteException(String message) {
        super(message);
    }
}
