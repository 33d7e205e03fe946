// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Blocks of calls of which each rank states its own only, as {@code MPI_Allgatherv}. All members of a communicator call its
 * collective functions in one order, so calls of the same number belong together. A rank whose trace ends earlier, or that
 * doesn't tell the size, counts as having the first block that is told.
 *
 * <p>Doesn't change any more once all traces have been surveyed; any thread then.
 */
final class OwnBlocks {
    private final Map<CommunicatorNumber, List<Block>> stated = new HashMap<>();
    private final Map<Caller, List<Volume>> joined = new HashMap<>();

    /** A thread that calls functions of a communicator. */
    private record Caller(CommunicatorNumber communicator, int thread) {}

    private record Block(int thread, long startNanos, long bytes) {}

    /** A thread has stated a block; -1 bytes when it doesn't tell. Threads one after the other, calls in order. */
    void add(CommunicatorNumber communicator, int thread, long startNanos, long bytes) {
        stated.computeIfAbsent(communicator, key -> new ArrayList<>()).add(new Block(thread, startNanos, bytes));
    }

    /** Put together what the members of each communicator have stated. */
    void join(CommunicatorTable communicators) {
        stated.values().forEach(blocks -> blocks.sort(Comparator.comparingLong(Block::startNanos)));
        for (Communicator communicator : communicators.all()) {
            List<List<Block>> members = new ArrayList<>();
            int calls = 0;
            for (int local = 0; local < communicator.size(); local++) {
                List<Block> blocks = stated.getOrDefault(communicators.number(communicator, local), List.of());
                members.add(blocks);
                calls = Math.max(calls, blocks.size());
            }
            for (int call = 0; call < calls; call++) {
                join(communicators, communicator, members, call);
            }
        }
        stated.clear();
    }

    /**
     * The blocks of a call, or null when none of them is known.
     *
     * @param call number of this thread's calls in the communicator that state a block, from 0
     */
    Volume of(CommunicatorNumber communicator, int thread, int call) {
        List<Volume> calls = joined.getOrDefault(new Caller(communicator, thread), List.of());
        return call < calls.size() ? calls.get(call) : null;
    }

    /** Null when a block is too large to compute with. */
    private static Volume perRank(long... bytes) {
        try {
            return new Volume.PerRank(bytes);
        } catch (Amounts.TooLarge e) {
            return null;
        }
    }

    private void join(CommunicatorTable communicators, Communicator communicator, List<List<Block>> members, int call) {
        long[] bytes = new long[members.size()];
        long known = -1;
        for (int local = 0; local < bytes.length; local++) {
            List<Block> blocks = members.get(local);
            bytes[local] = call < blocks.size() ? blocks.get(call).bytes() : -1;
            known = known < 0 ? bytes[local] : known;
        }
        for (int local = 0; local < bytes.length; local++) {
            bytes[local] = bytes[local] < 0 ? known : bytes[local];
        }
        Volume volume = known < 0 ? null : perRank(bytes);
        for (int local = 0; local < bytes.length; local++) {
            List<Block> blocks = members.get(local);
            if (call < blocks.size()) {
                Caller caller = new Caller(
                        communicators.number(communicator, local),
                        blocks.get(call).thread());
                joined.computeIfAbsent(caller, key -> new ArrayList<>()).add(volume);
            }
        }
    }
}
