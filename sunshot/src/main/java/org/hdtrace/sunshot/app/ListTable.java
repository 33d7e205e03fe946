// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Component;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.swing.BorderFactory;
import javax.swing.JTable;
import javax.swing.ListSelectionModel;
import javax.swing.SwingConstants;
import javax.swing.table.AbstractTableModel;
import javax.swing.table.DefaultTableCellRenderer;
import org.hdtrace.format.Csv;

/** A list of things as the lines of a table, with columns that are defined by what they tell of a thing. */
final class ListTable<T> extends AbstractTableModel {
    private static final long serialVersionUID = 1L;
    private static final int PADDING = 8;

    private final transient List<Column<T>> columns = new ArrayList<>();
    private transient List<T> items = List.of();

    /** One column; {@code plain} is what it is in comma-separated values, without units. */
    private record Column<T>(
            String title, int width, boolean right, Function<T, ?> shown, String plainTitle, Function<T, ?> plain) {}

    /** A column of words. */
    ListTable<T> text(String title, int width, Function<T, ?> value) {
        return add(new Column<>(title, width, false, value, title, value));
    }

    /** A column of numbers, aligned at the right. */
    ListTable<T> number(
            String title, int width, Function<T, ?> shown, String plainTitle, Function<T, ? extends Number> plain) {
        return add(new Column<>(title, width, true, shown, plainTitle, plain));
    }

    private ListTable<T> add(Column<T> column) {
        columns.add(column);
        return this;
    }

    void show(List<T> all) {
        items = List.copyOf(all);
        fireTableDataChanged();
    }

    T at(int row) {
        return items.get(row);
    }

    int indexOf(T item) {
        return items.indexOf(item);
    }

    List<T> items() {
        return items;
    }

    /** A table that shows this, one line of it chosen at most. */
    JTable table(String name) {
        JTable table = new JTable(this);
        table.setName(name);
        table.setRowHeight(22);
        table.setShowGrid(false);
        table.setFillsViewportHeight(true);
        table.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        table.putClientProperty("JTable.autoStartsEdit", false);
        for (int i = 0; i < columns.size(); i++) {
            table.getColumnModel().getColumn(i).setPreferredWidth(columns.get(i).width());
            DefaultTableCellRenderer renderer = new Padded();
            renderer.setHorizontalAlignment(columns.get(i).right() ? SwingConstants.RIGHT : SwingConstants.LEFT);
            table.getColumnModel().getColumn(i).setCellRenderer(renderer);
        }
        return table;
    }

    /** All lines as comma-separated values. */
    String csv() {
        Csv csv = new Csv();
        csv.line(columns.stream().map(Column::plainTitle).toArray());
        for (T item : items) {
            csv.line(columns.stream().map(column -> column.plain().apply(item)).toArray());
        }
        return csv.toString();
    }

    @Override
    public int getRowCount() {
        return items.size();
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
        return columns.get(column).shown().apply(items.get(row));
    }

    /** Keeps a right-aligned column apart from the one beside it. */
    static class Padded extends DefaultTableCellRenderer {
        private static final long serialVersionUID = 1L;

        @Override
        public Component getTableCellRendererComponent(
                JTable owner, Object value, boolean selected, boolean focused, int row, int column) {
            super.getTableCellRendererComponent(owner, value, selected, focused, row, column);
            setBorder(BorderFactory.createEmptyBorder(0, PADDING, 0, PADDING));
            return this;
        }
    }
}
