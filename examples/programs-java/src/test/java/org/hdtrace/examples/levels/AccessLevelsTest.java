// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.levels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.examples.papers.Compared;
import org.hdtrace.examples.papers.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The levels stand to each other as on the slides, and none is faster than cables allow. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessLevelsTest {
    private AccessLevels levels;
    private List<Compared> figures;

    @BeforeAll
    void simulate() throws Exception {
        levels = new AccessLevels(Path.of(System.getProperty("hd.root"), "examples/models/paper-gige.xml"));
        figures = levels.figures();
    }

    private double ours(String level) {
        return figures.stream()
                .filter(one -> one.quantity().equals(level))
                .findFirst()
                .orElseThrow()
                .ours();
    }

    @Test
    void aServersPartTakesTheLeastTimeOverItsCable() {
        assertEquals(0.53, 50 * 1048576 / AccessLevels.bandwidth(), 1e-9);
        assertEquals(0.53, levels.leastByHand(), 1e-9);
        // A packet of 10 KiB is stored before it is forwarded, and waits for at most one of each client.
        double packet = 10_240 / AccessLevels.bandwidth();
        assertTrue(ours("least time") >= 0.53 + packet, () -> "" + ours("least time"));
        assertTrue(ours("least time") <= 0.53 + 5 * packet, () -> "" + ours("least time"));
        for (Compared one : figures.subList(1, 5)) {
            assertTrue(one.ours() >= ours("least time"), one::toString);
            assertTrue(one.ours() < one.paper(), one::toString);
        }
    }

    @Test
    void theLevelsStandInTheOrderOfTheSlides() {
        assertTrue(ours("independent, non-contiguous") < ours("independent, contiguous"));
        assertTrue(ours("independent, contiguous") < ours("collective, contiguous"));
        assertTrue(ours("collective, contiguous") < ours("collective, non-contiguous"));
    }

    /** Ten calls of 5 MiB instead of one: 4 latencies and the store-and-forward of a packet each. */
    @Test
    void independentCallsTakeWhatFollowsByHand() {
        double call = 4 * 0.2875e-3 + 102_400 / AccessLevels.bandwidth();
        assertEquals(0.53 + call, ours("independent, non-contiguous"), 0.01 * 0.53);
        assertEquals(0.53 + 10 * call, ours("independent, contiguous"), 0.02 * 0.55);
    }

    /**
     * Thirteen phases of 16 MiB, of which blocks of 5 MiB make clients send 5 MiB at worst where 3 would do; 107 MiB over one
     * cable after the other.
     */
    @Test
    void theExchangeIsAsUnevenAsBlocksAndBuffers() {
        // Five phases with 3 MiB exchanged at most, eight with 5, and 4 written in each.
        assertEquals(5 * (3 + 4) + 8 * (5 + 4), TwoPhases.mebibytes());
        // By latencies of 0.2875 ms: 12 for where ranks begin and end, 4 for lists, 16 to agree; 13 times 8, and two
        // packets.
        double messages = (12 + 4 + 16 + 13 * 8) * 0.2875e-3 + 13 * 2 * 102_400 / AccessLevels.bandwidth();
        assertEquals(107 / 50.0 * 0.53 + messages, ours("collective, non-contiguous"), 0.01);
        // However even: three quarters of the data travel twice.
        assertTrue(ours("collective, non-contiguous") > 1.75 * 0.53);
    }

    @Test
    void drawsThemSideBySide(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("x.svg");
        levels.experiment().picture().write(file);
        String picture = Files.readString(file);
        for (String text : List.of("slides, measured", "by hand", "simulated", "1.59", "collective, contiguous")) {
            assertTrue(picture.contains(">" + text + "<"), text);
        }
        assertEquals(
                6, levels.experiment().table().apply(Table.Form.CSV).lines().count());
    }
}
