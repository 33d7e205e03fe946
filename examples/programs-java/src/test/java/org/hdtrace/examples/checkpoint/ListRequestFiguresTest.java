// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.examples.papers.Compared;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.examples.papers.Table;
import org.hdtrace.piosim.model.file.Piece;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** With the hint 2 requests, without 126, each as long as a write by itself. */
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

    @Test
    void thePartsAreThoseOfThePaper() {
        List<Piece> parts = DiagonalWrites.parts(64_072, 8);
        assertEquals(126, parts.size());
        assertEquals(new Piece(520, 512), parts.get(1));
        assertEquals(new Piece(125 * 520, 72), parts.get(125));
    }

    @Test
    void theHintSavesAllRequestsButTwo() {
        assertEquals(126, figure("requests without the hint").ours());
        assertEquals(2, figure("requests with the hint").ours());
    }

    @Test
    void eachRequestTakesARoundTrip() {
        double without = 126 * ROUND_TRIP + MILLIS_OF_ALL;
        assertEquals(without, figure("time without the hint").ours(), 0.005 * without);
        double with = 2 * ROUND_TRIP + MILLIS_OF_ALL;
        assertEquals(with, figure("time with the hint").ours(), 0.01 * with);
        double once = ROUND_TRIP + MILLIS_OF_ALL;
        assertEquals(once, figure("time of the whole as one range").ours(), 0.01 * once);
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
