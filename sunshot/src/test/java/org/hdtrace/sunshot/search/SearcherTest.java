// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.HitMarks;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearcherTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;

    private final CategoryTable categories = new CategoryTable();
    private Run run;

    @BeforeEach
    void load() throws Exception {
        run = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent())
                .load(TestProjects.halvesWithEvents(folder));
    }

    private List<String> search(String text) throws TraceFormatException {
        return search(text, StateFilter.none(), () -> false);
    }

    /** Row, name and start in halves of a second, by time. */
    private List<String> search(String text, StateFilter shown, BooleanSupplier cancelled) throws TraceFormatException {
        Hits hits = new Hits();
        new Searcher(List.of(run), categories, shown, cancelled).search(SearchText.parse(text), hits);
        assertEquals(hits.count(), hits.sorted(List.of(0L)).size());
        assertEquals(hits.count(), marked(hits.marks()), text);
        List<String> lines = new ArrayList<>();
        for (Occurrence hit : hits.sorted(List.of(run.interval().startNanos()))) {
            long start = hit.time().startNanos() - run.interval().startNanos();
            lines.add(hit.path() + " " + categories.get(hit.category()).name() + " " + start * 4 / SECOND);
        }
        return lines;
    }

    /** Each hit is marked in memory, whether it was found there or in a file. */
    private long marked(HitMarks marks) {
        long[] count = {0};
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace) {
                        trace.track()
                                .levels()
                                .forEach(level -> count[0] += marks.of(level).cardinality());
                        count[0] += marks.of(trace.track().events()).cardinality();
                    } else if (row instanceof Row.Statistic statistic) {
                        count[0] += marks.of(statistic.series()).cardinality();
                    }
                }));
        return count[0];
    }

    @Test
    void wordsAreFoundInNamesAndAttributes() throws Exception {
        assertEquals(List.of("n1/0/0 Send 0", "n1/1/0 Send 4"), search("SEND"));
        assertEquals(List.of("n1/0/0 Send 0"), search("4096"));
        assertEquals(List.of("n1/1/0 File_write 0", "n1/0/0 File_write 4"), search("write 100"));
    }

    @Test
    void filtersAskForAttributesDurationsAndNames() throws Exception {
        assertEquals(List.of("n1/0/0 Send 0"), search("size > 1000"));
        assertEquals(List.of("n1/0/0 Wait 6"), search(".duration < 0.5 & .duration > 0"));
        assertEquals(List.of("n1/0/0 Send 0", "n1/0/0 Wait 6"), search("(.category = Wait) | size > 1000"));
    }

    @Test
    void eventsAreFoundByNameAndAttribute() throws Exception {
        assertEquals(List.of("n1/0/0 mark 1", "n1/0/0 mark 5"), search(".category = mark"));
        assertEquals(List.of("n1/0/0 mark 5"), search("phase = 2"));
    }

    /** What needs no attributes is looked up in memory; reading the files must find the same. */
    @Test
    void memoryAndFilesAgree() throws Exception {
        for (String text : List.of(".category = .*", ".duration > 0.3", ".category = Wait | .duration = 1")) {
            assertTrue(SearchText.parse(text).needsNoAttributes());
            String read = "(" + text + ") & (.category = .* | nothing = 1)";
            assertFalse(SearchText.parse(read).needsNoAttributes());
            assertEquals(search(text), search(read), text);
        }
    }

    @Test
    void whatIsNotShownIsNotFound() throws Exception {
        assertEquals(List.of("n1/0/0 Send 0"), search("send", StateFilter.parse("size > 1000"), () -> false));
    }

    @Test
    void aCancelledSearchEnds() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        assertEquals(List.of(), search("send", StateFilter.none(), () -> asked.incrementAndGet() > 0));
        assertTrue(asked.get() < 5);
    }

    /** CPU_TOTAL is 25 for the first second and 75 for the second one. */
    @Test
    void statisticsAreFoundByTheirValues() throws Exception {
        String path = "n1/Utilization/CPU_TOTAL CPU_TOTAL ";
        assertEquals(List.of(path + "4"), search("CPU_TOTAL > 50"));
        assertEquals(List.of(path + "0", path + "4"), search("CPU_TOTAL < 100 & .duration = 1"));
        assertEquals(List.of(path + "0"), search("CPU_TOTAL = 25"));
        assertEquals(List.of("n1/0/0 Send 0", path + "4"), search("size > 1000 | CPU_TOTAL > 50"));
        assertEquals(List.of(path + "4"), search(".value > 50"));
        assertEquals(List.of(path + "0", path + "4"), search(".unit = '%' & .value > 0"));
        assertEquals(List.of(), search(".statistic = NET.*"));
        assertEquals(List.of(), search("CPU_TOTAL > 50 & .duration > 1"));
        assertTrue(
                search(".duration = 1").stream().noneMatch(line -> line.contains("CPU_TOTAL")),
                "only who asks for a statistic gets it");
        Occurrence hit = new Occurrence(0, "n1/Utilization/CPU_TOTAL", 0, false, 0, run.interval());
        assertEquals(Optional.of("25 % for 2.000 s"), StatisticRecord.describe(run, hit));
        assertEquals(
                Optional.empty(),
                StatisticRecord.describe(run, new Occurrence(0, "n1/0/0", 0, false, 0, run.interval())));
    }

    /** Rows are searched at the same time; what is kept does not depend on who is faster. */
    @Test
    void theFirstHitsInTheOrderOfTheRowsAreKept() {
        List<Occurrence> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(new Occurrence(0, "row" + i / 10, 0, false, 0, new Interval(i, i + 1)));
        }
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Hits hits = new Hits(25);
            int[] next = new int[6];
            for (int added = 0; added < 60; ) {
                int row = random.nextInt(6);
                if (next[row] < 10) {
                    hits.add(row, all.get(row * 10 + next[row]++));
                    added++;
                }
            }
            assertEquals(60, hits.count());
            assertEquals(all.subList(0, 25), hits.sorted(List.of(0L)), "seed " + seed);
        }
    }

    @Test
    void aSearchOfManyRowsFindsTheSameEachTime() throws Exception {
        Path large = TestProjects.large(folder.resolve("large"));
        Run both = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(large);
        for (String text : List.of("size < 50", ".category = Recv & .duration > 0.00006")) {
            Hits hits = new Hits();
            new Searcher(List.of(both), categories, StateFilter.none(), () -> false)
                    .search(SearchText.parse(text), hits);
            assertEquals(text.startsWith("size") ? 100 : 90_000, hits.count());
            assertEquals(
                    hits.count(), hits.sorted(List.of(0L)).stream().distinct().count());
        }
    }

    @Test
    void ofDamagedTracesWhatIsReadableIsSearchedAndTheRestIsTold() throws Exception {
        Path broken = folder.resolve("halves_n1_0_0.trc");
        Files.writeString(broken, Files.readString(broken).replaceAll("<Nested>(?s:.*)", "<File_write time='soon'/>"));
        Files.writeString(folder.resolve("halves_n1_1_0.trc"), "");
        Hits hits = new Hits();
        List<String> damages = new Searcher(List.of(run), categories, StateFilter.none(), () -> false)
                .search(SearchText.parse("size > 5"), hits).stream()
                        .map(TraceFormatException::getMessage)
                        .toList();
        assertEquals(2, damages.size(), damages::toString);
        assertTrue(damages.get(0).contains("halves_n1_0_0.trc: byte "), damages::toString);
        assertTrue(damages.get(1).endsWith("halves_n1_1_0.trc: byte 0: the file is empty"), damages::toString);
        assertEquals(
                List.of("n1/0/0"),
                hits.sorted(List.of(0L)).stream().map(Occurrence::path).toList());
    }

    @Test
    void aFileThatWasRemovedIsOneClearError() throws Exception {
        Files.delete(folder.resolve("halves.proj"));
        TraceFormatException problem = assertThrows(TraceFormatException.class, () -> search("send"));
        assertTrue(problem.getMessage().contains("halves.proj"), problem.getMessage());
    }
}
