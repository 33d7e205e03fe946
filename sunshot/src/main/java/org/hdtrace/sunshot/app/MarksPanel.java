// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.swing.BorderFactory;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.Mark;
import org.hdtrace.sunshot.control.Marks;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.query.TimeTicks;

/** Bookmarks and notes: a double click or Enter goes there, Delete takes one away, the text can be written. */
final class MarksPanel extends JPanel {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;
    private final transient ViewModel model;
    private final ListTable<Mark> table;

    MarksPanel(Stage stage) {
        super(new BorderLayout());
        this.stage = stage;
        this.model = stage.model();
        setName("marks");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        table = new ListTable<Mark>("marks.table")
                .text("Key", 40, mark -> mark.number() == 0 ? "" : mark.number())
                .text("Time", 120, mark -> TimeTicks.instant(mark.atNanos()))
                .path("Row", 120, mark -> mark.row().substring(mark.row().indexOf(':') + 1))
                .written("Text", 200, Mark::text, this::rewrite)
                .whenEmpty("M bookmarks this view, Ctrl+M writes a note at the chosen state");
        table.table().getColumnModel().getColumn(0).setMaxWidth(50);
        add(new JScrollPane(table.table()));
        setPreferredSize(new Dimension(420, 160));
        table.onKey("ENTER", this::goTo);
        table.onKey(
                "DELETE",
                mark -> change(left -> {
                    left.remove(mark);
                    return left;
                }));
        table.onClick(2, this::goTo);
        stage.listen(this::refresh);
    }

    private void refresh() {
        if (!table.items().equals(model.marks()) && !table.table().isEditing()) {
            table.show(model.marks());
        }
    }

    private void goTo(Mark mark) {
        new Marks(model).goTo(mark);
        stage.reveal(model.selectedIndex());
    }

    private void rewrite(Mark mark, String text) {
        change(all -> {
            int at = all.indexOf(mark);
            if (at >= 0) {
                all.set(at, mark.withText(text));
            }
            return all;
        });
    }

    private void change(UnaryOperator<List<Mark>> how) {
        model.setMarks(how.apply(new ArrayList<>(model.marks())));
    }

    /** Lets the user write the text of the newest mark, once the panel is there. */
    void editNewest() {
        SwingUtilities.invokeLater(() -> {
            refresh();
            table.edit(table.items().size() - 1);
        });
    }
}
