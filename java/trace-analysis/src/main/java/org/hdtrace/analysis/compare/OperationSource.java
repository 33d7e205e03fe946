// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.Iterator;
import java.util.List;
import org.hdtrace.format.TraceFormatException;

/** The operations of one rank, in the order of their begin. */
@FunctionalInterface
public interface OperationSource {
    /**
     * The next operation, or null at the end.
     *
     * @throws TraceFormatException when the trace behind it can't be read
     */
    Operation next() throws TraceFormatException;

    static OperationSource of(List<Operation> operations) {
        Iterator<Operation> rest = operations.iterator();
        return () -> rest.hasNext() ? rest.next() : null;
    }
}
