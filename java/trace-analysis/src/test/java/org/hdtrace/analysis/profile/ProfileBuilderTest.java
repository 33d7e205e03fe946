// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.hdtrace.format.select.Globs;
import org.hdtrace.format.select.Interval;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceEntry;
import org.junit.jupiter.api.Test;

class ProfileBuilderTest {
    /** Gather [0,100) holds Send [10,30) and Recv [30,80), which holds Send [40,50). */
    private static final List<TraceEntry> NESTED =
            List.of(state("Gather", 0, 100, state("Send", 10, 30), state("Recv", 30, 80, state("Send", 40, 50))));

    @Test
    void exclusiveTimeLeavesOutDirectChildren() {
        Profile profile = profile(Interval.all(), Globs.all(), NESTED);
        assertEquals(
                List.of(
                        new ProfileRow("Gather", 1, 100, 30, 1),
                        new ProfileRow("Recv", 1, 50, 40, 1),
                        new ProfileRow("Send", 2, 30, 30, 2)),
                profile.rows());
    }

    @Test
    void intervalCutsAtItsEdgesToTheNanosecond() {
        Profile profile = profile(new Interval(29, 41), Globs.all(), NESTED);
        // Gather 12 ns, all covered by children: Send 1 ns, Recv 11 ns of which Send 1 ns.
        assertEquals(
                List.of(
                        new ProfileRow("Gather", 1, 12, 0, 1),
                        new ProfileRow("Recv", 1, 11, 10, 1),
                        new ProfileRow("Send", 2, 2, 2, 2)),
                profile.rows());
    }

    @Test
    void statesThatOnlyMeetTheIntervalAreNotCounted() {
        Profile profile = profile(new Interval(80, 90), Globs.all(), NESTED);
        assertEquals(List.of(new ProfileRow("Gather", 1, 10, 10, 1)), profile.rows());
    }

    @Test
    void namesChooseRowsWithoutChangingThem() {
        Profile profile = profile(Interval.all(), Globs.parse("Re*"), NESTED);
        assertEquals(List.of(new ProfileRow("Recv", 1, 50, 40, 1)), profile.rows());
    }

    @Test
    void tracesDoNotInheritOpenNestingFromEachOther() {
        ProfileBuilder builder = new ProfileBuilder(Interval.all(), Globs.all());
        builder.beginTrace();
        builder.add("Orphan", 1, 0, 50, 0);
        builder.beginTrace();
        builder.add("Send", 0, 0, 50, 0);
        assertEquals(50, builder.build().row("Send").orElseThrow().exclusiveNanos());
    }

    @Test
    void deepNestingIsFollowedToTheLimitOfTheFormat() {
        ProfileBuilder builder = new ProfileBuilder(Interval.all(), Globs.all());
        builder.beginTrace();
        for (int depth = 1023; depth >= 0; depth--) {
            builder.add("d", depth, depth, 3000 - depth, 0);
        }
        ProfileRow row = builder.build().row("d").orElseThrow();
        assertEquals(1024, row.count());
        assertEquals(3000, row.exclusiveNanos());
    }

    @Property(tries = 200)
    void agreesWithTheDefinitionOnRandomTrees(
            @ForAll long seed,
            @ForAll @LongRange(min = 0, max = 1000) long from,
            @ForAll @LongRange(min = 0, max = 1000) long length) {
        List<TraceEntry> top = randomLevel(new Random(seed), 0, 1000, 0);
        Interval interval = new Interval(from, from + length);
        Profile profile = profile(interval, Globs.all(), top);
        for (ProfileRow row : profile.rows()) {
            assertEquals(byDefinition(row.name(), interval, top), row);
        }
        long exclusive =
                profile.rows().stream().mapToLong(ProfileRow::exclusiveNanos).sum();
        long covered = top.stream()
                .mapToLong(e -> interval.overlap(e.startNanos(), e.endNanos()))
                .sum();
        assertEquals(covered, exclusive);
    }

    private static ProfileRow byDefinition(String name, Interval interval, List<TraceEntry> entries) {
        ProfileRow sum = new ProfileRow(name, 0, 0, 0, 0);
        for (TraceEntry entry : entries) {
            ProfileRow below = byDefinition(name, interval, entry.children());
            sum = plus(sum, below);
            if (entry.name().equals(name) && interval.touches(entry.startNanos(), entry.endNanos())) {
                long inclusive = interval.overlap(entry.startNanos(), entry.endNanos());
                long children = entry.children().stream()
                        .mapToLong(child -> interval.overlap(child.startNanos(), child.endNanos()))
                        .sum();
                sum = plus(sum, new ProfileRow(name, 1, inclusive, inclusive - children, 1));
            }
        }
        return sum;
    }

    private static ProfileRow plus(ProfileRow a, ProfileRow b) {
        return new ProfileRow(
                a.name(),
                a.count() + b.count(),
                a.inclusiveNanos() + b.inclusiveNanos(),
                a.exclusiveNanos() + b.exclusiveNanos(),
                a.bytes() + b.bytes());
    }

    private static List<TraceEntry> randomLevel(Random random, long from, long to, int depth) {
        List<TraceEntry> level = new ArrayList<>();
        long time = from;
        while (depth < 4 && time < to) {
            long start = time + random.nextInt(40);
            long end = Math.min(to, start + random.nextInt(200));
            if (start > end) {
                break;
            }
            State[] children = randomLevel(random, start, end, depth + 1).toArray(new State[0]);
            level.add(state("n" + random.nextInt(4), start, end, children));
            time = end + 1;
        }
        return level;
    }

    private static Profile profile(Interval interval, Globs names, List<TraceEntry> top) {
        ProfileBuilder builder = new ProfileBuilder(interval, names);
        builder.beginTrace();
        addAll(builder, top, 0);
        return builder.build();
    }

    private static void addAll(ProfileBuilder builder, List<TraceEntry> level, int depth) {
        for (TraceEntry entry : level) {
            addAll(builder, entry.children(), depth + 1);
            builder.add(entry.name(), depth, entry.startNanos(), entry.endNanos(), 1);
        }
    }

    private static State state(String name, long start, long end, State... children) {
        return new State(name, start, end, Attributes.none(), List.of(), List.of(children));
    }
}
