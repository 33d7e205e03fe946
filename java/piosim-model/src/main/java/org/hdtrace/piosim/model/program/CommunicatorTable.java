// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;

/** The communicators of a project. Traces name them by numbers that each rank gives on its own. */
final class CommunicatorTable {
    private final List<Communicator> all = new ArrayList<>();
    private final List<List<CommunicatorNumber>> numbers = new ArrayList<>();
    private final Map<CommunicatorNumber, Communicator> byNumber = new HashMap<>();
    private final RecordedNeighbors neighbors;

    private CommunicatorTable(RecordedNeighbors neighbors) {
        this.neighbors = neighbors;
    }

    static CommunicatorTable of(Project project, int ranks, RecordedNeighbors neighbors) throws TraceFormatException {
        CommunicatorTable table = new CommunicatorTable(neighbors);
        List<org.hdtrace.format.project.Communicator> listed = new ArrayList<>(project.communicators());
        org.hdtrace.format.project.Communicator world = listed.stream()
                .filter(communicator -> communicator.name().equalsIgnoreCase(Communicator.WORLD))
                .findFirst()
                .orElse(null);
        if (world == null) {
            // Traces without communicators at all still have ranks that talk to each other.
            table.all.add(Communicator.world(ranks));
            table.numbers.add(IntStream.range(0, ranks)
                    .mapToObj(rank -> new CommunicatorNumber(rank, 0))
                    .toList());
        } else {
            if (world.members().size() != ranks) {
                throw new TraceFormatException(
                        project.file(),
                        "CommunicatorList",
                        "WORLD has " + world.members().size() + " members, but there are traces of " + ranks
                                + " ranks");
            }
            listed.remove(world);
            table.add(world);
            if (table.all.isEmpty()) {
                throw new TraceFormatException(
                        project.file(), "CommunicatorList", "the local ranks of WORLD are not 0 to " + (ranks - 1));
            }
        }
        listed.forEach(table::add);
        return table;
    }

    List<Communicator> all() {
        return all;
    }

    Communicator world() {
        return all.get(0);
    }

    /** The communicator that a rank calls by a number, or null. */
    Communicator find(int rank, long cid) {
        return byNumber.get(new CommunicatorNumber(rank, cid));
    }

    /** The number by which a member calls a communicator. */
    CommunicatorNumber number(Communicator communicator, int localRank) {
        return numbers.get(communicator.id()).get(localRank);
    }

    private void add(org.hdtrace.format.project.Communicator listed) {
        List<Member> members = new ArrayList<>(listed.members());
        members.sort(Comparator.comparingInt(Member::local));
        boolean ordered = true;
        if (listed.isInter()) {
            // Messages name ranks of WORLD, so one list of both sides does for them.
            members.sort(Comparator.comparingInt(Member::group).thenComparingInt(Member::local));
            register(listed.name(), members);
            return;
        }
        boolean allFirst = true;
        for (int i = 0; i < members.size(); i++) {
            ordered &= members.get(i).local() == i;
            allFirst &= members.get(i).local() == 0;
        }
        if (ordered) {
            register(listed.name(), members);
        } else if (allFirst) {
            // SELF is listed once for all ranks, but each has its own.
            members.forEach(member -> register(listed.name(), List.of(member)));
        }
    }

    private void register(String name, List<Member> members) {
        int[] worldRanks = members.stream().mapToInt(Member::global).toArray();
        List<CommunicatorNumber> ofMembers = members.stream()
                .map(member -> new CommunicatorNumber(member.global(), member.cid()))
                .toList();
        int first = (int) members.stream().filter(member -> member.group() == 0).count();
        Communicator made = first == 0
                ? new Communicator(all.size(), name, neighbors.of(ofMembers, worldRanks), worldRanks)
                : Communicator.between(
                        all.size(),
                        name,
                        Arrays.copyOf(worldRanks, first),
                        Arrays.copyOfRange(worldRanks, first, worldRanks.length));
        all.add(made);
        numbers.add(ofMembers);
        ofMembers.forEach(number -> byNumber.putIfAbsent(number, made));
    }
}
