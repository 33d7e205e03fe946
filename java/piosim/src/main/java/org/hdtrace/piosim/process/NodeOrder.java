// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which ranks of a communicator share a node, by their distances from a root. Made in time and memory in proportion to
 * the number of ranks; each question takes constant time. Immutable.
 */
public final class NodeOrder {
    /** Some of the ranks in a row, by their distances from the root. */
    public static final class Group {
        private final int[] members;
        private final int[] places;

        /** Enters the places of its members, by distance from the root, in an array that other groups may share. */
        private Group(List<Integer> members, int[] places) {
            this.members = members.stream().mapToInt(Integer::intValue).toArray();
            this.places = places;
            for (int place = 0; place < this.members.length; place++) {
                places[this.members[place]] = place;
            }
        }

        public int size() {
            return members.length;
        }

        /** Distance from the root of the rank at a place, from 0. */
        public int get(int place) {
            return members[place];
        }

        /** Place of a member, given by its distance from the root. */
        public int place(int relative) {
            return places[relative];
        }
    }

    private final Group[] nodeOf;
    private final Group speakers;
    private final Group byNode;

    /**
     * The order of some ranks.
     *
     * @param nodes number of each rank's node, by distance from the root
     */
    NodeOrder(int... nodes) {
        Map<Integer, List<Integer>> found = new HashMap<>();
        List<List<Integer>> inOrder = new ArrayList<>();
        List<Integer> first = new ArrayList<>();
        for (int relative = 0; relative < nodes.length; relative++) {
            List<Integer> members = found.get(nodes[relative]);
            if (members == null) {
                members = new ArrayList<>();
                found.put(nodes[relative], members);
                inOrder.add(members);
                first.add(relative);
            }
            members.add(relative);
        }
        nodeOf = new Group[nodes.length];
        int[] places = new int[nodes.length];
        List<Integer> all = new ArrayList<>();
        for (List<Integer> members : inOrder) {
            Group node = new Group(members, places);
            members.forEach(relative -> nodeOf[relative] = node);
            all.addAll(members);
        }
        speakers = new Group(first, new int[nodes.length]);
        byNode = new Group(all, new int[nodes.length]);
    }

    /** All ranks on the node of one, ascending. */
    public Group sameNode(int relative) {
        return nodeOf[relative];
    }

    /** The first rank on each node, ascending. */
    public Group speakers() {
        return speakers;
    }

    /** All ranks, those of the root's node first, then node after node in the order of their first ranks. */
    public Group byNode() {
        return byNode;
    }
}
