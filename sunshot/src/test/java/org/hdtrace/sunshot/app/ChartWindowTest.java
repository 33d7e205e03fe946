// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javax.swing.JComboBox;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Charts of a statistic (SUNSHOT S-39, S-58, S-59). */
class ChartWindowTest extends OpenWindow {
    private String csv() throws Exception {
        return WindowDriver.compute(
                () -> driver.component("charts", ChartPanel.class).csv());
    }

    @Tag("S-39")
    @Tag("S-58")
    @Tag("S-59")
    @Test
    void theChosenStatisticIsDrawnOverTheVisibleTime() throws Exception {
        driver.press("timelines", "G");
        driver.onEventThread(() -> driver.model().select("0:n1/Utilization/CPU_TOTAL"));
        String half = "n1/Utilization/CPU_TOTAL: mean 50 %, σ 25 %, 2 records";
        driver.await("the histogram is there", () -> driver.text("charts.head").equals(half));
        assertTrue(csv().startsWith("from,to,records,ns\n25.0,26.0,1,1000000000\n"), csv());
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(1_000_000_000L, 2_000_000_000L)));
        driver.await("it follows the view", () -> driver.text("charts.head").contains("mean 75 %"));
        driver.onEventThread(
                () -> driver.component("charts.kind", JComboBox.class).setSelectedItem(ChartRequest.Kind.SAME_GROUP));
        driver.await("curves are drawn", () -> driver.text("charts.head").equals("1 curve"));
        assertEquals("statistic,fromNs,average", csv().lines().findFirst().orElseThrow());
    }
}
