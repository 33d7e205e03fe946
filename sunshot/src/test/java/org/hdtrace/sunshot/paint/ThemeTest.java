// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ThemeTest {
    @Test
    void themesAreThoseOfTheGoldenFile() throws IOException {
        StringBuilder text = new StringBuilder();
        Theme.all().forEach(theme -> text.append(theme.dump()).append('\n'));
        try (InputStream golden = ThemeTest.class.getResourceAsStream("themes.txt")) {
            assertEquals(
                    new String(golden.readAllBytes(), StandardCharsets.UTF_8),
                    text.toString().replace("\r\n", "\n"));
        }
    }

    @Test
    void textIsReadableOnEveryBackground() {
        for (Theme theme : Theme.all()) {
            for (int background : new int[] {theme.background(), theme.band(), theme.heading()}) {
                assertTrue(contrast(theme.text(), background) >= 7, theme.name());
                assertTrue(contrast(theme.muted(), background) >= 4, theme.name() + " muted");
            }
        }
    }

    private static double contrast(int a, int b) {
        double bright = Math.max(luminance(a), luminance(b));
        double dark = Math.min(luminance(a), luminance(b));
        return (bright + 0.05) / (dark + 0.05);
    }

    private static double luminance(int rgb) {
        return 0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
    }

    private static double linear(int channel) {
        double value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
