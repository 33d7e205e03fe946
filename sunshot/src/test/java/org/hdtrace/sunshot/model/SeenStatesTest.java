// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.store.StoreFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a filter leaves of what is seen, against the whole project read with the same filter (SUNSHOT G-07). */
class SeenStatesTest {
    private static final StateFilter FILTER = StateFilter.parse("(.category = Send) & .duration > 0.00005");

    @TempDir
    private Path folder;

    private Path project;
    private final CategoryTable categories = new CategoryTable();
    private Run whole;
    private Run filtered;

    @BeforeEach
    void open() throws Exception {
        project = TestProjects.large(folder);
        whole = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(project);
        filtered = new RunLoader(categories, FILTER, LoadMonitor.silent()).load(project);
        assertTrue(filtered.stateCount() > 100 && filtered.stateCount() < whole.stateCount());
    }

    private SeenStates seen(SeenStates.Wanted wanted, int most) throws Exception {
        return seen(
                FILTER,
                store -> SeenStates.of(store.project, store.file, categories, FILTER, wanted, most, () -> false));
    }

    private record Store(Project project, StoreFile file) {}

    /** What is looked at in the store, which is closed behind. */
    private SeenStates seen(StateFilter filter, Function<Store, SeenStates> look) throws Exception {
        SeenStates[] found = new SeenStates[1];
        LoadMonitor monitor = new LoadMonitor() {
            @Override
            public void progress(double share, String what) {}

            @Override
            public void beforeSifting(Project opened, StoreFile store) {
                found[0] = look.apply(new Store(opened, store));
            }

            @Override
            public boolean isCancelled() {
                return found[0] != null;
            }
        };
        try {
            new RunLoader(new CategoryTable(), filter, monitor).load(project);
        } catch (CancellationException e) {
            return found[0];
        }
        throw new AssertionError("there was no store to sift");
    }

