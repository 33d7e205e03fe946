// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Component;
import java.util.List;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.JTable;
import javax.swing.ListSelectionModel;
import javax.swing.SwingConstants;
import javax.swing.table.AbstractTableModel;
import javax.swing.table.DefaultTableCellRenderer;

/** A table of texts to look at: figures to the right, a colour before a text, a choice that leads somewhere. */
final class Figures<T> extends AbstractTableModel {
    private static final long serialVersionUID = 1L;

    private final transient List<Column<T>> columns;
    private final JTable table = new JTable();
    private transient List<T> lines = List.of();
    private boolean filling;

    /**
     * One column.
     *
     * @param figure whether it stands to the right
     * @param color 0xRRGGBB before the text, or -1
     */
    record Column<T>(String title, int width, boolean figure, Text<T> text, Color<T> color) {
        static <T> Column<T> figure(String title, int width, Text<T> text) {
            return new Column<>(title, width, true, text, line -> -1);
        }

        static <T> Column<T> text(String title, int width, Text<T> text) {
            return new Column<>(title, width, false, text, line -> -1);
        }
    }

    /** What a cell shows. */
    @FunctionalInterface
    interface Text<T> {
        String of(T line);
    }

    /** The colour before it. */
    @FunctionalInterface
    interface Color<T> {
        int of(T line);
    }

    Figures(String name, List<Column<T>> columns) {
        this.columns = columns;
        table.setName(name);
        table.setModel(this);
        table.setRowHeight(22);
        table.setShowGrid(false);
        table.setFillsViewportHeight(true);
        table.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        table.putClientProperty("JTable.autoStartsEdit", false);
        table.getTableHeader().setReorderingAllowed(false);
        for (int i = 0; i < columns.size(); i++) {
            table.getColumnModel().getColumn(i).setPreferredWidth(columns.get(i).width());
            table.getColumnModel().getColumn(i).setCellRenderer(new Cell(columns.get(i)));
        }
    }

    JTable table() {
        return table;
    }

    /** Called with the line that the user chooses. */
    void onChoice(Consumer<T> go) {
        table.getSelectionModel().addListSelectionListener(event -> {
            int row = table.getSelectedRow();
            if (!filling && !event.getValueIsAdjusting() && row >= 0 && row < lines.size()) {
                go.accept(lines.get(row));
            }
        });
    }

    /** Shows other lines; the chosen one stays chosen if it is among them. */
    void show(List<T> other) {
        int row = table.getSelectedRow();
        T chosen = row >= 0 && row < lines.size() ? lines.get(row) : null;
        filling = true;
        lines = List.copyOf(other);
        fireTableDataChanged();
        int again = chosen == null ? -1 : lines.indexOf(chosen);
        if (again >= 0) {
            table.setRowSelectionInterval(again, again);
        }
        filling = false;
    }

    List<T> lines() {
        return lines;
    }

    @Override
    public int getRowCount() {
        return lines.size();
    }

    @Override
    public int getColumnCount() {
        return columns.size();
    }

    @Override
    public String getColumnName(int column) {
        return columns.get(column).title();
    }

    @Override
    public Object getValueAt(int row, int column) {
        return columns.get(column).text().of(lines.get(row));
    }

    private final class Cell extends DefaultTableCellRenderer {
        private static final long serialVersionUID = 1L;
        private final transient Column<T> column;

        Cell(Column<T> column) {
            this.column = column;
            setHorizontalAlignment(column.figure() ? SwingConstants.RIGHT : SwingConstants.LEFT);
        }

        @Override
        public Component getTableCellRendererComponent(
                JTable owner, Object value, boolean selected, boolean focused, int row, int number) {
            super.getTableCellRendererComponent(owner, value, selected, false, row, number);
            setBorder(BorderFactory.createEmptyBorder(0, 6, 0, 6));
            int rgb = column.color().of(lines.get(row));
            setIcon(rgb < 0 ? null : new LegendPanel.Swatch(rgb));
            setToolTipText(column.figure() ? null : String.valueOf(value));
            return this;
        }
    }
}
