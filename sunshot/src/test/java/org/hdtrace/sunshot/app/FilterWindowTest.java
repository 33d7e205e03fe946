// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import javax.swing.JTextField;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The filter of the tool bar (SUNSHOT S-24, S-48). */
class FilterWindowTest extends OpenWindow {
    private static final Interval HALF = new Interval(500_000_000L, 1_500_000_000L);

    private long states() {
        return driver.model().runs().stream().mapToLong(run -> run.stateCount()).sum();
    }

    private void write(String text) throws Exception {
        driver.onEventThread(() -> driver.component("filter", JTextField.class).setText(""));
        driver.type("filter", text);
        driver.press("filter", "ENTER");
    }

    @Tag("S-24")
    @Tag("S-48")
    @Test
    void onlyStatesThatPassAreShownInTheSameView() throws Exception {
        driver.onEventThread(
                () -> driver.model().go(driver.model().viewport().select(HALF.startNanos(), HALF.endNanos())));
        driver.run(Command.PROFILE);
        ProfilePanel profile = driver.component("profile", ProfilePanel.class);
        driver.await("File_write is counted", () -> profile.csv().contains(",File_write,"));
        long all = WindowDriver.compute(this::states);
        driver.press("timelines", "ctrl shift F");
        driver.await("the field has the keys", () -> driver.component("filter", JTextField.class)
                .isFocusOwner());
        write("size > 50 & .category = Send");
        driver.await("one Send is larger", () -> states() == 1);
        assertEquals(HALF, WindowDriver.compute(() -> driver.model().visible()));
        driver.await(
                "so says the profile",
                () -> profile.csv().contains(",Send,") && !profile.csv().contains(",File_write,"));
        write("");
        driver.await("all are back", () -> states() == all);
    }

    @Tag("S-48")
    @Test
    void onlyValuesThatPassAreDrawnAndRowsWithoutAnyAreLeftOut() throws Exception {
        String row = "0:n1/Utilization/CPU_TOTAL";
        long all = WindowDriver.compute(this::states);
        write(FilterField.ONE_BESIDE_ALL.replace("90", "50"));
        driver.await("the first second has no value", () -> driver.model().runs().get(0).rows().stream()
                .flatMap(top -> series(top).stream())
                .anyMatch(series -> series.size() == 2 && !series.has(0) && series.has(1)));
        assertEquals(all, WindowDriver.compute(this::states), "states are as they were");
        assertTrue(WindowDriver.compute(() -> driver.model().indexOf(row) >= 0));
        write(".unit = W");
        driver.await("there is no such row", () -> driver.model().indexOf(row) < 0);
        assertEquals(all, WindowDriver.compute(this::states));
        write("");
        driver.await("it is back", () -> driver.model().indexOf(row) >= 0);
        write(FilterField.NO_STATES.replace("90", "50"));
        driver.await("no state has such an attribute", () -> states() == 0);
        write(FilterField.ONE_STATISTIC.replace("90", "50"));
        driver.await(
                "states pass, the first second does not",
                () -> states() == all
                        && driver.model().runs().get(0).rows().stream()
                                .flatMap(top -> series(top).stream())
                                .anyMatch(series -> !series.has(0) && series.has(1)));
        JTextField field = driver.component("filter", JTextField.class);
        String hint = WindowDriver.compute(field::getToolTipText);
        for (String told : List.of(FilterField.ONE_STATISTIC, FilterField.NO_STATES, FilterField.ONE_BESIDE_ALL)) {
            assertTrue(hint.contains(told.replace("&", "&amp;").replace(">", "&gt;")), hint);
        }
    }

    private static List<StatisticSeries> series(Row top) {
        List<StatisticSeries> all = new ArrayList<>();
        top.walk(row -> {
            if (row instanceof Row.Statistic statistic) {
                all.add(statistic.series());
            }
        });
        return all;
    }

    @Tag("S-48")
    @Test
    void aBadTextTurnsTheFieldRedAndChangesNothing() throws Exception {
        long all = WindowDriver.compute(this::states);
        write("size > many");
        JTextField field = driver.component("filter", JTextField.class);
        assertEquals("error", WindowDriver.compute(() -> field.getClientProperty("JComponent.outline")));
        assertEquals("filter: column 7: expected a number", WindowDriver.compute(field::getToolTipText));
        assertEquals("filter: column 7: expected a number", driver.text("hover"), "what Enter tells");
        assertEquals(all, WindowDriver.compute(this::states));
        driver.onEventThread(() -> field.setText("size > 1"));
        assertEquals(" ", driver.text("hover"), "nothing is wrong any more");
    }

    @Tag("S-24")
    @Test
    void aUsualFilterIsSeenAsAWhole() throws Exception {
        JTextField field = driver.component("filter", JTextField.class);
        driver.onEventThread(() -> {
            driver.window().frame().setSize(1500, 800);
            driver.window().frame().validate();
        });
        int room = WindowDriver.compute(
                () -> field.getFontMetrics(field.getFont()).stringWidth("size > 1000 & .duration > 0.01"));
        driver.await("it has the room", () -> field.getWidth() >= room);
    }
}