    private static List<Row.Trace> traces(Run run) {
        List<Row.Trace> all = new ArrayList<>();
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace) {
                        all.add(trace);
                    }
                }));
        return all;
    }

    private static List<String> states(StateTrack track, Interval time) {
        List<String> all = new ArrayList<>();
        track.levels().forEach(level -> all.addAll(entries(level, time)));
        return all;
    }

    private static List<String> events(StateTrack track, Interval time) {
        return entries(track.events(), time);
    }

    private static List<String> entries(StateLevel level, Interval time) {
        List<String> all = new ArrayList<>();
        for (int i = level.firstReaching(time.startNanos()); i < level.firstStarting(time.endNanos()); i++) {
            all.add(level.startNanos(i) + "-" + level.endNanos(i) + " " + level.category(i));
        }
        return all;
    }

    @Test
    void ofAPieceOfTimeItIsAllThatPasses() throws Exception {
        Random random = new Random(7);
        for (int round = 0; round < 8; round++) {
            long from = whole.interval().startNanos()
                    + (long) (0.9 * whole.interval().durationNanos() * random.nextDouble());
            Interval time = new Interval(from, from + whole.interval().durationNanos() / 20);
            Row.Trace first = traces(whole).get(0);
            Row.Trace other = traces(whole).get(1);
            SeenStates seen = seen(new SeenStates.Wanted(whole.file(), time, Set.of(first.path())), 1 << 19);
            Row.Trace shown = (Row.Trace) seen.of(first);
            assertEquals(states(traces(filtered).get(0).track(), time), states(shown.track(), time));
            assertSame(other, seen.of(other), "nobody sees it");
            assertSame(first.children(), ((Row.Trace) seen.alone(first)).children());
            assertTrue(seen.isOf(whole, time));
            assertFalse(seen.isOf(whole, time.shift(1)));
        }
    }

    @Test
    void onlyNamesThatPassAreNumbered() throws Exception {
        Row.Trace first = traces(whole).get(0);
        SeenStates.Wanted wanted = new SeenStates.Wanted(whole.file(), whole.interval(), Set.of(first.path()));
        CategoryTable own = new CategoryTable();
        own.idOf("another"); // so that numbers differ from the store's
        SeenStates seen =
                seen(FILTER, store -> SeenStates.of(store.project, store.file, own, FILTER, wanted, () -> false));
        assertEquals(
                List.of("another", "Send"),
                own.all().stream().map(Category::name).toList());
        StateLevel level = ((Row.Trace) seen.of(first)).track().levels().get(0);
        assertTrue(level.size() > 100);
        assertEquals(own.idOf("Send"), level.category(level.size() - 1));
    }

    @Test
    void ofWhatWasCancelledNothingIsKnown() throws Exception {
        Row.Trace first = traces(whole).get(0);
        SeenStates.Wanted wanted = new SeenStates.Wanted(whole.file(), whole.interval(), Set.of(first.path()));
        CategoryTable own = new CategoryTable();
        SeenStates none =
                seen(FILTER, store -> SeenStates.of(store.project, store.file, own, FILTER, wanted, () -> true));
        assertSame(first, none.of(first));
        assertEquals(List.of(), own.all());
    }

    /** Every 50th state of a trace gets one named Inner inside, and an event before. */
    private static void nest(Path trace) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(trace)) {
            if (line.startsWith("<Send") || line.startsWith("<Recv")) {
                if (lines.size() % 50 == 0) {
                    String start = line.replaceAll(".* time='([^']*)'.*", "$1");
                    lines.add("<Event name='Inner' time='" + start + "'/>");
                    lines.add("<Nested>");
                    lines.add("<Inner" + line.substring("<Send".length()));
                    lines.add("</Nested>");
                }
            }
            lines.add(line);
        }
        Files.write(trace, lines);
    }

    @Test
    void ofStatesInsideOfStatesAndOfEventsItIsAllThatPassesToo() throws Exception {
        StateFilter inner = StateFilter.parse(".category = Inner");
        project = TestProjects.large(folder.resolve("nested"));
        for (int rank = 0; rank < 2; rank++) {
            nest(project.resolveSibling("large_n_" + rank + "_0.trc"));
        }
        whole = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(project);
        filtered = new RunLoader(categories, inner, LoadMonitor.silent()).load(project);
        Row.Trace first = traces(whole).get(0);
        Interval time = new Interval(
                whole.interval().startNanos(),
                whole.interval().startNanos() + whole.interval().durationNanos() / 9);
        SeenStates.Wanted wanted = new SeenStates.Wanted(whole.file(), time, Set.of(first.path()));
        SeenStates seen =
                seen(inner, store -> SeenStates.of(store.project, store.file, categories, inner, wanted, () -> false));
        StateTrack shown = ((Row.Trace) seen.of(first)).track();
        StateTrack expected = traces(filtered).get(0).track();
        assertTrue(states(shown, time).size() > 100);
        assertEquals(states(expected, time), states(shown, time));
        assertTrue(events(shown, time).size() > 100);
        assertEquals(events(expected, time), events(shown, time));
    }

    @Test
    void ofManyStatesItIsASample() throws Exception {
        Set<String> paths = Set.copyOf(traces(whole).stream().map(Row::path).toList());
        SeenStates seen = seen(new SeenStates.Wanted(whole.file(), whole.interval(), paths), 8192);
        for (int i = 0; i < traces(whole).size(); i++) {
            StateTrack shown = ((Row.Trace) seen.of(traces(whole).get(i))).track();
            List<String> expected = states(traces(filtered).get(i).track(), whole.interval());
            List<String> some = states(shown, whole.interval());
            assertTrue(new HashSet<>(expected).containsAll(some));
            assertTrue(some.size() > 1500 && some.size() < 4096, "of 45000: " + some.size());
            assertTrue(some.size() < expected.size());
        }
    }
}
