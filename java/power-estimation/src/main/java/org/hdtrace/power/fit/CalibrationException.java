// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

/** The recordings don't hold what a fit needs. */
public final class CalibrationException extends Exception {
    private static final long serialVersionUID = 1L;

    public CalibrationException(String message) {
        super(message);
    }
}
