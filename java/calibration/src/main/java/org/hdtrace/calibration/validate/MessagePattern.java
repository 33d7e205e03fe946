// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The messages that were recorded inside one collective call of all its ranks. */
final class MessagePattern {
    private record Sent(int from, int to, long bytes) {}

    private final List<Sent> messages = new ArrayList<>();

    void add(int rank, RecordedCalls.Call call) {
        for (RecordedCalls.Inside inside : call.inside()) {
            if (inside.target() >= 0 && inside.bytes() > 0) {
                messages.add(new Sent(rank, inside.target(), inside.bytes()));
            }
        }
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    /** Who sends to whom, in the words for known algorithms, with numbers and bytes; ranks are 0 to {@code ranks - 1}. */
    String text(int ranks) {
        long bytes = messages.stream().mapToLong(Sent::bytes).sum();
        Map<Integer, Long> byRank = new TreeMap<>();
        messages.forEach(sent -> byRank.merge(sent.from(), sent.bytes(), Long::sum));
        Map.Entry<Integer, Long> most =
                byRank.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        return String.format(
                Locale.ROOT,
                "%s, %d messages of %d bytes in all, most (%d bytes) from rank %d",
                shape(ranks),
                messages.size(),
                bytes,
                most.getValue(),
                most.getKey());
    }

    private String shape(int ranks) {
        boolean ring = messages.stream().allMatch(sent -> distance(sent, ranks) == 1);
        boolean powers = messages.stream().allMatch(sent -> Integer.bitCount(nearest(sent, ranks)) == 1);
        boolean oneSends = messages.stream().map(Sent::from).distinct().count() == 1;
        boolean oneReceives = messages.stream().map(Sent::to).distinct().count() == 1;
        if (ranks > 2 && (oneSends || oneReceives)) {
            return oneSends ? "one rank sends to all others" : "all others send to one rank";
        }
        if (ranks > 2 && ring) {
            return "a ring";
        }
        return powers ? "partners at distances that are powers of two" : "no known shape";
    }

    private static int distance(Sent sent, int ranks) {
        return Math.floorMod(sent.to() - sent.from(), ranks);
    }

    private static int nearest(Sent sent, int ranks) {
        int forward = distance(sent, ranks);
        return Integer.bitCount(forward) == 1 ? forward : ranks - forward;
    }
}
