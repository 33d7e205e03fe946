// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.hdtrace.format.project.Member;

/**
 * A group of ranks of one application. Immutable; two communicators are equal only when they are the same object,
 * since messages of different communicators never match even if their members do.
 */
public final class Communicator {
    /** Name of the communicator of all ranks. */
    public static final String WORLD = "WORLD";

    private final int id;
    private final String name;
    private final int[] worldRanks;
    private final int[] localRanks;
    private final Neighbors neighbors;
    private final int firstGroup;
    /** Both sides; null unless it is an intercommunicator. */
    private final Communicator[] groups;

    /**
     * A communicator of some ranks.
     *
     * @param id number within the application, from 0
     * @param worldRanks rank in WORLD of each local rank
     */
    public Communicator(int id, String name, int... worldRanks) {
        this(id, name, Neighbors.NONE, worldRanks);
    }

    /**
     * A communicator of some ranks with a topology.
     *
     * @param id number within the application, from 0
     * @param neighbors by local rank
     * @param worldRanks rank in WORLD of each local rank
     */
    public Communicator(int id, String name, Neighbors neighbors, int... worldRanks) {
        this(id, name, neighbors, worldRanks, worldRanks.length);
    }

    private Communicator(int id, String name, Neighbors neighbors, int[] worldRanks, int firstGroup) {
        this.neighbors = neighbors.ofRanks(worldRanks.length);
        this.id = id;
        this.name = Objects.requireNonNull(name, "name");
        this.worldRanks = worldRanks.clone();
        this.localRanks = new int[Arrays.stream(worldRanks).max().orElse(-1) + 1];
        Arrays.fill(localRanks, -1);
        for (int local = 0; local < worldRanks.length; local++) {
            if (worldRanks[local] < 0 || localRanks[worldRanks[local]] >= 0) {
                throw new IllegalArgumentException("communicator '" + name + "': world rank " + worldRanks[local]
                        + " is negative or listed twice");
            }
            localRanks[worldRanks[local]] = local;
        }
        this.firstGroup = firstGroup;
        this.groups = firstGroup == worldRanks.length
                ? null
                : new Communicator[] {
                    new Communicator(id, name, Arrays.copyOf(worldRanks, firstGroup)),
                    new Communicator(id, name, Arrays.copyOfRange(worldRanks, firstGroup, worldRanks.length))
                };
    }

    /**
     * An intercommunicator. Its local ranks are those of the first group and behind them those of the second.
     *
     * @param id number within the application, from 0
     * @param first ranks in WORLD of one side, at least one
     * @param second ranks in WORLD of the other, at least one
     */
    public static Communicator between(int id, String name, int[] first, int[] second) {
        if (first.length == 0 || second.length == 0) {
            throw new IllegalArgumentException("communicator '" + name + "': a group is empty");
        }
        int[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return new Communicator(id, name, Neighbors.NONE, both, first.length);
    }

    /** All ranks from 0 to {@code size - 1}. */
    public static Communicator world(int size) {
        int[] ranks = new int[size];
        Arrays.setAll(ranks, rank -> rank);
        return new Communicator(0, WORLD, ranks);
    }

    public int id() {
        return id;
    }

    public String name() {
        return name;
    }

    public int size() {
        return worldRanks.length;
    }

    /** Whether it has two groups, each of which has ranks of its own. */
    public boolean isInter() {
        return groups != null;
    }

    /** Number of ranks in the first group; all ranks unless it is an intercommunicator. */
    public int firstGroup() {
        return firstGroup;
    }

    /** The ranks of a member's own group, as a communicator of theirs; this unless it is an intercommunicator. */
    public Communicator group(int localRank) {
        return groups == null ? this : groups[localRank < firstGroup ? 0 : 1];
    }

    /** Who is next to whom; nobody to anybody in a communicator without topology. */
    public Neighbors neighbors() {
        return neighbors;
    }

    /** The rank in WORLD of a member. */
    public int worldRank(int localRank) {
        return worldRanks[localRank];
    }

    /** Ranks in WORLD by local rank. */
    int[] members() {
        return worldRanks.clone();
    }

    /** The rank in this communicator, or -1 for a rank that isn't a member. */
    public int localRank(int worldRank) {
        return worldRank >= 0 && worldRank < localRanks.length ? localRanks[worldRank] : -1;
    }

    public boolean contains(int worldRank) {
        return localRank(worldRank) >= 0;
    }

    /** As a project file describes it. */
    public org.hdtrace.format.project.Communicator description() {
        List<Member> described = new ArrayList<>();
        for (int local = 0; local < size(); local++) {
            boolean second = local >= firstGroup();
            described.add(new Member(
                    worldRank(local),
                    second ? local - firstGroup() : local,
                    id,
                    !isInter() ? Member.NO_GROUP : second ? 1 : 0));
        }
        return new org.hdtrace.format.project.Communicator(name, described);
    }

    @Override
    public String toString() {
        String sides = isInter() ? firstGroup + " and " + (size() - firstGroup) : Integer.toString(size());
        return "communicator " + id + " '" + name + "' of " + sides + " ranks";
    }
}
