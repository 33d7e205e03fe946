// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

/** Options that make no sense together, or with this project. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
