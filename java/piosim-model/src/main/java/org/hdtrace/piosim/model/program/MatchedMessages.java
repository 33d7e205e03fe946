// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Messages that probes of one thread have taken for a later receive. Traces don't number them, so a receive takes the first one
 * that came from where it says; of several alike it doesn't matter which.
 */
final class MatchedMessages {
    private record Message(long number, long source, long tag, long bytes, Communicator communicator) {}

    private final List<Message> waiting = new ArrayList<>();
    private long count;

    /** The number of a message that was found; -1 bytes when that isn't recorded. */
    long found(long source, long tag, long bytes, Communicator communicator) {
        waiting.add(new Message(count, source, tag, bytes, communicator));
        return count++;
    }

    /** The number of the first message that fits, or -1. */
    long take(long source, long tag, long bytes, Communicator communicator) {
        for (Message message : waiting) {
            if (message.communicator == communicator
                    && message.source == source
                    && message.tag == tag
                    && (bytes < 0 || message.bytes < 0 || message.bytes == bytes)) {
                waiting.remove(message);
                return message.number;
            }
        }
        return -1;
    }

    /** The number of the message that has waited longest in a communicator, or -1. */
    long takeFirst(Communicator communicator) {
        for (Message message : waiting) {
            if (message.communicator == communicator) {
                waiting.remove(message);
                return message.number;
            }
        }
        return -1;
    }
}
