// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.TraceStream;

/** Takes calls out of a stream, with the keys by which it has merged them: in one trace they never fall. Thread: one. */
final class CallOrder {
    private final ToIntFunction<TraceFile> numbers;
    private final Map<Integer, Long> latest = new HashMap<>();

    /**
     * An order.
     *
     * @param numbers number of a trace in the project's list
     */
    CallOrder(ToIntFunction<TraceFile> numbers) {
        this.numbers = numbers;
    }

    /** The call where the stream stands, null for none; to be asked for each entry of the stream. */
    RecordedCall at(TraceStream stream) {
        int trace = numbers.applyAsInt(stream.file());
        long key = latest.merge(trace, stream.endNanos(), Math::max);
        return RecordedCall.of(stream, trace, key);
    }
}
