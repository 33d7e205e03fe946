// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.List;
import org.hdtrace.analysis.messages.TraceRequests.Partner;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.State;

/**
 * What a state tells of messages, taken out of its trace, so that another thread than its reader can go on with it.
 *
 * @param key time by which calls of all traces are merged
 * @param call where and when
 * @param request its number, -1 for none
 * @param target null when it sends nothing
 * @param source null when it receives nothing
 * @param cid the process's number of the communicator, -1 for none
 * @param data of calls that begin or end what others described
 */
record RecordedCall(
        long key,
        Message.Call call,
        MessageCall kind,
        long request,
        Partner target,
        Partner source,
        long cid,
        long bytes,
        List<DataElement> data) {
    /** Stands for MPI_PROC_NULL where a rank is asked for; anybody is {@code -2}. */
    private static final int NOBODY = -1;

    /** The call that a stream stands at; null when it has nothing to do with messages, or failed. */
    static RecordedCall of(TraceStream state, int trace, long key) {
        MessageCall kind = MessageCall.of(state.name());
        if (kind == MessageCall.NONE || state.attribute("err") != null) {
            return null;
        }
        Message.Call call = new Message.Call(trace, state.file().rank(), state.startNanos(), state.endNanos());
        return switch (kind) {
            case SEND, SEND_INIT, RECEIVE, RECEIVE_INIT, EXCHANGE ->
                new RecordedCall(
                        key,
                        call,
                        kind,
                        isWholeCall(kind, state.name()) ? -1 : state.number(Concept.REQUEST, -1),
                        kind.sends() ? partner(state, Concept.TO_RANK, Concept.TO_TAG) : null,
                        kind.receives() ? partner(state, Concept.FROM_RANK, Concept.FROM_TAG) : null,
                        state.number(Concept.COMMUNICATOR, -1),
                        Math.max(0, state.number(Concept.SIZE, 0)),
                        List.of());
            default ->
                new RecordedCall(
                        key,
                        call,
                        kind,
                        kind == MessageCall.START ? state.number(Concept.REQUEST, -1) : -1,
                        null,
                        null,
                        -1,
                        0,
                        ((State) state.entry()).data());
        };
    }

    /** Whether the message has ended with the call. */
    private static boolean isWholeCall(MessageCall kind, String name) {
        return kind != MessageCall.SEND_INIT && kind != MessageCall.RECEIVE_INIT && !name.startsWith("I");
    }

    /** Null for nobody. */
    private static Partner partner(TraceStream state, Concept rank, Concept tag) {
        long number = state.number(rank, NOBODY);
        return isNobody(number) ? null : partner(number, state.number(tag, 0));
    }

    static boolean isNobody(long rank) {
        return rank == NOBODY || rank > Integer.MAX_VALUE;
    }

    static Partner partner(long rank, long tag) {
        return new Partner((int) Math.max(-2, rank), (int) tag);
    }
}
