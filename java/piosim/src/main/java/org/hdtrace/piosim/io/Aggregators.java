// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which ranks access the file in a collective access, by the hint {@code cb_config_list}: names of nodes or {@code *} for all that
 * aren't named before, each with {@code :} and the most ranks it gives, or {@code *} for all; 1 without. Nodes come in the order of
 * their first rank.
 *
 * <p>Source: ROMIO's users guide, section "Hints", and {@code cb_config_list.c}. Deviation: a list that chooses nobody, as one that
 * names nodes of another machine, stands for one rank of each node, where ROMIO can't open the file.
 */
final class Aggregators {
    private Aggregators() {}

    /**
     * The ranks, in the order in which they share the file.
     *
     * @param most of them, 0 for as many as the list gives
     * @param nodes name of each rank's node
     */
    static int[] choose(String list, long most, String[] nodes) {
        // The only list that doesn't put the ranks of a node together.
        boolean everybody = list.strip().equals("*:*");
        int[] chosen = everybody ? IntStream.range(0, nodes.length).toArray() : byList(list, nodes);
        if (chosen.length == 0) {
            chosen = byList("*:1", nodes);
        }
        return most > 0 && most < chosen.length ? Arrays.copyOf(chosen, (int) most) : chosen;
    }

    private static int[] byList(String list, String[] nodes) {
        Map<String, List<Integer>> left = new LinkedHashMap<>();
        for (int rank = 0; rank < nodes.length; rank++) {
            left.computeIfAbsent(nodes[rank], key -> new ArrayList<>()).add(rank);
        }
        List<Integer> chosen = new ArrayList<>();
        for (String entry : list.split(",", -1)) {
            String[] parts = entry.strip().split(":", 2);
            long each = parts.length < 2 ? 1 : count(parts[1].strip());
            List<String> named = parts[0].equals("*") ? List.copyOf(left.keySet()) : List.of(parts[0]);
            for (String node : named) {
                List<Integer> ranks = left.remove(node);
                if (ranks != null) {
                    chosen.addAll(ranks.subList(0, (int) Math.min(each, ranks.size())));
                }
            }
        }
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }

    private static long count(String text) {
        if (text.equals("*")) {
            return Long.MAX_VALUE;
        }
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException e) {
            return 1;
        }
    }
}
