// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.AbstractList;
import java.util.RandomAccess;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * An element for each of some ranks with the size of its block, made when it is asked for: a call among very many ranks
 * has as many. Immutable. Source: FORMATS B 3.3.
 */
final class BlockElements extends AbstractList<DataElement> implements RandomAccess {
    private final String element;
    private final Communicator communicator;
    /** Null for all ranks of the communicator. */
    private final int[] localRanks;

    private final Volume volume;

    private BlockElements(String element, Communicator communicator, int[] localRanks, Volume volume) {
        this.element = element;
        this.communicator = communicator;
        this.localRanks = localRanks;
        this.volume = volume;
    }

    /** Of all ranks of a communicator in their order. */
    static BlockElements ofAll(String element, Communicator communicator, Volume volume) {
        return new BlockElements(element, communicator, null, volume);
    }

    /** Of some local ranks, the blocks in the order of the ranks. */
    static BlockElements of(String element, Communicator communicator, int[] localRanks, Volume volume) {
        return new BlockElements(element, communicator, localRanks.clone(), volume);
    }

    @Override
    public DataElement get(int index) {
        int worldRank = communicator.worldRank(localRanks == null ? index : localRanks[index]);
        String size = Long.toString(volume.of(index));
        return new DataElement(element, Attributes.of("rank", Integer.toString(worldRank), "size", size));
    }

    @Override
    public int size() {
        return localRanks == null ? communicator.size() : localRanks.length;
    }
}
