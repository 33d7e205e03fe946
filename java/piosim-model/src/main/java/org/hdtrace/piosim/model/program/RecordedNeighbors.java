// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.trace.DataElement;

/** Whom each rank said to be next to when it made a communicator with a topology. */
final class RecordedNeighbors {
    private final Map<CommunicatorNumber, Lists> byRank = new HashMap<>();

    /** Ranks in WORLD, in the order of the blocks. */
    private record Lists(List<Integer> sources, List<Integer> destinations) {}

    /** Take the elements {@code Source} and {@code Destination} of the call that made a communicator. */
    void add(CommunicatorNumber made, List<DataElement> data) {
        if (data.isEmpty()) {
            return;
        }
        byRank.put(made, new Lists(ranks(data, "Source"), ranks(data, "Destination")));
    }

    /** A duplicate has the topology of its original. */
    void inherit(CommunicatorNumber original, CommunicatorNumber made) {
        Lists lists = byRank.get(original);
        if (lists != null) {
            byRank.put(made, lists);
        }
    }

    /**
     * The neighbours in a communicator, {@link Neighbors#NONE} unless all members told them.
     *
     * @param members by local rank
     * @param worldRanks by local rank
     */
    Neighbors of(List<CommunicatorNumber> members, int[] worldRanks) {
        int[][] sources = new int[members.size()][];
        int[][] destinations = new int[members.size()][];
        Map<Integer, Integer> localRanks = new HashMap<>();
        for (int local = 0; local < worldRanks.length; local++) {
            localRanks.put(worldRanks[local], local);
        }
        for (int local = 0; local < sources.length; local++) {
            Lists lists = byRank.get(members.get(local));
            if (lists == null) {
                return Neighbors.NONE;
            }
            sources[local] = local(lists.sources, localRanks);
            destinations[local] = local(lists.destinations, localRanks);
        }
        return Neighbors.of(sources, destinations);
    }

    /** Nobody is beyond the open border of a grid. */
    private static List<Integer> ranks(List<DataElement> data, String name) {
        return data.stream()
                .filter(element -> element.name().equals(name))
                .mapToLong(element -> element.attributes().getLong("rank", -1))
                .filter(rank -> rank >= 0 && rank <= Integer.MAX_VALUE)
                .mapToObj(rank -> (int) rank)
                .toList();
    }

    private static int[] local(List<Integer> worldRanks, Map<Integer, Integer> localRanks) {
        return worldRanks.stream()
                .filter(localRanks::containsKey)
                .mapToInt(localRanks::get)
                .toArray();
    }
}
