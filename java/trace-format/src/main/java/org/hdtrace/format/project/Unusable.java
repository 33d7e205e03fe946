// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

/** A description of a datatype that makes no sense; stays within this package. */
final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
        super(message, null, false, false);
    }
}
