// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.Member;

/** Name, own rank and members of the communicator; numbers of communicators belong to a process (FORMATS B 3.4). */
public final class CommunicatorSection implements DetailSection {
    private static final int MOST_RANKS = 256;

    @Override
    public String title() {
        return "Communicator";
    }

    @Override
    public int order() {
        return 300;
    }

    @Override
    public List<Block> describe(EntryDetails entry) {
        List<Block> blocks = new ArrayList<>();
        for (String attribute : List.of("cid", "newcid")) {
            long number = entry.entry().attributes().getLong(attribute, -1);
            if (number >= 0) {
                blocks.addAll(describe(entry, attribute, number));
            }
        }
        return blocks;
    }

    private static List<Block> describe(EntryDetails entry, String attribute, long number) {
        for (Communicator communicator : entry.project().communicators()) {
            for (Member member : communicator.members()) {
                if (member.global() == entry.file().rank() && member.cid() == number) {
                    String name = communicator.name().isEmpty() ? "without a name" : communicator.name();
                    return List.of(Block.Fields.of(
                            attribute.equals("cid") ? "Name" : "New one",
                            name + (communicator.gid().isEmpty() ? "" : "  (" + communicator.gid() + ")"),
                            "Own rank",
                            member.local() + " of " + communicator.members().size() + ", in the world "
                                    + member.global(),
                            "World ranks",
                            ranks(communicator.members())));
                }
            }
        }
        return List.of();
    }

    /** Ranks in the order of the communicator, runs as {@code 0-3}. */
    private static String ranks(List<Member> members) {
        StringBuilder text = new StringBuilder();
        int listed = Math.min(members.size(), MOST_RANKS);
        for (int i = 0; i < listed; ) {
            int end = i + 1;
            while (end < listed
                    && members.get(end).global() == members.get(end - 1).global() + 1) {
                end++;
            }
            text.append(text.length() == 0 ? "" : ", ").append(members.get(i).global());
            if (end - i > 1) {
                text.append(end - i > 2 ? "-" : ", ")
                        .append(members.get(end - 1).global());
            }
            i = end;
        }
        return listed < members.size() ? text + ", …" : text.toString();
    }
}
