// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.util.BitSet;
import javax.swing.JColorChooser;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.CategoryTable;

/** The commands that mark categories, and give a marked one another colour or name, for this user and from now on. */
final class CategoryCommands {
    private final MainWindow window;
    private final ViewModel model;
    private final CommandActions actions;
    private final UserCategories store;

    CategoryCommands(MainWindow window, CommandActions actions, UserCategories store) {
        this.window = window;
        this.model = window.model();
        this.actions = actions;
        this.store = store;
    }

    void define() {
        actions.define(Command.COLOR, this::choose);
        actions.define(Command.RENAME_STATE, this::rename);
        actions.define(Command.DEFAULT_COLOR, () -> model.marked().stream().forEach(each -> set(each, -1)));
        actions.define(Command.MARK, this::turnMark);
        actions.define(Command.MARK_NONE, () -> model.setMarked(new BitSet()));
        model.listen(change -> enable());
        enable();
    }

    private void enable() {
        int marked = model.marked().cardinality();
        actions.get(Command.MARK).setEnabled(model.chosen().isPresent());
        actions.get(Command.MARK_NONE).setEnabled(marked > 0);
        actions.get(Command.COLOR).setEnabled(marked == 1);
        actions.get(Command.RENAME_STATE).setEnabled(marked == 1);
        actions.get(Command.DEFAULT_COLOR).setEnabled(marked > 0);
    }

    private void turnMark() {
        model.chosen().ifPresent(chosen -> {
            BitSet marked = model.marked();
            marked.flip(chosen.category());
            model.setMarked(marked);
        });
    }

    private void choose() {
        Category category = model.categories().get(model.marked().nextSetBit(0));
        Color chosen =
                JColorChooser.showDialog(window.frame(), "Colour of " + category.title(), new Color(category.rgb()));
        if (chosen != null) {
            set(category.id(), chosen.getRGB() & 0xFFFFFF);
        }
    }

    /** Gives a category a colour, or with -1 that of its name, and keeps it. */
    void set(int category, int rgb) {
        model.setColor(category, rgb);
        keep();
    }

    private void rename() {
        Category category = model.categories().get(model.marked().nextSetBit(0));
        NameDialog.show(
                window.frame(),
                new NameDialog.Words("category", "Name of " + category.name(), "Shown as"),
                category.title(),
                title -> {
                    model.setTitle(category.id(), title);
                    keep();
                });
    }

    private void keep() {
        CategoryTable changed = model.categories().empty();
        new Thread(() -> store.write(changed), "sunshot-colors").start();
    }
}
