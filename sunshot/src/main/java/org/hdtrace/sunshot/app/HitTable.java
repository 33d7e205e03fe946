// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Component;
import java.util.List;
import javax.swing.BorderFactory;
import javax.swing.JTable;
import javax.swing.SwingConstants;
import javax.swing.table.AbstractTableModel;
import javax.swing.table.DefaultTableCellRenderer;
import org.hdtrace.sunshot.control.StateNavigator;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.query.TimeTicks;

/** The hits of a search as lines of a table: time, row, state, duration. */
final class HitTable extends AbstractTableModel {
    private static final long serialVersionUID = 1L;
    private static final String[] COLUMNS = {"Time", "Row", "State", "Duration"};

    private final transient ViewModel model;
    private final transient StateNavigator navigator;
    private transient List<Occurrence> hits = List.of();

    HitTable(ViewModel model) {
        this.model = model;
        this.navigator = new StateNavigator(model);
    }

    void show(List<Occurrence> found) {
        hits = found;
        fireTableDataChanged();
    }

    Occurrence at(int row) {
        return hits.get(row);
    }

    int indexOf(Occurrence hit) {
        return hits.indexOf(hit);
    }

    /** The first hit that starts at or after a time of the common scale; the first of all if none does. */
    int firstFrom(long nanos) {
        for (int i = 0; i < hits.size(); i++) {
            if (navigator.onCommonScale(hits.get(i)).startNanos() >= nanos) {
                return i;
            }
        }
        return 0;
    }

    /** Widths and renderers of the columns. */
    void prepare(JTable table) {
        int[] widths = {120, 130, 130, 80};
        for (int i = 0; i < widths.length; i++) {
            table.getColumnModel().getColumn(i).setPreferredWidth(widths[i]);
        }
        DefaultTableCellRenderer right = new Padded();
        right.setHorizontalAlignment(SwingConstants.RIGHT);
        table.getColumnModel().getColumn(0).setCellRenderer(right);
        table.getColumnModel().getColumn(3).setCellRenderer(right);
        table.getColumnModel().getColumn(1).setCellRenderer(new Padded());
        table.getColumnModel().getColumn(2).setCellRenderer(new Padded() {
            private static final long serialVersionUID = 1L;

            @Override
            public Component getTableCellRendererComponent(
                    JTable owner, Object value, boolean selected, boolean focused, int row, int column) {
                Category category = (Category) value;
                super.getTableCellRendererComponent(owner, category.name(), selected, focused, row, column);
                setIcon(new LegendPanel.Swatch(category.rgb()));
                return this;
            }
        });
    }

    /** Keeps a right-aligned column apart from the one beside it. */
    private static class Padded extends DefaultTableCellRenderer {
        private static final long serialVersionUID = 1L;

        @Override
        public Component getTableCellRendererComponent(
                JTable owner, Object value, boolean selected, boolean focused, int row, int column) {
            super.getTableCellRendererComponent(owner, value, selected, focused, row, column);
            setBorder(BorderFactory.createEmptyBorder(0, 8, 0, 8));
            return this;
        }
    }

    @Override
    public int getRowCount() {
        return hits.size();
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
    public Object getValueAt(int row, int column) {
        Occurrence hit = hits.get(row);
        return switch (column) {
            case 0 -> TimeTicks.instant(navigator.onCommonScale(hit).startNanos());
            case 1 -> (model.runs().size() > 1 ? model.runs().get(hit.run()).name() + " " : "") + hit.path();
            case 2 -> model.categories().get(hit.category());
            default -> hit.event() ? "event" : TimeTicks.duration(hit.time().durationNanos());
        };
    }
}
