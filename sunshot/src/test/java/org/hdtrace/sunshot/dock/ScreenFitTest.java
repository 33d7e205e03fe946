// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.dock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Dimension;
import java.awt.Rectangle;
import org.junit.jupiter.api.Test;

class ScreenFitTest {
    @Test
    void aWindowKeepsItsSizeWhereThereIsRoom() {
        assertEquals(
                new Dimension(1500, 850), ScreenFit.within(new Dimension(1500, 850), new Rectangle(0, 0, 2560, 1440)));
    }

    @Test
    void eachSideIsCutByItself() {
        assertEquals(
                new Dimension(1280, 800), ScreenFit.within(new Dimension(1500, 850), new Rectangle(0, 0, 1280, 800)));
        assertEquals(
                new Dimension(1500, 770), ScreenFit.within(new Dimension(1500, 850), new Rectangle(0, 30, 1920, 770)));
    }
}
