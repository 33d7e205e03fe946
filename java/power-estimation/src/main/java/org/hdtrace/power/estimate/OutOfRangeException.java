// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.estimate;

/** A node does more, or less, than the runs that the model was fitted to, and that was not to be accepted. */
public final class OutOfRangeException extends Exception {
    private static final long serialVersionUID = 1L;

    public OutOfRangeException(String message) {
        super(message);
    }
}
