// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import java.util.Objects;

/**
 * A state of an operation.
 *
 * @param startNanos ns since the epoch
 * @param endNanos ns since the epoch; that of the operation where its end is missing
 * @param depth number of the operation's states around it
 */
public record OperationState(String name, long startNanos, long endNanos, int depth) {
    public OperationState {
        Objects.requireNonNull(name, "name");
    }
}
