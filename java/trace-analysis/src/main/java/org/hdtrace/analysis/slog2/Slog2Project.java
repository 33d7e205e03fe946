// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.ImportedTimeline;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.trace.Attributes;

/**
 * The project that is made of entries as they come: states and events are the traces of their lines, arrows messages between ranks. The
 * second end of an arrow waits for its time. Not thread-safe.
 */
final class Slog2Project {
    private static final double NANOS = 1e9;
    private static final String WORLD_ID = "0";
    /** Rows that one line has for states that overlap; each is a file. */
    static final int MOST_LANES = 256;

    private final Slog2Lines lines;
    private final Path folder;
    private final String name;
    private final WriterPool pool;
    private final Map<List<String>, Slog2Timeline> timelines = new LinkedHashMap<>();
    private final PriorityQueue<Arrival> arrivals =
            new PriorityQueue<>(Comparator.comparingLong(Arrival::nanos).thenComparingInt(Arrival::number));
    /** What makes all times begin at 0 or later, ns. */
    private long shift;

    private boolean begun;
    private long events;
    private int messages;
    private long beyondLanes;

    /** The end of an arrow that comes later in time. */
    private record Arrival(long nanos, int number, int line, boolean sends, Attributes message) {}

    Slog2Project(Slog2Lines lines, Path folder, String name, WriterPool pool) {
        this.lines = lines;
        this.folder = folder;
        this.name = name;
        this.pool = pool;
    }

    /** Adds the next entry by time. */
    void add(Slog2Primitive entry) throws IOException {
        if (!begun) {
            begun = true;
            shift = Math.max(0, -Math.round(entry.earliest() * NANOS));
        }
        long earliest = nanos(entry.earliest());
        boolean state = entry.category().shape() == Slog2Category.Shape.STATE;
        // What begins with a state is told of it, so that it has to be there.
        arriveUntil(state ? earliest - 1 : earliest);
        switch (entry.category().shape()) {
            case EVENT -> {
                timeline(lines.path(entry.startLine())).event(entry.category().name(), entry.values(), earliest);
                events++;
            }
            case STATE -> addState(entry, earliest, nanos(entry.end()));
            case ARROW -> addArrow(entry);
        }
    }

    private long nanos(double seconds) {
        return Math.round(seconds * NANOS) + shift;
    }

    private void addState(Slog2Primitive entry, long start, long end) throws IOException {
        Slog2Timeline timeline = timeline(lines.path(entry.startLine()));
        for (int lane = 1; !timeline.fits(start, end); lane++) {
            if (lane > MOST_LANES) {
                beyondLanes++;
                return;
            }
            timeline = timeline(lines.path(entry.startLine(), lane));
        }
        timeline.state(entry.category().name(), entry.values(), start, end);
    }

    /** The tag is the arrow's number, so that it meets its other side and no other. */
    private void addArrow(Slog2Primitive entry) throws IOException {
        int number = messages++;
        Attributes sent = message("to", entry, entry.endLine(), number);
        Attributes received = message("from", entry, entry.startLine(), number);
        // Both lines are in the project, whatever else is on them.
        lines.path(entry.startLine());
        lines.path(entry.endLine());
        arrivals.add(new Arrival(nanos(entry.start()), 2 * number, entry.startLine(), true, sent));
        arrivals.add(new Arrival(nanos(entry.end()), 2 * number + 1, entry.endLine(), false, received));
        arriveUntil(nanos(entry.earliest()));
    }

    private Attributes message(String side, Slog2Primitive entry, int otherLine, int number) {
        List<String> all = new ArrayList<>(List.of(
                side + "Rank",
                String.valueOf(lines.rank(otherLine)),
                side + "Tag",
                String.valueOf(number),
                "cid",
                WORLD_ID));
        entry.values().forEach((key, value) -> {
            String word = key.toLowerCase(Locale.ROOT);
            all.add(word.endsWith("size") || word.endsWith("bytes") || word.endsWith("length") ? "size" : key);
            all.add(value);
        });
        return Attributes.of(all.toArray(String[]::new));
    }

    private void arriveUntil(long nanos) throws IOException {
        while (!arrivals.isEmpty() && arrivals.peek().nanos() <= nanos) {
            Arrival next = arrivals.remove();
            Slog2Timeline timeline = timeline(lines.path(next.line()));
            if (next.sends()) {
                timeline.sends(next.message(), next.nanos());
            } else {
                timeline.receives(next.message(), next.nanos());
            }
        }
    }

    private Slog2Timeline timeline(List<String> path) throws IOException {
        Slog2Timeline known = timelines.get(path);
        if (known == null) {
            known = new Slog2Timeline(new ImportedTimeline(pool, folder.resolve(FileNames.trace(name, path))));
            timelines.put(path, known);
        }
        return known;
    }

    /** Ends all that is open, and writes the project's file. */
    ImportSummary finish(String title) throws IOException {
        arriveUntil(Long.MAX_VALUE);
        long states = 0;
        for (Slog2Timeline timeline : timelines.values()) {
            states += timeline.end();
            timeline.close();
        }
        pool.await();
        List<Integer> ranks = lines.ranks();
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i++) {
            members.add(new Member(ranks.get(i), i, 0));
        }
        List<Communicator> world = members.isEmpty() ? List.of() : List.of(new Communicator("WORLD", members));
        ProjectDescription description = new ProjectDescription(
                title, lines.levels(), lines.root(title), List.of(), world, List.of(), List.of());
        ProjectWriter.write(description, folder.resolve(name + ".proj"));
        Map<String, Long> skipped = beyondLanes == 0
                ? Map.of()
                : Map.of("states that overlap more than " + MOST_LANES + " others of their line", beyondLanes);
        return new ImportSummary(timelines.size(), states, events, messages, 0, 0, skipped);
    }
}
