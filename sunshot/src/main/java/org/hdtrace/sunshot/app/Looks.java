// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.FlatDarkLaf;
import com.formdev.flatlaf.FlatLaf;
import com.formdev.flatlaf.FlatLightLaf;
import java.util.Map;
import org.hdtrace.sunshot.paint.Theme;

/** Brings Swing's look in line with a {@link Theme}. */
final class Looks {
    private final Theme theme;

    private Looks(Theme theme) {
        this.theme = theme;
    }

    static Looks of(Theme theme) {
        return new Looks(theme);
    }

    /** The look of a name. */
    static Looks of(String name) {
        return new Looks(Theme.byName(name)
                .orElseThrow(
                        () -> new IllegalArgumentException("--theme " + name + ": expected light, dark or contrast")));
    }

    Theme theme() {
        return theme;
    }

    /** Makes it the look of components to come; those that exist follow with {@link FlatLaf#updateUI()}. */
    void install() {
        FlatLaf.setGlobalExtraDefaults(
                theme.equals(Theme.CONTRAST)
                        ? Map.of(
                                "@background", "#000",
                                "@foreground", "#fff",
                                "@accentColor", "#ff0",
                                "@selectionBackground", "#ff0",
                                "@selectionForeground", "#000")
                        : Map.of("@accentColor", String.format("#%06x", theme.accent())));
        if (theme.dark()) {
            FlatDarkLaf.setup();
        } else {
            FlatLightLaf.setup();
        }
    }
}
