// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Toolkit;
import java.awt.datatransfer.StringSelection;
import javax.swing.JOptionPane;
import org.hdtrace.sunshot.control.Marks;
import org.hdtrace.sunshot.control.StateText;

/** The commands for bookmarks, notes and links. */
final class MarkCommands {
    private final MainWindow window;
    private final CommandActions actions;
    private final Marks marks;

    MarkCommands(MainWindow window, CommandActions actions) {
        this.window = window;
        this.actions = actions;
        this.marks = new Marks(window.model());
    }

    void define() {
        actions.define(Command.ADD_BOOKMARK, marks::add);
        actions.define(Command.ADD_NOTE, () -> {
            marks.addNote();
            window.dock().setShown("marks", true);
            window.marks().editNewest();
        });
        for (int number = 1; number <= 9; number++) {
            int key = number;
            actions.define(
                    Command.valueOf("GO_TO_" + number), () -> marks.find(key).ifPresent(mark -> {
                        marks.goTo(mark);
                        window.stage().reveal(window.model().selectedIndex());
                    }));
            actions.define(Command.valueOf("SET_" + number), () -> marks.set(key));
        }
        actions.define(Command.COPY_LINK, () -> Toolkit.getDefaultToolkit()
                .getSystemClipboard()
                .setContents(new StringSelection(window.sessions().link()), null));
        actions.define(Command.OPEN_LINK, this::askForLink);
    }

    private void askForLink() {
        Object link = JOptionPane.showInputDialog(
                window.frame(),
                "Link, as \"Copy link\" makes it",
                "Open link",
                JOptionPane.PLAIN_MESSAGE,
                null,
                null,
                "");
        if (link instanceof String text && !text.isBlank()) {
            try {
                window.openLink(StateText.ofLink(text.trim()));
            } catch (IllegalArgumentException e) {
                window.showError(e.getMessage());
            }
        }
    }
}
