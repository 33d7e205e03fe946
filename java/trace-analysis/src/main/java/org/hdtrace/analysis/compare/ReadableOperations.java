// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.trace.TraceSource;

/** The operations of a trace until its end, or until the place behind which it can't be read. Thread: one thread at a time. */
final class ReadableOperations implements OperationSource, AutoCloseable {
    private final TraceOperations operations;
    private Damage broken; // null as long as all could be read

    private ReadableOperations(TraceOperations operations) {
        this.operations = operations;
    }

    /**
     * Open a trace.
     *
     * @throws TraceFormatException when nothing of it can be read
     */
    static ReadableOperations open(TraceSource trace) throws TraceFormatException {
        return new ReadableOperations(TraceOperations.open(trace));
    }

    @Override
    public Operation next() {
        if (broken != null) {
            return null;
        }
        try {
            return operations.next();
        } catch (TraceFormatException e) {
            broken = Damage.broken(e);
            return null;
        }
    }

    /** Why not all of it was used; to be asked behind the last operation. */
    Optional<Damage> damage() {
        return broken == null ? operations.damage() : Optional.of(broken);
    }

    @Override
    public void close() {
        operations.close();
    }
}
