// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.Member;

/**
 * Which communicator a process means with a number: numbers are its own (FORMATS B 3.4). Immutable. Memory: 12 bytes for each
 * member of each communicator.
 */
public final class CommunicatorIds {
    private final long[] keys;
    private final int[] numbers;

    private CommunicatorIds(long[] keys, int[] numbers) {
        this.keys = keys;
        this.numbers = numbers;
    }

    public static CommunicatorIds of(List<Communicator> communicators) {
        int count =
                communicators.stream().mapToInt(each -> each.members().size()).sum();
        long[] all = new long[count];
        int[] owners = new int[count];
        int next = 0;
        for (int i = 0; i < communicators.size(); i++) {
            for (Member member : communicators.get(i).members()) {
                all[next] = key(member.global(), member.cid());
                owners[next++] = i;
            }
        }
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(all[a], all[b]));
        long[] keys = new long[count];
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            keys[i] = all[order[i]];
            numbers[i] = owners[order[i]];
        }
        return new CommunicatorIds(keys, numbers);
    }

    /**
     * Place of the communicator in the project's list. Where the project doesn't tell, a number below 0 that is the same for the
     * same {@code cid}.
     */
    public int numberOf(int rank, long cid) {
        boolean possible = cid >= 0 && cid <= Integer.MAX_VALUE - 2;
        int found = possible ? Arrays.binarySearch(keys, key(rank, (int) cid)) : -1;
        if (found >= 0) {
            return numbers[found];
        }
        return possible ? -2 - (int) cid : -1;
    }

    private static long key(int rank, int cid) {
        return ((long) rank << 32) | (cid & 0xFFFFFFFFL);
    }
}
