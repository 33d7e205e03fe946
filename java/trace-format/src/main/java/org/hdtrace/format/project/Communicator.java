// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;
import java.util.Objects;

/**
 * A communicator.
 *
 * @param name WORLD, SELF, a name the program gave, or ""
 * @param gid "worldRank:serial" of its creator, or "" when the file gives none
 */
public record Communicator(String name, List<Member> members, String gid) {
    public Communicator {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(gid, "gid");
        members = MemberList.of(members);
    }

    /** Whether its members are on two sides, each of which has ranks of its own. */
    public boolean isInter() {
        return ((MemberList) members).hasSides();
    }

    public Communicator(String name, List<Member> members) {
        this(name, members, "");
    }
}
