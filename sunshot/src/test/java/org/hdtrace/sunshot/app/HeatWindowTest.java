// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javax.swing.JTextField;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The heat map of the window (SUNSHOT S-23, S-49). */
class HeatWindowTest extends OpenWindow {
    private double most() {
        return driver.window().stage().heat().map(map -> map.most()).orElse(0.0);
    }

    private void write(String text) throws Exception {
        driver.onEventThread(() -> driver.component("heat", JTextField.class).setText(text));
        driver.accept("heat");
    }

    @Tag("S-23")
    @Tag("S-49")
    @Test
    void itColoursTheViewAndFollowsIt() throws Exception {
        write("size");
        driver.await("the values are read", () -> most() == 4096);
        assertTrue(WindowDriver.compute(() -> driver.shown("heat.scale")));
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(1_100_000_000L, 2_000_000_000L)));
        driver.await("the scale follows the view", () -> most() == 100);
        driver.run(Command.NO_HEAT);
        driver.await(
                "names have their colours", () -> driver.window().stage().heat().isEmpty());
    }

    @Tag("S-49")
    @Test
    void whatIsWrongIsToldInTheField() throws Exception {
        write("+ size");
        assertEquals("", driver.model().heat());
        String told = WindowDriver.compute(
                () -> driver.component("heat", JTextField.class).getToolTipText());
        assertEquals("character 7: the expression ends where an attribute is expected", told);
        assertEquals(told, driver.text("hover"), "what Enter tells");
        driver.onEventThread(() -> driver.component("heat", JTextField.class).setText(""));
        assertEquals(" ", driver.text("hover"), "nothing is wrong any more");
    }
}
