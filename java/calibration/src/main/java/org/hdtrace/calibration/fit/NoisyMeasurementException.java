// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

/** The measurements say too little to fit a model to them; the message tells in one line how noisy they were. */
public final class NoisyMeasurementException extends Exception {
    private static final long serialVersionUID = 1L;

    public NoisyMeasurementException(String message) {
        super(message);
    }
}
