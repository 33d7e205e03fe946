// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Objects;
import org.hdtrace.piosim.model.cluster.CommandType;

/** Commands that look at a message before it is received. */
public sealed interface Probing extends Command {
    /** A probe that leaves the message to any receive. */
    long LEAVE = -1;

    /**
     * Waits until a message is there that a receive of this source and tag would take.
     *
     * @param source sending rank or {@link #ANY_SOURCE}
     * @param tag or {@link #ANY_TAG}
     * @param message number by which a {@link MatchedRecv} of the same thread takes the message, which no other
     *     receive can do then; {@link #LEAVE} to only look at it
     */
    record Probe(int source, int tag, long message, Communicator communicator, Origin origin) implements Probing {
        public Probe {
            Objects.requireNonNull(communicator, "communicator");
            Objects.requireNonNull(origin, "origin");
        }

        @Override
        public CommandType type() {
            return CommandType.PROBE;
        }
    }

    /**
     * Receives the message that a {@link Probe} has taken.
     *
     * @param message number that the probe gave it
     * @param request number that a later {@link Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record MatchedRecv(long message, long request, Communicator communicator, Origin origin) implements Probing {
        public MatchedRecv {
            Amounts.notNegative("message", message);
            Objects.requireNonNull(communicator, "communicator");
            Objects.requireNonNull(origin, "origin");
        }

        @Override
        public CommandType type() {
            return request == BLOCKING ? CommandType.RECV : CommandType.IRECV;
        }
    }
}
