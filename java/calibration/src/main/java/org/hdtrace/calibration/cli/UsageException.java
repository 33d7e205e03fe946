// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

/** What the user asked for makes no sense; the message says why in one line. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
