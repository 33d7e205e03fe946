// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

/** The command was called in a way that makes no sense. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
