// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.util.Map;
import javax.swing.JColorChooser;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Category;

/** The commands that give the marked category another colour, for this user and from now on. */
final class ColorCommands {
    private final MainWindow window;
    private final ViewModel model;
    private final CommandActions actions;
    private final UserColors store;

    ColorCommands(MainWindow window, CommandActions actions, UserColors store) {
        this.window = window;
        this.model = window.model();
        this.actions = actions;
        this.store = store;
    }

    void define() {
        actions.define(Command.COLOR, this::choose);
        actions.define(Command.DEFAULT_COLOR, () -> set(model.highlight(), -1));
        model.listen(change -> enable());
        enable();
    }

    private void enable() {
        actions.get(Command.COLOR).setEnabled(model.highlight() >= 0);
        actions.get(Command.DEFAULT_COLOR).setEnabled(model.highlight() >= 0);
    }

    private void choose() {
        Category category = model.categories().get(model.highlight());
        Color chosen =
                JColorChooser.showDialog(window.frame(), "Colour of " + category.name(), new Color(category.rgb()));
        if (chosen != null) {
            set(category.id(), chosen.getRGB() & 0xFFFFFF);
        }
    }

    /** Gives a category a colour, or with -1 that of its name, and keeps it. */
    void set(int category, int rgb) {
        model.setColor(category, rgb);
        Map<String, Integer> changed = model.categories().changedColors();
        new Thread(() -> store.write(changed), "sunshot-colors").start();
    }
}
