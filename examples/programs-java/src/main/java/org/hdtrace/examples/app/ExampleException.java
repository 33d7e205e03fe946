// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

/** Ends an example with a message and an exit status. */
final class ExampleException extends Exception {
    private final int status;

    ExampleException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
