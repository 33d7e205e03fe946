// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * All colours (0xRRGGBB) and fonts of the drawing. {@link #dump()} is what tests compare.
 *
 * @param name used by {@code --theme}
 * @param dark whether the window uses a dark look
 * @param background behind everything
 * @param band background of a row with states or values
 * @param heading background of a group or run
 * @param grid vertical time lines and borders
 * @param text normal text
 * @param muted less important text
 * @param accent chosen things, cursor line
 * @param mark highlighted category
 * @param fontFamily a logical or installed family
 * @param fontSize of normal text, in pixels
 */
public record Theme(
        String name,
        boolean dark,
        int background,
        int band,
        int heading,
        int grid,
        int text,
        int muted,
        int accent,
        int mark,
        String fontFamily,
        int fontSize) {

    public static final Theme LIGHT = new Theme(
            "light",
            false,
            0xFFFFFF,
            0xF1F3F6,
            0xE6EAF0,
            0xD5DAE1,
            0x1F2430,
            0x667080,
            0x2563C9,
            0xD0021B,
            "SansSerif",
            12);
    public static final Theme DARK = new Theme(
            "dark",
            true,
            0x1E2127,
            0x2A2E36,
            0x333842,
            0x414753,
            0xE6E9EF,
            0x9AA4B2,
            0x6CA8FF,
            0xFF6B6B,
            "SansSerif",
            12);
    public static final Theme CONTRAST = new Theme(
            "contrast",
            true,
            0x000000,
            0x000000,
            0x1A1A1A,
            0x666666,
            0xFFFFFF,
            0xFFFFFF,
            0xFFFF00,
            0xFF3B3B,
            "SansSerif",
            13);

    /** All themes in the order of the menu. */
    public static List<Theme> all() {
        return List.of(LIGHT, DARK, CONTRAST);
    }

    public static Optional<Theme> byName(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        return all().stream().filter(theme -> theme.name().equals(key)).findFirst();
    }

    public Font font() {
        return new Font(fontFamily, Font.PLAIN, fontSize);
    }

    public Font boldFont() {
        return new Font(fontFamily, Font.BOLD, fontSize);
    }

    public Font smallFont() {
        return new Font(fontFamily, Font.PLAIN, fontSize - 2);
    }

    public Font titleFont() {
        return new Font(fontFamily, Font.BOLD, fontSize + 4);
    }

    /** One {@code name = value} per line. */
    public String dump() {
        return String.format(
                Locale.ROOT,
                "name = %s%ndark = %s%nbackground = %06x%nband = %06x%nheading = %06x%ngrid = %06x%ntext = %06x%n"
                        + "muted = %06x%naccent = %06x%nmark = %06x%nfont = %s %d%n",
                name,
                dark,
                background,
                band,
                heading,
                grid,
                text,
                muted,
                accent,
                mark,
                fontFamily,
                fontSize);
    }

    /** How opaque areas below curves are, 0 to 255: on black a tint that is usual elsewhere is as good as black. */
    int tint(int usual) {
        return background == 0 ? Math.min(255, 2 * usual) : usual;
    }

    static Color color(int rgb) {
        return new Color(rgb);
    }
}
