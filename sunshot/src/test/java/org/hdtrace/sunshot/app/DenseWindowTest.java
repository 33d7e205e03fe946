// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JComponent;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How columns are drawn that many states share. */
class DenseWindowTest extends OpenWindow {
    @Override
    Path project(Path target) throws IOException {
        return TestProjects.dense(target);
    }

    @Tag("V-06")
    @Test
    void eachChoiceIsDrawnAndTheSharesAreTold() throws Exception {
        JComponent timelines = driver.component("timelines", JComponent.class);
        Map<DenseStyle, int[]> pictures = new HashMap<>();
        for (DenseStyle style : DenseStyle.values()) {
            Command command = Command.valueOf("DENSE_" + style);
            driver.run(command);
            assertTrue(driver.menuItem("menu." + command).isSelected());
            driver.awaitPicture();
            pictures.put(style, WindowDriver.compute(() -> Painted.rgbOf(timelines)));
        }
        // Without states inside of states shares of inclusive time are those of exclusive, and without gaps all stacks
        // are from the base on.
        List<DenseStyle> different = List.of(
                DenseStyle.DOMINANT, DenseStyle.ALL, DenseStyle.EXCLUSIVE_OVERLAPPED, DenseStyle.EXCLUSIVE_STACKED);
        for (DenseStyle one : different) {
            for (DenseStyle other : different) {
                assertEquals(one == other, Arrays.equals(pictures.get(one), pictures.get(other)), one + " " + other);
            }
        }
        assertFalse(driver.menuItem("menu.DENSE_DOMINANT").isSelected());
        driver.hover("Rank 1", 0.25, "the shares of the column", () -> driver.text("hover")
                .matches("Recv [67]\\d(\\.\\d)? %, Test [23]\\d(\\.\\d)? % of exclusive time .*"));
        driver.hover("Rank 1", 0.75, "a state that is seen by itself", () -> driver.text("hover")
                .startsWith("Send "));
        driver.run(Command.DENSE_INCLUSIVE_STACKED);
        driver.hover(
                "Rank 1", 0.25, "of the other time", () -> driver.text("hover").contains(" % of inclusive time "));
    }

    @Tag("V-06")
    @Test
    void theSessionKeepsTheChoice() throws Exception {
        driver.run(Command.DENSE_EXCLUSIVE_STACKED);
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        driver.run(Command.DENSE_ALL);
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await("as it was left", () -> driver.window().stage().denseStyle() == DenseStyle.EXCLUSIVE_STACKED);
        assertTrue(driver.menuItem("menu.DENSE_EXCLUSIVE_STACKED").isSelected());
    }
}
