// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.Probing;

/**
 * The state of a command as it went in a simulation: with the messages that it really got, as an observed run tells them, so
 * that a simulation of it gets the same. Source: FORMATS A8.
 */
final class SimulatedState {
    private static final String ANYBODY = "-2";
    private static final String ANY_TAG = "-1";
    /** What an access has moved, which is less than it was for at the end of a file. */
    private static final String MOVED = "bytes";

    private static final Set<CommandType> READS = Set.of(
            CommandType.FILE_READ,
            CommandType.FILE_READ_ALL,
            CommandType.FILE_READ_SHARED,
            CommandType.FILE_READ_ORDERED);

    private SimulatedState() {}

    /**
     * The state of a command.
     *
     * @param messages that it has got, or the requests that it has found complete
     * @param bytes that it has moved for its program
     */
    static Origin of(Command command, List<ReceivedMessage> messages, long bytes) {
        Origin origin = command.origin();
        if (READS.contains(command.type())) {
            boolean told = origin.attributes().contains(MOVED);
            return told || bytes < command.bytes()
                    ? new Origin(origin.name(), origin.attributes().with(MOVED, Long.toString(bytes)), origin.data())
                    : origin;
        }
        if (ReceivedMessage.isTakenBy(command)) {
            boolean there = !messages.isEmpty() && messages.get(0).isMessage();
            return there ? received(command, origin, messages.get(0)) : origin;
        }
        if (command instanceof Command.Wait wait) {
            Map<Long, ReceivedMessage> completed = new HashMap<>();
            messages.forEach(message -> completed.put(message.request(), message));
            List<DataElement> data = origin.data().stream()
                    .map(element -> waitedFor(element, wait, completed))
                    .toList();
            return new Origin(origin.name(), origin.attributes(), data);
        }
        return origin;
    }

    private static Origin received(Command command, Origin origin, ReceivedMessage message) {
        Attributes told = told(origin.attributes(), message, sizeName(origin));
        if (anySource(command) && !told.contains("postedRank")) {
            told = told.with("postedRank", ANYBODY);
        }
        if (anyTag(command) && !told.contains("postedTag")) {
            told = told.with("postedTag", ANY_TAG);
        }
        return new Origin(origin.name(), told, origin.data());
    }

    private static Attributes told(Attributes attributes, ReceivedMessage message, String size) {
        return attributes
                .with("fromRank", Integer.toString(message.source()))
                .with("fromTag", Integer.toString(message.tag()))
                .with(size, Long.toString(message.bytes()));
    }

    /** The attribute for what was received, where another is for what is sent. */
    private static String sizeName(Origin origin) {
        boolean both = origin.attributes().contains("toRank");
        return both && !origin.attributes().contains("sendSize") ? "recvSize" : "size";
    }

    private static boolean anySource(Command command) {
        return (command instanceof Command.Recv receive && receive.source() == Command.ANY_SOURCE)
                || (command instanceof Command.Sendrecv both && both.source() == Command.ANY_SOURCE)
                || (command instanceof Probing.Probe probe && probe.source() == Command.ANY_SOURCE);
    }

    private static boolean anyTag(Command command) {
        return (command instanceof Command.Recv receive && receive.tag() == Command.ANY_TAG)
                || (command instanceof Command.Sendrecv both && both.recvTag() == Command.ANY_TAG)
                || (command instanceof Probing.Probe probe && probe.tag() == Command.ANY_TAG);
    }

    /** An element of a wait; what the wait wasn't for stays as it was. */
    private static DataElement waitedFor(DataElement element, Command.Wait wait, Map<Long, ReceivedMessage> completed) {
        long request = Concept.REQUEST.of(element.attributes(), -1);
        ReceivedMessage message = completed.get(request);
        boolean told = element.attributes().contains("done");
        if (request < 0 || (message == null && told && !wait.requests().contains(request))) {
            return element;
        }
        boolean done = message != null || wait.until() == Command.Wait.Until.ALL;
        Attributes attributes = element.attributes().with("done", done ? "1" : "0");
        if (message != null && message.isMessage()) {
            attributes = told(attributes, message, "size");
        }
        return new DataElement(element.name(), attributes, element.text(), element.children());
    }
}
