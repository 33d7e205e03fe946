// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.hdtrace.piosim.model.cluster.CommandType;

/** The commands of each rank of a program that is being written, with the states by which a trace would tell them. */
final class WrittenCommands {
    private final List<CommandList> byRank = new ArrayList<>();
    private final List<CallStates> states = new ArrayList<>();
    private final SplitAccesses splitAccesses = new SplitAccesses();
    private final Set<CommandType> types = EnumSet.noneOf(CommandType.class);

    /** None yet. The list of communicators may grow later. */
    WrittenCommands(int ranks, List<Communicator> communicators) {
        for (int rank = 0; rank < ranks; rank++) {
            byRank.add(new CommandList());
            states.add(new CallStates(rank, communicators));
        }
    }

    int ranks() {
        return byRank.size();
    }

    /** All types of what was added. */
    Set<CommandType> types() {
        return types;
    }

    /** Append a command as it is. */
    void add(int rank, Command command) {
        check(rank, command);
        byRank.get(rank).add(command);
        LoadedApplication.addTypes(types, command);
        if (command instanceof Command.Wait wait) {
            splitAccesses.end(rank, wait.requests());
        }
    }

    /** Those that no wait has named yet. */
    SplitAccesses splitAccesses() {
        return splitAccesses;
    }

    /** Append what a function makes of the state by which a trace tells it. */
    void add(int rank, Function<Origin, Command> command) {
        add(rank, command.apply(state(rank, command.apply(Origin.NONE))));
    }

    /** Append it for all members, which share a command that has the same state at all of them. */
    void all(Communicator communicator, Function<Origin, Command> command) {
        Command plain = command.apply(Origin.NONE);
        Command shared = null;
        for (int local = 0; local < communicator.size(); local++) {
            int rank = communicator.worldRank(local);
            if (shared == null || !states.get(rank).isOfAll(plain)) {
                shared = command.apply(state(rank, plain));
            }
            add(rank, shared);
        }
    }

    /** Execute what a body adds several times. */
    void repeat(long times, Runnable body) {
        Amounts.notNegative("times", times);
        int[] first = byRank.stream().mapToInt(CommandList::end).toArray();
        body.run();
        for (int rank = 0; rank < first.length; rank++) {
            byRank.get(rank).repeat(first[rank], times);
        }
    }

    /** The commands of each rank as they are now; later additions don't change them. */
    List<CommandList.Frozen> frozen() {
        return byRank.stream().map(CommandList::frozen).toList();
    }

    /** The same rank, when there is one of that number. */
    int checked(int rank) {
        if (rank < 0 || rank >= byRank.size()) {
            throw new IllegalArgumentException("rank=" + rank + ": must be 0 to " + (byRank.size() - 1));
        }
        return rank;
    }

    /** The state of a command that may be appended. */
    private Origin state(int rank, Command command) {
        check(rank, command);
        return command instanceof Compute ? Origin.NONE : states.get(rank).of(command);
    }

    private void check(int rank, Command command) {
        checked(rank);
        if (command instanceof CollectiveCall collective) {
            collective.checkFor(rank);
        }
    }
}
