// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javax.swing.JToggleButton;
import org.assertj.swing.core.MouseButton;
import org.hdtrace.sunshot.control.StateNavigator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The details of what was chosen (SUNSHOT S-45, V-16). */
class DetailsWindowTest extends OpenWindow {
    private String report() {
        return driver.component("details.report", ReportPane.class).getText();
    }

    @Tag("S-45")
    @Tag("V-16")
    @Test
    void aClickOnAStateShowsItsAttributesAndXml() throws Exception {
        driver.click("timelines", 0.25, driver.rowPlace("Rank 0"));
        driver.await("the report is there", () -> report().contains("toRank"));
        assertTrue(driver.text("details.heading").equals("Send"));
        assertTrue(report().contains("<Send size='4096' toRank='1'"), report());
    }

    /** Also where a click of the left button does something else. */
    @Tag("S-45")
    @Test
    void aRightClickBringsTheDetailsForward() throws Exception {
        DetailsPanel details = driver.component("details", DetailsPanel.class);
        driver.run(Command.MOUSE_ZOOM);
        assertFalse(WindowDriver.compute(details::isShowing), "the legend is in front");
        driver.click("timelines", 0.25, driver.rowPlace("Rank 0"), MouseButton.RIGHT_BUTTON, 1);
        assertTrue(WindowDriver.compute(details::isShowing));
        driver.await("the report is there", () -> report().contains("<Send size='4096' toRank='1'"));
    }

    @Tag("V-16")
    @Test
    void aPinnedPanelKeepsWhatItShows() throws Exception {
        StateNavigator navigator = new StateNavigator(driver.model());
        driver.onEventThread(() -> navigator.step(true));
        driver.await("Send is shown", () -> report().contains("<Send"));
        JToggleButton pin = driver.component("details.pin", JToggleButton.class);
        driver.onEventThread(pin::doClick);
        driver.onEventThread(() -> navigator.step(true));
        assertTrue(driver.text("details.heading").equals("Send"));
        driver.onEventThread(pin::doClick);
        driver.await("File_write is shown", () -> report().contains("<File_write"));
    }

    @Test
    void closingTheProjectsClearsThePanel() throws Exception {
        driver.onEventThread(() -> new StateNavigator(driver.model()).step(true));
        driver.await("Send is shown", () -> report().contains("<Send"));
        driver.run(Command.CLOSE);
        driver.await("nothing is shown", () -> report().isEmpty());
    }
}
