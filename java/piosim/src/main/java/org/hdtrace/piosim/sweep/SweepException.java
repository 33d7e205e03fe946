// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

/** A sweep that can't be run as it was asked for; the message says why in one line. */
public final class SweepException extends Exception {
    private static final long serialVersionUID = 1L;

    public SweepException(String message) {
        super(message);
    }
}
