// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.OneSided;

/**
 * An application in a simulation.
 *
 * @param number in the order of the model's list
 * @param alias its name in the model
 * @param firstRank global number of its rank 0
 * @param firstContext number of the first of its message contexts
 */
public record LoadedApplication(int number, String alias, Application program, int firstRank, int firstContext) {
    /** Number of a rank over all applications. */
    int rank(int worldRank) {
        return firstRank + worldRank;
    }

    /** Rank in WORLD of one of its ranks. */
    int worldRank(int rank) {
        return rank - firstRank;
    }

    /** Whether messages of a context are those of a program itself and not of its collectives. */
    static boolean isOfProgram(int context) {
        return (context & 1) == 1;
    }

    /** Whether messages of a context are those of collectives. */
    static boolean isOfCollectives(int context) {
        return context != Clients.RENDEZVOUS && !isOfProgram(context);
    }

    /** Context of the messages that the program itself sends in a communicator; that of its collectives is the next. */
    int context(int communicator) {
        return firstContext + 2 * communicator;
    }

    /** As {@link #context(int)}, for a command; MPI libraries give each window a communicator of its own. */
    int context(Command command) {
        return context(
                command instanceof OneSided oneSided
                        ? program.communicators().size() + oneSided.window().id()
                        : command.communicator().id());
    }
}
