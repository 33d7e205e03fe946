// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Component;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tree of rows is put beside the timelines where one likes it, and found there again (SUNSHOT V-02). */
class TreePlaceWindowTest extends OpenWindow {
    private int left(String name) throws Exception {
        return WindowDriver.compute(
                () -> driver.component(name, Component.class).getLocationOnScreen().x);
    }

    @Test
    void theTreeChangesSides() throws Exception {
        assertTrue(left("tree") < left("timelines"));
        driver.run(Command.TREE_RIGHT);
        driver.await(
                "the window is laid out",
                () -> driver.component("tree", Component.class).isShowing()
                        && driver.component("timelines", Component.class).getLocationOnScreen().x
                                < driver.component("tree", Component.class).getLocationOnScreen().x);
        driver.run(Command.TREE_HIDDEN);
        driver.await("the tree is gone", () -> !driver.shown("tree"));
        assertTrue(WindowDriver.compute(() -> driver.shown("timelines")));
    }

    @Tag("V-02")
    @Test
    void sideAndWidthAreKept() throws Exception {
        driver.run(Command.TREE_RIGHT);
        driver.onEventThread(() -> driver.window().treePlace().setWidth(333));
        driver.await(
                "the window is laid out",
                () -> Math.abs(driver.component("treeSplit", Component.class).getWidth()
                                - driver.component("timelines", Component.class)
                                        .getParent()
                                        .getWidth()
                                - 333)
                        <= 10);
        int kept = WindowDriver.compute(() -> driver.window().treePlace().width());
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        driver.run(Command.TREE_LEFT);
        assertFalse(WindowDriver.compute(() -> driver.window().treePlace().side() == TreePlace.Side.RIGHT));
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await(
                "the tree is where it was", () -> driver.window().treePlace().side() == TreePlace.Side.RIGHT);
        assertEquals(
                kept, WindowDriver.compute(() -> driver.window().treePlace().width()), 2);
    }
}
