// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.event.ActionEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;
import javax.swing.AbstractAction;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTable;
import javax.swing.KeyStroke;
import javax.swing.ListSelectionModel;
import javax.swing.SwingUtilities;
import javax.swing.table.AbstractTableModel;
import org.hdtrace.sunshot.control.Mark;
import org.hdtrace.sunshot.control.Marks;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.query.TimeTicks;

/** Bookmarks and notes: a double click or Enter goes there, Delete takes one away, the text can be written. */
final class MarksPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final String[] COLUMNS = {"Key", "Time", "Row", "Text"};
    private static final int TEXT = 3;

    private final transient Stage stage;
    private final transient ViewModel model;
    private final Lines lines = new Lines();
    private final JTable table = new JTable(lines);
    private transient List<Mark> shown = List.of();

    MarksPanel(Stage stage) {
        super(new BorderLayout());
        this.stage = stage;
        this.model = stage.model();
        setName("marks");
        table.setName("marks.table");
        table.setRowHeight(22);
        table.setFillsViewportHeight(true);
        table.setShowGrid(false);
        table.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        table.putClientProperty("JTable.autoStartsEdit", false);
        table.putClientProperty("terminateEditOnFocusLost", true);
        int[] widths = {40, 120, 120, 200};
        for (int i = 0; i < widths.length; i++) {
            table.getColumnModel().getColumn(i).setPreferredWidth(widths[i]);
        }
        table.getColumnModel().getColumn(0).setMaxWidth(50);
        add(new JScrollPane(table));
        setPreferredSize(new Dimension(420, 160));
        on("ENTER", "go", this::goToSelected);
        on("DELETE", "remove", this::removeSelected);
        table.addMouseListener(new MouseAdapter() {
            @Override
            public void mouseClicked(MouseEvent event) {
                if (event.getClickCount() == 2 && table.columnAtPoint(event.getPoint()) != TEXT) {
                    goToSelected();
                }
            }
        });
        stage.listen(this::refresh);
    }

    private void on(String key, String name, Runnable run) {
        table.getInputMap(JComponent.WHEN_ANCESTOR_OF_FOCUSED_COMPONENT).put(KeyStroke.getKeyStroke(key), name);
        table.getActionMap().put(name, new AbstractAction() {
            private static final long serialVersionUID = 1L;

            @Override
            public void actionPerformed(ActionEvent event) {
                run.run();
            }
        });
    }

    private void refresh() {
        if (!shown.equals(model.marks()) && !table.isEditing()) {
            shown = model.marks();
            lines.fireTableDataChanged();
        }
    }

    private void goToSelected() {
        if (table.getSelectedRow() >= 0) {
            new Marks(model).goTo(shown.get(table.getSelectedRow()));
            stage.reveal(model.selectedIndex());
        }
    }

    private void removeSelected() {
        if (table.getSelectedRow() >= 0) {
            List<Mark> left = new ArrayList<>(model.marks());
            left.remove(table.getSelectedRow());
            model.setMarks(left);
        }
    }

    /** Lets the user write the text of the newest mark, once the panel is there. */
    void editNewest() {
        SwingUtilities.invokeLater(this::edit);
    }

    private void edit() {
        refresh();
        int row = shown.size() - 1;
        if (row >= 0 && table.editCellAt(row, TEXT)) {
            table.setRowSelectionInterval(row, row);
            table.getEditorComponent().requestFocusInWindow();
        }
    }

    private final class Lines extends AbstractTableModel {
        private static final long serialVersionUID = 1L;

        @Override
        public int getRowCount() {
            return shown.size();
        }

        @Override
        public int getColumnCount() {
            return COLUMNS.length;
        }

        @Override
        public String getColumnName(int column) {
            return COLUMNS[column];
        }

        @Override
        public boolean isCellEditable(int row, int column) {
            return column == TEXT;
        }

        @Override
        public void setValueAt(Object value, int row, int column) {
            List<Mark> changed = new ArrayList<>(model.marks());
            if (row < changed.size()) {
                changed.set(row, changed.get(row).withText(String.valueOf(value)));
                model.setMarks(changed);
            }
        }

        @Override
        public Object getValueAt(int row, int column) {
            Mark mark = shown.get(row);
            return switch (column) {
                case 0 -> mark.number() == 0 ? "" : String.valueOf(mark.number());
                case 1 -> TimeTicks.instant(mark.atNanos());
                case 2 -> mark.row().substring(mark.row().indexOf(':') + 1);
                default -> mark.text();
            };
        }
    }
}
