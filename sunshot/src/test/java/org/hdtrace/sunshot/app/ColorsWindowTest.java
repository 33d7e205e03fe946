// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryColors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Colours that a user changed are kept for this user (SUNSHOT V-15). */
class ColorsWindowTest extends OpenWindow {
    private int colorOf(String name) {
        return driver.model()
                .categories()
                .get(driver.model().categories().idOf(name))
                .rgb();
    }

    @Tag("S-56")
    @Tag("V-15")
    @Test
    void aChangedColourComesBackInTheNextWindow() throws Exception {
        int send = driver.model().categories().idOf("Send");
        driver.onEventThread(() -> driver.window().colors().set(send, 0x123456));
        assertEquals(0x123456, colorOf("Send"));
        driver.close();
        assertEquals(List.of("#123456 Send"), Files.readAllLines(folder.resolve("colors")));
        driver = WindowDriver.openHalves(folder);
        assertEquals(0x123456, colorOf("Send"));
        assertEquals(CategoryColors.colorOf("Wait"), colorOf("Wait"), "others keep the colour of their name");
    }

    @Tag("S-56")
    @Test
    void theUsualColourIsNotKept() throws Exception {
        int send = driver.model().categories().idOf("Send");
        driver.onEventThread(() -> driver.model().setMarked(TestRuns.numbers(send)));
        driver.onEventThread(() -> driver.window().colors().set(send, 0x123456));
        WindowDriver.awaitSessions();
        driver.run(Command.DEFAULT_COLOR);
        assertEquals(CategoryColors.colorOf("Send"), colorOf("Send"));
        WindowDriver.awaitSessions();
        assertTrue(Files.readAllLines(folder.resolve("colors")).isEmpty());
    }

    @Test
    void linesThatAreNoneAreLeftOut() throws Exception {
        Path file = Files.writeString(folder.resolve("other"), "#00ff00 File write\nred Send\n#12 x\n");
        assertEquals(Map.of("File write", 0x00FF00), new UserColors(file).read());
        assertTrue(new UserColors(folder.resolve("missing")).read().isEmpty());
    }

    @Test
    void withoutAMarkedCategoryThereIsNothingToColour() {
        assertFalse(driver.window().actions().get(Command.COLOR).isEnabled());
    }
}
