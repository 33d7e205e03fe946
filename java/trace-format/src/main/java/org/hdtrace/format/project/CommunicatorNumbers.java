// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * By which numbers the traces of a rank name communicators (FORMATS B 3.4). Made once for all ranks: asking for one takes as
 * long as it has communicators, however many ranks there are. Memory: 8 bytes for each member, once for communicators of the
 * same processes.
 *
 * <p>Thread: immutable, any.
 */
public final class CommunicatorNumbers {
    /** Communicators of the same processes. */
    private final List<List<MemberList>> groups;
    /** By group: the members of those before. */
    private final int[] starts;
    /** World rank of each member of each group, and in the lower half its running number. */
    private final long[] members;

    private CommunicatorNumbers(List<List<MemberList>> groups, int[] starts, long[] members) {
        this.groups = groups;
        this.starts = starts;
        this.members = members;
    }

    public static CommunicatorNumbers of(List<Communicator> communicators) {
        Map<MemberList.Ranks, List<MemberList>> known = new LinkedHashMap<>();
        for (Communicator communicator : communicators) {
            MemberList list = (MemberList) communicator.members();
            known.computeIfAbsent(list.ranks(), ranks -> new ArrayList<>()).add(list);
        }
        List<List<MemberList>> groups = List.copyOf(known.values());
        int[] starts = new int[groups.size()];
        int count = 0;
        for (int group = 0; group < starts.length; group++) {
            starts[group] = count;
            count = Math.addExact(count, groups.get(group).get(0).size());
        }
        long[] members = new long[count];
        int number = 0;
        for (List<MemberList> group : groups) {
            for (int i = 0; i < group.get(0).size(); i++) {
                members[number] = key(group.get(0).global(i), number);
                number++;
            }
        }
        Arrays.sort(members);
        return new CommunicatorNumbers(groups, starts, members);
    }

    /** The numbers that a world rank gives to the communicators that it is in. */
    public Set<Long> ofRank(int rank) {
        Set<Long> numbers = new HashSet<>();
        int found = Arrays.binarySearch(members, key(rank, 0));
        for (int at = found < 0 ? -found - 1 : found; at < members.length && members[at] >> 32 == rank; at++) {
            int number = (int) members[at];
            int place = Arrays.binarySearch(starts, number);
            // Of groups without members, which begin at the same place, the last one is meant.
            int group = place < 0 ? -place - 2 : lastAt(place);
            for (MemberList list : groups.get(group)) {
                numbers.add((long) list.cid(number - starts[group]));
            }
        }
        return numbers;
    }

    private int lastAt(int group) {
        int last = group;
        while (last + 1 < starts.length && starts[last + 1] == starts[group]) {
            last++;
        }
        return last;
    }

    private static long key(int rank, int number) {
        return ((long) rank << 32) | number;
    }
}
