// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.examples.papers.Compared;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.examples.papers.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** With the hint one request, without 126 of 64 values, each as long as a write by itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListRequestFiguresTest {
    private static final double ROUND_TRIP = 4 * 0.2875;
    private static final double MILLIS_OF_ALL = 2 * 64_072 / (67 * 1048576.0) * 1e3;

    private ListRequestFigures figures;

    @BeforeAll
    void simulate() throws Exception {
        figures = new ListRequestFigures(Path.of(System.getProperty("hd.root"), "examples/models/paper-gige-2.xml"));
    }

    private Compared figure(String quantity) {
        return figures.figures().stream()
                .filter(one -> one.quantity().equals(quantity))
                .findFirst()
                .orElseThrow();
    }

    /** 8,009 values, 64 in a request: 125 requests of 512 bytes and one of 72, as the paper counts. */
    @Test
    void theHintSavesAllRequestsButOne() {
        assertEquals(126, figure("requests without the hint").ours());
        assertEquals(1, figure("requests with the hint").ours());
    }

    /** The same 126 parts as ranges with gaps, 64 in a request: ceil(126 / 64); 65 and 63 nodes of 76 bytes tell them. */
    @Test
    void rangesWithGapsGoInTwoListRequests() {
        assertEquals(2, figure("list requests, 126 ranges with gaps").ours());
        double lists = 2 * ROUND_TRIP + MILLIS_OF_ALL + 128 * 76 / (67 * 1048576.0) * 1e3;
        assertEquals(lists, figure("time of the list requests").ours(), 0.01 * lists);
    }

    @Test
    void eachRequestTakesARoundTrip() {
        double without = 126 * ROUND_TRIP + MILLIS_OF_ALL;
        assertEquals(without, figure("time without the hint").ours(), 0.005 * without);
        double once = ROUND_TRIP + MILLIS_OF_ALL;
        assertEquals(once, figure("time with the hint").ours(), 0.01 * once);
        assertEquals(once, figure("time from one piece of memory").ours(), 0.01 * once);
        assertTrue(figure("times faster with the hint").ours() > 20);
    }

    @Test
    void drawsBothMeasurements(@TempDir Path folder) throws Exception {
        Experiment experiment = figures.experiment();
        assertEquals(
                figures.figures().size() + 1L,
                experiment.table().apply(Table.Form.CSV).lines().count());
        Path file = folder.resolve("x.svg");
        experiment.picture().write(file);
        String picture = Files.readString(file);
        assertTrue(picture.contains("without the hint: 69 ms") && picture.contains("with the hint: 3.4 ms"), picture);
    }
}
