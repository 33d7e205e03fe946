// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.analysis.relations.Lanes;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.Interval;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowChainsTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;
    private static final long MILLI = 1_000_000;

    @TempDir
    Path folder;

    private ArrowChains chains;

    @BeforeEach
    void read() throws Exception {
        Project project = Project.open(TestProjects.chain(folder));
        RelationGraph graph = RelationGraph.read(project, path -> {});
        chains = ArrowChains.none()
                .withMessages(ArrowLoader.messages(project, path -> {}))
                .withRelations(graph, Lanes.of(graph));
    }

    private static Interval millis(long start, long end) {
        return new Interval(EPOCH + start * MILLI, EPOCH + end * MILLI);
    }

    private static Optional<ArrowChains.Stop> stop(String path, long milli) {
        return Optional.of(new ArrowChains.Stop(path, EPOCH + milli * MILLI));
    }

    private List<String> ends(String path, Interval time) {
        ArrowTable table = chains.chain(path, time);
        ArrowLevel level = table.levels().get(0);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < level.size(); i++) {
            all.add(table.ends().get(level.from(i)) + " > " + table.ends().get(level.to(i)));
        }
        return all;
    }

    @Test
    void aCallOfAClientBelongsToWhatItCaused() {
        List<String> all = List.of(
                "c/0/0/operations/0 > s1/operations/0",
                "c/0/0/operations/0 > s1/operations/1",
                "c/0/0/operations/0 > s2/operations/0");
        // All begin with the call, so they come in the order of the operations.
        assertEquals(all, ends("c/0/0", millis(1000, 3000)));
        assertEquals(List.of("c/0/0/operations/0 > s1/operations/1"), ends("s1/operations/1", millis(1500, 2500)));
        assertEquals(
                List.of("c/0/0/operations/0 > s2/operations/0"),
                ends("s2/operations", millis(1300, 2200)),
                "a single lane is the row itself");
        assertEquals(List.of(), ends("c/0/0", millis(1000, 2999)), "another time");
    }

    @Test
    void messagesBelongToBothTheirCalls() {
        assertEquals(List.of("c/0/0 > c/1/0"), ends("c/0/0", millis(200, 300)));
        assertEquals(List.of("c/0/0 > c/1/0"), ends("c/1/0", millis(0, 800)));
        assertEquals(List.of(), ends("c/1/0", millis(200, 300)));
    }

    @Test
    void followsInTheOrderOfTime() {
        assertEquals(stop("s1/operations/0", 1200), chains.next("c/0/0", millis(1000, 3000), true));
        assertEquals(stop("c/0/0/operations/0", 1000), chains.next("s2/operations", millis(1300, 2200), false));
        assertEquals(
                Optional.of(new ArrowChains.Stop("c/1/0", EPOCH + 800 * MILLI - 1)),
                chains.next("c/0/0", millis(200, 300), true));
        assertEquals(stop("c/0/0", 200), chains.next("c/1/0", millis(0, 800), false));
        assertEquals(Optional.empty(), chains.next("c/1/0", millis(0, 800), true));
        assertEquals(Optional.empty(), ArrowChains.none().next("c/0/0", millis(200, 300), true));
    }
}
