// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Probing;
import org.hdtrace.piosim.process.Clients;

/**
 * The messages that the commands of one thread got, in the order of the commands: one for each command that takes or finds
 * a message itself, and for a wait those of the requests that it found complete.
 */
final class MessageLog {
    /**
     * A message.
     *
     * @param source rank in WORLD, {@link Clients#NOBODY} for a request or command without message
     */
    record Message(int source, int tag, long bytes) {
        static final Message NONE = new Message(Clients.NOBODY, 0, 0);

        boolean isThere() {
            return source != Clients.NOBODY;
        }
    }

    private record Ended(long request, Message message) {}

    private final NumberLog numbers = new NumberLog();
    private final List<Ended> ended = new ArrayList<>();

    /** Something of the command that ends next. */
    void completed(long request, int source, int tag, long bytes) {
        ended.add(new Ended(request, new Message(source, tag, bytes)));
    }

    void commandEnded(Command command) {
        if (takesMessage(command)) {
            put(ended.isEmpty() ? Message.NONE : ended.get(0).message);
        } else if (command instanceof Command.Wait) {
            numbers.add(ended.size());
            for (Ended one : ended) {
                numbers.add(one.request);
                put(one.message);
            }
        }
        ended.clear();
    }

    private void put(Message message) {
        numbers.add(message.source + 1L);
        if (message.isThere()) {
            numbers.add(message.tag);
            numbers.add(message.bytes);
        }
    }

    /** Whether a command is over only when it has a message. */
    static boolean takesMessage(Command command) {
        boolean receives =
                command instanceof Command.Recv || command instanceof Command.Sendrecv || command instanceof Probing;
        return receives && command.request() == Command.BLOCKING;
    }

    Cursor read() {
        return new Cursor();
    }

    /** Steps through a log with the commands that it is about. */
    final class Cursor {
        private final NumberLog.Cursor cursor = numbers.read();

        /** Of a command that takes a message. */
        Message message() {
            int source = (int) (cursor.next() - 1);
            return source == Clients.NOBODY ? Message.NONE : new Message(source, (int) cursor.next(), cursor.next());
        }

        /** Of a wait, by request: those that it found complete. */
        Map<Long, Message> completed() {
            Map<Long, Message> all = new HashMap<>();
            for (long i = cursor.next(); i > 0; i--) {
                all.put(cursor.next(), message());
            }
            return all;
        }
    }
}
