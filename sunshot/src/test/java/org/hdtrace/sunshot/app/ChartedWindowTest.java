// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.control.RowSort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows of one's choice in a chart, and orders by time that are kept (SUNSHOT S-59, V-07, V-09). */
class ChartedWindowTest extends OpenWindow {
    private static final String CPU = "0:n1/Utilization/CPU_TOTAL";
    private static final String IDLE = "0:n1/Utilization/IDLE";

    @Override
    Path project(Path target) throws IOException {
        return TestProjects.halves(target);
    }

    private void again() throws Exception {
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        driver.load(folder.resolve("p").resolve("halves.proj"));
    }

    @Tag("S-59")
    @Tag("V-09")
    @Test
    void rowsArePutIntoAChartAndKept() throws Exception {
        driver.run(Command.SILENT);
        driver.onEventThread(() -> driver.model().select(CPU));
        driver.run(Command.CHART_ROW);
        driver.onEventThread(() -> driver.model().select(IDLE));
        driver.run(Command.CHART_ROW);
        driver.onEventThread(() -> driver.model().select("0:n1/0/0"));
        driver.run(Command.CHART_ROW);
        assertEquals(List.of(CPU, IDLE), driver.model().charted(), "a timeline has no values");
        driver.run(Command.CHARTS);
        driver.onEventThread(
                () -> driver.component("charts.kind", JComboBox.class).setSelectedItem(ChartRequest.Kind.CHARTED));
        JLabel head = driver.component("charts.head", JLabel.class);
        driver.await("both are drawn", () -> head.getText().equals("2 curves"));
        driver.onEventThread(driver.component("charts.stacked", JCheckBox.class)::doClick);
        driver.await("those of one unit are stacked", () -> head.getText().equals("1 curve, stacked"));
        String csv = WindowDriver.compute(driver.component("charts", ChartPanel.class)::csv);
        assertTrue(csv.startsWith("statistic,fromNs,average\nsum,0,25.0\n"), csv.substring(0, 60));
        again();
        driver.await("the rows are kept", () -> driver.model().charted().equals(List.of(CPU, IDLE)));
    }

    @Tag("V-07")
    @Test
    void anOrderByBusyTimeIsWorkedOutAgain() throws Exception {
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(0, 500_000_000L)));
        driver.run(Command.SORT_BUSY);
        driver.await("the rows are sorted", () -> driver.model().order().sort() == RowSort.BUSY);
        var before = WindowDriver.compute(() -> driver.model().order());
        assertTrue(before.values().size() > 1, "busy times are known");
        driver.run(Command.HOME);
        again();
        driver.await("the order is back", () -> driver.model().order().equals(before));
    }
}
