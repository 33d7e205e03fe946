// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultStoreTest {
    private static final int POINTS = 6;

    @TempDir
    Path folder;

    private Path results;

    @BeforeEach
    void name() {
        results = folder.resolve("r.csv");
    }

    @Test
    void rowsStandInTheOrderOfTheGridAndOnlyTheDescriptionStays() throws Exception {
        try (ResultStore store = open("d", Share.ALL)) {
            for (int point : new int[] {3, 0, 5, 1, 2, 4}) {
                assertFalse(Files.exists(results));
                store.add(point, "row " + point);
            }
            assertTrue(store.merge());
            assertEquals(complete(), store.rows());
        }
        assertEquals(List.of("r.csv", "r.csv.sweep"), names());
        assertEquals("head\nrow 0\nrow 1\nrow 2\nrow 3\nrow 4\nrow 5\n", Files.readString(results));
    }

    @Test
    void theLastOfSeveralProcessesPutsThePartsTogether() throws Exception {
        for (int rank = 0; rank < 3; rank++) {
            try (ResultStore store = open("d", new Share(rank, 3))) {
                store.add(rank, "row " + rank);
                store.add(rank + 3, "row " + (rank + 3));
                assertEquals(rank == 2, store.merge());
            }
        }
        assertEquals(complete(), Files.readAllLines(results));
        assertEquals(2, names().size());
    }

    @Test
    void aFollowingRunPutsTogetherWhatItsPredecessorsCouldNot() throws Exception {
        for (int rank = 0; rank < 2; rank++) {
            try (ResultStore store = open("d", new Share(rank, 2))) {
                for (int point = rank; point < POINTS; point += 2) {
                    store.add(point, "row " + point);
                }
            }
        }
        try (ResultStore store = open("d", Share.ALL)) {
            assertEquals(POINTS, store.done().cardinality());
            assertTrue(store.merge());
        }
        assertEquals(complete(), Files.readAllLines(results));
    }

    @Test
    void whereverAPartIsCutItsWholeLinesRemain() throws Exception {
        try (ResultStore store = open("d", Share.ALL)) {
            store.add(2, "row 2");
            store.add(4, "row 4");
        }
        Path part = folder.resolve("r.csv.part-0-of-1");
        byte[] whole = Files.readAllBytes(part);
        int line = whole.length / 2;
        for (int length = 0; length <= whole.length; length++) {
            Files.write(part, Arrays.copyOf(whole, length));
            try (ResultStore store = open("d", Share.ALL)) {
                assertEquals(length / line, store.done().cardinality());
                for (int point = store.done().nextClearBit(0);
                        point < POINTS;
                        point = store.done().nextClearBit(point + 1)) {
                    store.add(point, "row " + point);
                }
                assertTrue(store.merge(), "cut to " + length);
            }
            assertEquals(complete(), Files.readAllLines(results));
            Files.delete(results);
        }
    }

    @Test
    void aDamagedLineCountsAsMissing() throws Exception {
        try (ResultStore store = open("d", Share.ALL)) {
            store.add(2, "row 2");
            store.add(4, "row 4");
        }
        Path part = folder.resolve("r.csv.part-0-of-1");
        Files.writeString(part, Files.readString(part).replace("row 2", "row 7"));
        try (ResultStore store = open("d", Share.ALL)) {
            assertFalse(store.done().get(2));
            assertTrue(store.done().get(4));
        }
    }

    @Test
    void completeResultsAreLeftAsTheyAre() throws Exception {
        rowsStandInTheOrderOfTheGridAndOnlyTheDescriptionStays();
        Files.writeString(
                folder.resolve("r.csv.part-0-of-9"), "left by a process that was ended while it removed parts");
        try (ResultStore store = open("d", Share.ALL)) {
            assertEquals(POINTS, store.done().cardinality());
            assertTrue(store.merge());
        }
        assertEquals(List.of("r.csv", "r.csv.sweep"), names());
        refused("belongs to another sweep, with 'd' instead of 'e'", "e", Share.ALL);
    }

    @Test
    void resultsOfAnotherSweepAreRefused() throws Exception {
        Files.writeString(results, "mine");
        refused("r.csv: exists, and r.csv.sweep doesn't", "d", Share.ALL);
        assertEquals(Map.of("r.csv", "mine"), contents());
        Files.delete(results);
        try (ResultStore store = open("d", Share.ALL)) {
            store.add(1, "row 1");
        }
        Map<String, String> before = contents();
        refused("with 'd' instead of 'e'", "e", Share.ALL);
        assertEquals(before, contents());
        // A description that was cut is no reason to take parts for one's own.
        Files.writeString(folder.resolve("r.csv.sweep"), "d");
        refused("belongs to another sweep", "d", Share.ALL);
    }

    @Test
    void aSweepOfAnotherVersionIsRefusedInOneLine() throws Exception {
        open("model m\nversion 1.0", Share.ALL).close();
        String end =
                ", whose results may differ; go on with version 1.0, choose another file, or remove it with all r.csv.*";
        refused(
                "r.csv: was begun by version 1.0 of the simulator, this is version 1.1" + end,
                "model m\nversion 1.1",
                Share.ALL);
        // Whatever else differs.
        refused("was begun by version 1.0 of the simulator, this is version 1.1", "model n\nversion 1.1", Share.ALL);
        refused("belongs to another sweep, with 'model m' instead of 'model n'", "model n\nversion 1.0", Share.ALL);
        open("model m\nversion 1.0", Share.ALL).close();
        Files.writeString(folder.resolve("r.csv.sweep"), "model m\nend\n");
        refused(
                "was begun by an earlier version of the simulator, this is version 1.0, ",
                "model m\nversion 1.0",
                Share.ALL);
        refused(" go on with that, choose another file, or ", "model m\nversion 1.0", Share.ALL);
    }

    @Test
    void aDescriptionThatWasCutIsWrittenAgain() throws Exception {
        Files.writeString(folder.resolve("r.csv.sweep"), "anything");
        open("d", Share.ALL).close();
        assertEquals("d\nend\n", Files.readString(folder.resolve("r.csv.sweep")));
    }

    @Test
    void oneSweepAtATimeButAllItsProcesses() throws Exception {
        try (ResultStore alone = open("d", Share.ALL)) {
            assertTrue(alone.done().isEmpty());
            for (int size = 1; size < 5; size++) {
                for (int rank = 0; rank < size; rank++) {
                    refused("another sweep is at work on it", "d", new Share(rank, size));
                }
            }
        }
        try (ResultStore first = open("d", new Share(0, 2))) {
            assertTrue(first.done().isEmpty());
            refused("another sweep is at work on it", "d", new Share(0, 2));
            refused("another sweep is at work on it", "d", new Share(1, 3));
            refused("another sweep is at work on it", "d", Share.ALL);
            open("d", new Share(1, 2)).close();
        }
    }

    private ResultStore open(String description, Share share) throws IOException, SweepException {
        return ResultStore.open(results, description + "\n", "head", POINTS, share);
    }

    private void refused(String cause, String description, Share share) {
        String message = assertThrows(SweepException.class, () -> open(description, share))
                .getMessage();
        assertTrue(message.contains(cause), message);
    }

    private static List<String> complete() {
        return List.of("head", "row 0", "row 1", "row 2", "row 3", "row 4", "row 5");
    }

    private List<String> names() throws IOException {
        return List.copyOf(contents().keySet());
    }

    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return contents;
    }
}
