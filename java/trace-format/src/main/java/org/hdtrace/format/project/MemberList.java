// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * Members of a communicator in a few bytes each. Communicators of the same processes share their ranks, which is what programs
 * that duplicate a communicator again and again leave; only the numbers of the traces may differ.
 *
 * <p>Thread: immutable, any.
 */
final class MemberList extends AbstractList<Member> implements RandomAccess {
    private final Ranks ranks;
    /** One for all when they are the same. */
    private final int[] cids;

    /** World ranks, and ranks in the communicator unless those just count up; sides only where there are some. */
    static final class Ranks {
        private final int[] global;
        private final int[] local;
        private final int[] group;

        Ranks(int[] global, int[] local, int[] group) {
            this.global = global;
            this.local = local;
            this.group = group;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Ranks that
                    && Arrays.equals(global, that.global)
                    && Arrays.equals(local, that.local)
                    && Arrays.equals(group, that.group);
        }

        @Override
        public int hashCode() {
            return (Arrays.hashCode(global) * 31 + Arrays.hashCode(local)) * 31 + Arrays.hashCode(group);
        }
    }

    private MemberList(Ranks ranks, int[] cids) {
        this.ranks = ranks;
        this.cids = cids;
    }

    /** The same members; the list itself when it is one of these. */
    static List<Member> of(List<Member> members) {
        if (members instanceof MemberList) {
            return members;
        }
        Builder builder = new Builder();
        members.forEach(member -> builder.add(member.global(), member.local(), member.cid(), member.group()));
        return builder.build(new HashMap<>());
    }

    @Override
    public Member get(int index) {
        int local = ranks.local.length == 0 ? index : ranks.local[index];
        int group = ranks.group.length == 0 ? Member.NO_GROUP : ranks.group[index];
        return new Member(global(index), local, cid(index), group);
    }

    /** Whether members belong to one of two sides. */
    boolean hasSides() {
        return ranks.group.length > 0;
    }

    /** World rank of a member. */
    int global(int index) {
        return ranks.global[index];
    }

    /** Number by which a member's trace names the communicator. */
    int cid(int index) {
        return cids[cids.length == 1 ? 0 : index];
    }

    @Override
    public int size() {
        return ranks.global.length;
    }

    /** What communicators of the same processes share. */
    Ranks ranks() {
        return ranks;
    }

    /** Collects members; can be used again after {@link #build}. */
    static final class Builder {
        private int[] global = new int[8];
        private int[] local = new int[8];
        private int[] cids = new int[8];
        private int[] groups = new int[8];
        private int size;

        void add(int globalRank, int localRank, int cid, int group) {
            if (size == global.length) {
                global = Arrays.copyOf(global, size * 2);
                local = Arrays.copyOf(local, size * 2);
                cids = Arrays.copyOf(cids, size * 2);
                groups = Arrays.copyOf(groups, size * 2);
            }
            global[size] = globalRank;
            local[size] = localRank;
            groups[size] = group;
            cids[size++] = cid;
        }

        /** The members so far. Ranks that are known are used again; new ones become known. */
        MemberList build(Map<Ranks, Ranks> known) {
            boolean counts = true;
            boolean same = size > 0;
            boolean sides = false;
            for (int i = 0; i < size; i++) {
                counts &= local[i] == i;
                same &= cids[i] == cids[0];
                sides |= groups[i] != Member.NO_GROUP;
            }
            Ranks own = new Ranks(
                    Arrays.copyOf(global, size),
                    Arrays.copyOf(local, counts ? 0 : size),
                    Arrays.copyOf(groups, sides ? size : 0));
            Ranks shared = known.computeIfAbsent(own, ranks -> ranks);
            MemberList list = new MemberList(shared, Arrays.copyOf(cids, same ? 1 : size));
            size = 0;
            return list;
        }
    }
}
