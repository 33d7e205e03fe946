// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;

/** The communicators of a project. Traces name them by numbers that each rank gives on its own. */
final class CommunicatorTable {
    private record Key(int rank, long cid) {}

    private final List<Communicator> all = new ArrayList<>();
    private final Map<Key, Communicator> byNumber = new HashMap<>();

    private CommunicatorTable() {}

    static CommunicatorTable of(Project project, int ranks) throws TraceFormatException {
        CommunicatorTable table = new CommunicatorTable();
        List<org.hdtrace.format.project.Communicator> listed = new ArrayList<>(project.communicators());
        org.hdtrace.format.project.Communicator world = listed.stream()
                .filter(communicator -> communicator.name().equalsIgnoreCase(Communicator.WORLD))
                .findFirst()
                .orElse(null);
        if (world == null) {
            // Traces without communicators at all still have ranks that talk to each other.
            table.all.add(Communicator.world(ranks));
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
        return byNumber.get(new Key(rank, cid));
    }

    private void add(org.hdtrace.format.project.Communicator listed) {
        List<Member> members = new ArrayList<>(listed.members());
        members.sort(Comparator.comparingInt(Member::local));
        boolean ordered = true;
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
        Communicator made = new Communicator(all.size(), name, worldRanks);
        all.add(made);
        members.forEach(member -> byNumber.putIfAbsent(new Key(member.global(), member.cid()), made));
    }
}
