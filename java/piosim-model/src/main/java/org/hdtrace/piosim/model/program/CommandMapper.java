// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import org.hdtrace.format.trace.TraceEntry;

/** Turns the states of one trace into commands, in order. */
final class CommandMapper {
    private static final MappingTable MAPPINGS = MappingTable.complete();

    private final RecordedThread thread;

    CommandMapper(RecordedThread thread) {
        this.thread = thread;
    }

    /** The command of the next state; null when its recorded duration is all there is to it. */
    Command map(TraceEntry state) throws NotExecutable {
        // A call that failed did nothing that a model could repeat.
        if (LocalCalls.contains(state.name()) || state.attributes().get("err") != null) {
            return null;
        }
        Mapping mapping = MAPPINGS.find(state.name());
        if (mapping == null) {
            throw new NotExecutable(state.name());
        }
        RecordedCall call = new RecordedCall(thread, state);
        try {
            return call.checked(mapping.map(call));
        } catch (Amounts.TooLarge e) {
            throw new NotExecutable(state.name() + " of more than 16T bytes");
        }
    }
}
