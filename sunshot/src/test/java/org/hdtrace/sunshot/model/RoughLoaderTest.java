// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What samples show lies where it does in the traces. */
class RoughLoaderTest {
    @TempDir
    private Path folder;

    private Optional<RoughRun> load(Path project, StateFilter filter) throws Exception {
        return new RoughLoader(new CategoryTable(), filter, () -> false).load(Project.open(project));
    }

    private static Map<String, Row.Trace> traces(Run run) {
        Map<String, Row.Trace> traces = new HashMap<>();
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace) {
                        traces.put(trace.path(), trace);
                    }
                }));
        return traces;
    }

    @Test
    void samplesLieWhereTheTracesHaveThem() throws Exception {
        Path project = TestProjects.large(folder);
        Run exact = new RunLoader(new CategoryTable(), StateFilter.none(), LoadMonitor.silent()).load(project);
        RoughRun rough = load(project, StateFilter.none()).orElseThrow();
        assertEquals(exact.interval(), rough.run().interval());
        assertEquals(traces(exact).keySet(), traces(rough.run()).keySet());
        assertTrue(rough.share() > 0.01 && rough.share() < 0.3, "share: " + rough.share());
        for (Row.Trace trace : traces(rough.run()).values()) {
            StateLevel top = trace.track().levels().get(0);
            assertEquals(1, trace.track().levels().size(), "no state is nested");
            // Send in the first half of what each rank does, Recv in the second.
            long middle = exact.interval().startNanos() + exact.interval().durationNanos() / 2;
            long near = exact.interval().durationNanos() / 50;
            long busy = 0;
            for (int i = 0; i < top.size(); i++) {
                String name = rough.categories().get(top.category(i)).name();
                busy += top.durationNanos(i);
                if (Math.abs(top.startNanos(i) - middle) > near) {
                    assertEquals(top.startNanos(i) < middle ? "Send" : "Recv", name);
                }
            }
            // States last seven tenths of the time.
            assertEquals(0.7, (double) busy / exact.interval().durationNanos(), 0.02);
        }
    }

    @Test
    void theFilterHoldsForSamples() throws Exception {
        Path project = TestProjects.large(folder);
        RoughRun rough = load(project, StateFilter.parse(".category = Recv")).orElseThrow();
        StateLevel top = traces(rough.run()).get("n/0/0").track().levels().get(0);
        for (int i = 0; i < top.size(); i++) {
            assertEquals("Recv", rough.categories().get(top.category(i)).name());
        }
        assertTrue(load(project, StateFilter.parse(".category = None")).isEmpty());
    }

    @Test
    void aTraceThatCannotBeReadLeavesTheOthers() throws Exception {
        Path project = TestProjects.large(folder);
        Files.writeString(folder.resolve("large_n_1_0.trc"), "no trace at all ".repeat(100_000));
        RoughRun rough = load(project, StateFilter.none()).orElseThrow();
        assertEquals(Set.of("n/0/0"), traces(rough.run()).keySet());
    }

    @Test
    void itCanBeCancelled() throws Exception {
        Project project = Project.open(TestProjects.large(folder));
        RoughLoader loader = new RoughLoader(new CategoryTable(), StateFilter.none(), () -> true);
        assertThrows(CancellationException.class, () -> loader.load(project));
    }

    @Test
    void itIsAskedForOnlyBeforeAllIsRead() throws Exception {
        Path project = TestProjects.large(folder);
        assertEquals(1, asked(project), "no store");
        assertEquals(0, asked(project), "the store is there");
        assertEquals(0, asked(TestProjects.halves(folder.resolve("small"))));
    }

    private static int asked(Path project) throws Exception {
        int[] asked = {0};
        LoadMonitor counting = new LoadMonitor() {
            @Override
            public void progress(double share, String what) {}

            @Override
            public void beforeReadingAll(Project about) {
                asked[0]++;
            }

            @Override
            public boolean isCancelled() {
                return false;
            }
        };
        new RunLoader(new CategoryTable(), StateFilter.none(), counting).load(project);
        return asked[0];
    }
}
