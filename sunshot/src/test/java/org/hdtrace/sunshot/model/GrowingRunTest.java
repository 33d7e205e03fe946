// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of traces while they are read. */
class GrowingRunTest {
    private static final int MOST_PIECES = 16;
    private static final int PIECE_ENTRIES = 32;
    /** Each trace of the project: 45,000 times Send, then as often Recv, 0.1 ms apart. */
    private static final int ENTRIES = 90_000;

    @TempDir
    private Path folder;

    private Project project;
    private final List<RoughRun> shown = new ArrayList<>();

    @BeforeEach
    void write() throws Exception {
        project = Project.open(TestProjects.large(folder));
    }

    private GrowingRun growing(long pauseNanos) {
        return growing(new GrowingRun.Pace(Duration.ofNanos(pauseNanos), 0), (run, painted) -> {
            shown.add(run);
            painted.accept(0);
        });
    }

    private GrowingRun growing(GrowingRun.Pace pace, BiConsumer<RoughRun, LongConsumer> shownTo) {
        Map<TraceFile, StretchedTrack> samples = new HashMap<>();
        for (TraceFile file : project.traces()) {
            StretchedTrack sample = new StretchedTrack();
            sample.add("Send", 0, 1_300_000_000_000_000_000L, 1_300_000_000_000_000_100L);
            sample.endPiece();
            samples.put(file, sample);
        }
        return new GrowingRun(project, CategoryTable::new, samples, 0.1, MOST_PIECES, pace, shownTo);
    }

    private void read(GrowingRun run, Path trace, int entries) throws Exception {
        try (TraceCursor cursor = TraceCursor.open(trace, EntryFilter.all().withoutData())) {
            Consumer<TraceCursor> target = run.begin(trace);
            for (int i = 0; i < entries && cursor.next(); i++) {
                target.accept(cursor);
            }
        }
    }

    private static Map<String, StateTrack> tracks(RoughRun rough) {
        Map<String, StateTrack> tracks = new HashMap<>();
        rough.run()
                .rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace) {
                        tracks.put(trace.path().toString(), trace.track());
                    }
                }));
        return tracks;
    }

    @Test
    void eachRunHasMoreOfTheTraceAndTheOthersKeepTheirBeginning() throws Exception {
        read(growing(0), project.traces().get(0).path(), ENTRIES);
        assertEquals(ENTRIES / PIECE_ENTRIES, shown.size(), "one for each piece");
        long before = 0;
        for (RoughRun each : shown) {
            assertTrue(each.beginning());
            assertTrue(
                    each.run().interval().durationNanos() >= before, "it never becomes shorter by more than a piece");
            before = each.run().interval().durationNanos() * 7 / 8;
        }
        Map<String, StateTrack> last = tracks(shown.get(shown.size() - 1));
        assertEquals(2, last.size());
        List<Long> counts =
                last.values().stream().map(StateTrack::stateCount).sorted().toList();
        assertEquals(1, counts.get(0), "the trace that is not read yet");
        assertTrue(counts.get(1) > MOST_PIECES / 2 * (PIECE_ENTRIES - 2), counts.toString());
        assertTrue(counts.get(1) <= MOST_PIECES * PIECE_ENTRIES, counts.toString());
    }

    @Test
    void piecesLieEvenlyInWhatWasRead() throws Exception {
        read(growing(0), project.traces().get(0).path(), ENTRIES);
        RoughRun last = shown.get(shown.size() - 1);
        assertTrue(
                last.run().interval().durationNanos() > 7_000_000_000L,
                last.run().interval() + " of 9 s");
        Interval half = new Interval(
                last.run().interval().startNanos(), last.run().interval().startNanos() + 4_400_000_000L);
        Optional<StateTrack> read = tracks(last).values().stream()
                .filter(track -> track.stateCount() > 1)
                .findFirst();
        Map<String, Long> inFirst = new HashMap<>();
        read.orElseThrow()
                .addSums(
                        half,
                        true,
                        (category, count, inclusive, exclusive) ->
                                inFirst.put(last.categories().get(category).name(), count));
        assertEquals(Map.of("Send", inFirst.get("Send")), inFirst, "until the middle of the trace");
        long sends = inFirst.get("Send");
        assertTrue(
                2 * sends > 0.8 * read.get().stateCount()
                        && sends < 0.7 * read.get().stateCount(),
                sends + " of " + read.get().stateCount());
    }

    @Test
    void betweenTwoRunsIsAPause() throws Exception {
        read(growing(TimeUnit.HOURS.toNanos(1)), project.traces().get(0).path(), ENTRIES);
        assertEquals(List.of(), shown);
    }

    @Test
    void thePauseGrowsWithWhatAPictureTook() throws Exception {
        GrowingRun.Pace pace = new GrowingRun.Pace(Duration.ZERO, 25);
        GrowingRun run = growing(pace, (made, painted) -> {
            shown.add(made);
            painted.accept(TimeUnit.MINUTES.toNanos(1));
        });
        read(run, project.traces().get(0).path(), ENTRIES);
        assertEquals(1, shown.size(), "the next one comes in 25 minutes");
    }

    @Test
    void thePauseGrowsWithWhatARunTook() throws Exception {
        long begin = System.nanoTime();
        GrowingRun run = growing(new GrowingRun.Pace(Duration.ZERO, 1_000_000_000), (made, painted) -> {
            shown.add(made);
            painted.accept(0);
        });
        read(run, project.traces().get(0).path(), ENTRIES);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        assertTrue(seconds < 1000, "a run takes more than 1 us: " + seconds);
        assertEquals(1, shown.size());
    }

    @Test
    void theNextRunWaitsForThePictureOfTheLast() throws Exception {
        List<LongConsumer> unpainted = new ArrayList<>();
        GrowingRun run = growing(new GrowingRun.Pace(Duration.ZERO, 0), (made, painted) -> unpainted.add(painted));
        Path trace = project.traces().get(0).path();
        read(run, trace, ENTRIES);
        assertEquals(1, unpainted.size());
        unpainted.get(0).accept(0);
        read(run, trace, ENTRIES);
        assertEquals(2, unpainted.size());
    }

    @Test
    void whoReadsATraceAgainBeginsAgain() throws Exception {
        GrowingRun run = growing(0);
        Path trace = project.traces().get(0).path();
        read(run, trace, ENTRIES);
        read(run, trace, PIECE_ENTRIES);
        assertTrue(shown.get(shown.size() - 1).run().interval().durationNanos() < 10_000_000L);
        assertFalse(shown.isEmpty());
    }
}
