// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.swing.JComboBox;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.Test;

/** B − A in the matrix while B is stretched over A: the messages of B that are seen count, whenever they really were (SUNSHOT V-12). */
class StretchedMatrixWindowTest extends OpenWindow {
    private static final long SECOND = 1_000_000_000L;

    @Override
    Path project(Path target) throws IOException {
        return talking(target, 1, 10);
    }

    /** Rank 0 sends twice to rank 1, who receives at once; each call lasts as many seconds as told. */
    private static Path talking(Path target, int seconds, int bytes) throws IOException {
        Path project = TestProjects.halves(target);
        for (int rank = 0; rank < 2; rank++) {
            StringBuilder states = new StringBuilder();
            for (int i = 0; i < 2; i++) {
                states.append(
                                rank == 0
                                        ? "<Send size='" + bytes * (i + 1) + "' toRank='1' toTag='0'"
                                        : "<Recv size='1' fromRank='0' fromTag='0'")
                        .append(" cid='0' time='" + i * seconds + ".0' end='" + (i + 1) * seconds + ".0'/>");
            }
            Files.writeString(
                    project.resolveSibling("halves_n1_" + rank + "_0.trc"),
                    "<Program timeAdjustment='1300000000'>" + states + "</Program>");
        }
        return project;
    }

    private String csv() {
        return driver.component("matrix", MatrixPanel.class).csv();
    }

    @Test
    void whatIsSeenOfBothCounts() throws Exception {
        Path second = talking(folder.resolve("second"), 5, 100);
        driver.onEventThread(() -> driver.window().open(List.of(second), true));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        driver.run(Command.COMPARE);
        driver.await("compared", () -> driver.model().runs().size() == 3);
        driver.run(Command.COMPARE_STRETCH);
        driver.await("stretched", () -> driver.model().runs().get(1).isDerived());
        driver.run(Command.MATRIX);
        driver.onEventThread(() -> {
            JComboBox<?> of = driver.component("matrix.of", JComboBox.class);
            of.setSelectedIndex(of.getItemCount() - 1);
        });
        driver.await("the sums of the whole runs are there", () -> csv().contains("\n0,1,2,2,30,300,"));
        // The second message of B lasts from 5 s to 10 s and lies over that of A, from 1 s to 2 s.
        driver.onEventThread(
                () -> driver.model().go(driver.model().viewport().select(SECOND + SECOND / 4, SECOND + SECOND / 2)));
        driver.await("only the second message of each counts", () -> csv().contains("\n0,1,1,1,20,200,"));
        assertEquals(2, csv().lines().count());
    }
}
