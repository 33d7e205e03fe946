// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.trace.Attributes;

/** Communicators of an archive; in traces they have their number in the archive, unless the archive was made of a project. */
final class Otf2Communicators {
    private static final int MOST_NUMBERS = Integer.MAX_VALUE - 2;

    private final Otf2Definitions definitions;
    private final Map<Long, Integer> ranksOfGroups = new HashMap<>();

    Otf2Communicators(Otf2Definitions definitions) {
        this.definitions = definitions;
        definitions.ranks.forEach((location, rank) -> {
            Otf2Definitions.Location known = definitions.locations.get(location);
            if (known != null) {
                ranksOfGroups.putIfAbsent(known.group(), rank);
            }
        });
    }

    /** All that a project can tell of. */
    List<Communicator> all() {
        List<Communicator> all = new ArrayList<>();
        definitions.comms.forEach((number, comm) -> {
            String own = definitions.properties.get(Otf2Terms.COMMUNICATOR + number);
            List<Member> members = definitions.isOurs() ? own(own) : members(number, comm);
            if (!members.isEmpty()) {
                all.add(new Communicator(comm.name(), members));
            }
        });
        return all;
    }

    private static List<Member> own(String text) {
        List<Member> members = new ArrayList<>();
        for (String member : text == null || text.isEmpty() ? new String[0] : text.split(" ")) {
            String[] numbers = member.split(":");
            if (numbers.length == 4 && List.of(numbers).stream().allMatch(each -> each.matches("-?[0-9]{1,9}"))) {
                members.add(new Member(
                        Integer.parseInt(numbers[0]),
                        Integer.parseInt(numbers[1]),
                        Integer.parseInt(numbers[2]),
                        Integer.parseInt(numbers[3])));
            }
        }
        return members;
    }

    private List<Member> members(long number, Otf2Definitions.Comm comm) {
        List<Member> members = new ArrayList<>();
        if (comm.members() != null && number <= MOST_NUMBERS) {
            for (long place : comm.members()) {
                if (place >= 0 && place < definitions.ranks.size()) {
                    members.add(new Member((int) place, members.size(), (int) number));
                }
            }
        }
        return members;
    }

    private int rankOf(long location) {
        Otf2Definitions.Location known = definitions.locations.get(location);
        return known == null ? -1 : ranksOfGroups.getOrDefault(known.group(), -1);
    }

    /** What the call says of a message, whose line has partner, communicator, tag and bytes behind its time. */
    Attributes message(String side, long location, Otf2Line line) throws TraceFormatException {
        long partner = worldRank(line.number(2), line.number(3), location);
        int tag = (int) line.number(4);
        return Attributes.of(
                side + "Rank",
                String.valueOf(partner),
                side + "Tag",
                String.valueOf(tag),
                "cid",
                line.text(3),
                "size",
                String.valueOf(line.unsignedOrSigned(5)));
    }

    /** The rank among all of one in a communicator; of one that is not told the numbers are those of all. */
    private long worldRank(long rank, long communicator, long location) {
        Otf2Definitions.Comm comm = definitions.comms.get(communicator);
        if (comm == null) {
            return rank;
        }
        if (comm.members() == null) {
            return rankOf(location);
        }
        return rank < comm.members().size() ? comm.members().get((int) rank) : -1;
    }

    /** What a collective call says: communicator, root where there is one, bytes. */
    Attributes collective(long location, Otf2Line line) throws TraceFormatException {
        List<String> all = new ArrayList<>(List.of("cid", line.text(2)));
        if (!line.text(3).equals("-")) {
            all.addAll(List.of("rootRank", String.valueOf(worldRank(line.number(3), line.number(2), location))));
        }
        all.addAll(List.of("size", line.text(4), "received", line.text(5)));
        return Attributes.of(all.toArray(String[]::new));
    }
}
