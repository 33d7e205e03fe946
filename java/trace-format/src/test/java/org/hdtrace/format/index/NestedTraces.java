// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hdtrace.format.TimeText;

/**
 * Random traces whose states lie inside of their parents, as text and as a list. Long attributes make blocks out of few
 * states.
 */
public final class NestedTraces {
    static final long BASE_SECONDS = 1_300_000_000L;
    private static final int MOST_DEPTH = 5;

    /** A state; times by the clock of the process. */
    public record Written(String name, int depth, long start, long end, long bytes, long childNanos) {}

    private final Random random;
    private final int longest;
    private final StringBuilder text = new StringBuilder();
    private final List<Written> states = new ArrayList<>();
    private long now = 17;

    private NestedTraces(long seed, int longest) {
        this.random = new Random(seed);
        this.longest = longest;
    }

    /** Write a trace; its states in the order of the file. */
    public static List<Written> write(Path file, long seed, int topLevel, int longest, String head, String foot)
            throws IOException {
        NestedTraces traces = new NestedTraces(seed, longest);
        traces.text
                .append("<Program timeAdjustment='")
                .append(BASE_SECONDS)
                .append('\'')
                .append(head)
                .append(">\n");
        for (int i = 0; i < topLevel; i++) {
            traces.add(0);
        }
        Files.writeString(file, traces.text.append(foot));
        return traces.states;
    }

    private void add(int depth) {
        if (random.nextInt(8) == 0) {
            addEvent(depth);
        }
        now += random.nextInt(4) == 0 ? 0 : random.nextInt(1000);
        long start = now;
        int children = depth == MOST_DEPTH ? 0 : Math.max(0, random.nextInt(6) - 2 - depth / 2);
        long childNanos = 0;
        if (children > 0) {
            line(depth, "<Nested>");
            for (int i = 0; i < children; i++) {
                add(depth + 1);
                Written child = states.get(states.size() - 1);
                childNanos += child.end - child.start;
            }
            line(depth, "</Nested>");
        }
        now += random.nextInt(4) == 0 ? 0 : random.nextInt(1000);
        addState(depth, start, childNanos);
    }

    private void addState(int depth, long start, long childNanos) {
        String name = random.nextInt(300) == 0 ? "Rare" + random.nextInt(20) : "State" + random.nextInt(5);
        long bytes = random.nextInt(3) == 0 ? random.nextInt(100_000) : 0;
        String size = bytes > 0 ? " size='" + bytes + "'" : random.nextInt(5) == 0 ? " size='-1'" : "";
        String filling = " x='" + "y".repeat(random.nextInt(longest)) + "'";
        line(depth, "<" + name + size + filling + times(start, now));
        states.add(new Written(name, depth, absolute(start), absolute(now), bytes, childNanos));
    }

    private void addEvent(int depth) {
        now += random.nextInt(50);
        line(depth, "<Event name='e' time='" + TimeText.format(now) + "'/>");
    }

    private void line(int depth, String content) {
        text.append("\t".repeat(depth)).append(content);
        // Without a line end the next entry stands right behind.
        text.append(random.nextInt(20) == 0 ? "" : "\n");
    }

    private static String times(long start, long end) {
        return " time='" + TimeText.format(start) + "' end='" + TimeText.format(end) + "'/>";
    }

    private static long absolute(long relative) {
        return BASE_SECONDS * 1_000_000_000L + relative;
    }

    /** Each state's children clipped by looking at all of them: they are those one level deeper since the last such state. */
    static List<StateSums> sums(List<Written> states, long from, long to) {
        Map<String, long[]> sums = new HashMap<>();
        Map<Integer, List<Written>> waiting = new HashMap<>();
        for (Written state : states) {
            List<Written> children = waiting.getOrDefault(state.depth() + 1, List.of());
            long inside =
                    children.stream().mapToLong(child -> clip(child, from, to)).sum();
            waiting.put(state.depth() + 1, new ArrayList<>());
            waiting.computeIfAbsent(state.depth(), depth -> new ArrayList<>()).add(state);
            if (state.start() < to && (state.end() > from || state.start() >= from)) {
                long[] sum = sums.computeIfAbsent(state.name(), name -> new long[4]);
                sum[0]++;
                sum[1] += clip(state, from, to);
                sum[2] += clip(state, from, to) - inside;
                sum[3] += state.bytes();
            }
        }
        List<StateSums> rows = new ArrayList<>();
        sums.forEach((name, sum) -> rows.add(new StateSums(name, sum[0], sum[1], sum[2], sum[3])));
        return rows;
    }

    private static long clip(Written state, long from, long to) {
        return Math.max(0, Math.min(state.end(), to) - Math.max(state.start(), from));
    }
}
