// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.paint.Theme;
import org.junit.jupiter.api.Test;

/** What is done before the first project is opened does paint one; needs no display. */
class RehearsalTest {
    @Test
    void statesAndNamesArePainted() {
        for (Theme theme : new Theme[] {Theme.LIGHT, Theme.DARK, Theme.CONTRAST}) {
            BufferedImage picture = Rehearsal.of(theme);
            int[] pixels = picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth());
            assertTrue(count(pixels, CategoryColors.colorOf("Send")) > 100, theme.name());
            assertTrue(count(pixels, theme.text()) > 10, theme.name());
        }
    }

    private static long count(int[] pixels, int rgb) {
        return Arrays.stream(pixels)
                .filter(pixel -> (pixel & 0xffffff) == (rgb & 0xffffff))
                .count();
    }
}
