// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

/** Nothing is wrong with a relation file, but its operations don't fit into the memory: with more of it they can be read. */
public final class TooManyOperationsError extends OutOfMemoryError {
    private static final long serialVersionUID = 1L;

    TooManyOperationsError(String message) {
        super(message);
    }
}
