// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.dock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class DockLayoutTest {
    private static final DockLayout LAYOUT =
            DockLayout.empty().with("legend", DockSide.RIGHT, true).with("search", DockSide.BOTTOM, false);

    @Test
    void textGoesThereAndBack() {
        DockLayout changed = LAYOUT.with("search", DockSide.WINDOW, true)
                .withShown("legend", false)
                .withSize(DockSide.RIGHT, 430);
        assertEquals("legend=right:closed search=window right:430", changed.text());
        assertEquals(changed, LAYOUT.parse(changed.text()));
    }

    @Test
    void whatALineDoesNotNameStays() {
        DockLayout read = LAYOUT.parse("search=left");
        assertEquals(List.of("legend"), read.shownAt(DockSide.RIGHT));
        assertEquals(List.of("search"), read.shownAt(DockSide.LEFT));
        assertEquals(LAYOUT, LAYOUT.parse(""));
    }

    @Test
    void panelsOfANewerProgramAreLeftOut() {
        assertFalse(LAYOUT.parse("matrix=left").isShown("matrix"));
    }

    @Test
    void aDamagedLineIsRefusedWithTheWord() {
        for (String line : List.of("legend=up", "legend", "right:wide", "top:300")) {
            String message = assertThrows(IllegalArgumentException.class, () -> LAYOUT.parse(line))
                    .getMessage();
            assertEquals(line, message.substring(message.lastIndexOf(' ') + 1));
        }
    }
}
