// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;
import javax.swing.Icon;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTable;
import javax.swing.ListSelectionModel;
import javax.swing.SwingConstants;
import javax.swing.table.AbstractTableModel;
import javax.swing.table.DefaultTableCellRenderer;
import javax.swing.table.TableColumnModel;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.Usage;
import org.hdtrace.sunshot.query.ValueText;

/**
 * The legend: colour, name and, for the visible time, count, inclusive and exclusive time and share. The check box
 * hides a category; a chosen line marks its category wherever it occurs.
 */
final class LegendPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final String[] COLUMNS = {"", "State", "Count", "Inclusive", "Exclusive", "Share"};

    private final transient Stage stage;
    private final transient LatestTask counter = new LatestTask("sunshot-legend");
    private final Lines lines = new Lines();
    private final JTable table = new JTable(lines);
    private transient Object countedFor;

    LegendPanel(Stage stage) {
        super(new BorderLayout());
        this.stage = stage;
        setName("legendPanel");
        table.setName("legend");
        table.setRowHeight(22);
        table.setShowGrid(false);
        table.setFillsViewportHeight(true);
        table.putClientProperty("JTable.autoStartsEdit", false);
        table.setAutoCreateRowSorter(false);
        table.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        table.getTableHeader().setReorderingAllowed(false);
        layOutColumns();
        table.getSelectionModel().addListSelectionListener(event -> highlightSelected());
        JScrollPane scroll = new JScrollPane(table);
        scroll.setName("legendScroll");
        add(scroll);
        setPreferredSize(new Dimension(420, 300));
        setMinimumSize(new Dimension(120, 100));
        stage.listen(this::refresh);
    }

    private void layOutColumns() {
        TableColumnModel columns = table.getColumnModel();
        int[] widths = {28, 132, 58, 82, 82, 64};
        for (int i = 0; i < widths.length; i++) {
            columns.getColumn(i).setPreferredWidth(widths[i]);
        }
        columns.getColumn(0).setMaxWidth(28);
        columns.getColumn(1).setCellRenderer(new NameRenderer());
        DefaultTableCellRenderer right = new DefaultTableCellRenderer();
        right.setHorizontalAlignment(SwingConstants.RIGHT);
        for (int i = 2; i < widths.length; i++) {
            columns.getColumn(i).setCellRenderer(right);
        }
    }

    /** A double click on a name does what the command for the marked category's colour does. */
    void onDoubleClick(Runnable chooseColor) {
        table.addMouseListener(new MouseAdapter() {
            @Override
            public void mouseClicked(MouseEvent event) {
                if (event.getClickCount() == 2 && table.columnAtPoint(event.getPoint()) == 1) {
                    chooseColor.run();
                }
            }
        });
    }

    private void highlightSelected() {
        int row = table.getSelectedRow();
        stage.model().setHighlight(row < 0 || row >= lines.getRowCount() ? -1 : lines.category(row));
    }

    private void refresh() {
        Interval visible = stage.model().visible();
        List<Run> runs = stage.model().runs();
        RowQuery query = stage.model().query();
        boolean nested = stage.model().nested();
        Object wanted =
                List.of(visible, runs.stream().map(System::identityHashCode).toList(), query.alignStarts(), nested);
        if (!wanted.equals(countedFor)) {
            countedFor = wanted;
            int size = stage.model().categories().size();
            counter.submit(() -> Usage.of(runs, query, visible, size, nested), lines::show);
        } else {
            table.repaint();
        }
    }

    void stop() {
        counter.stop();
    }

    private final class Lines extends AbstractTableModel {
        private static final long serialVersionUID = 1L;
        private transient List<Category> categories = new ArrayList<>();
        private transient Usage usage;

        void show(Usage counted) {
            int chosen = stage.model().highlight();
            usage = counted;
            List<Category> all = stage.model().categories().all();
            List<Category> shown = new ArrayList<>();
            for (int id : counted.ranking()) {
                shown.add(all.get(id));
            }
            // Hidden or idle categories stay at the end, so that they can be found again.
            all.stream().filter(category -> counted.count(category.id()) == 0).forEach(shown::add);
            categories = shown;
            fireTableDataChanged();
            for (int row = 0; row < categories.size(); row++) {
                if (categories.get(row).id() == chosen) {
                    table.setRowSelectionInterval(row, row);
                }
            }
        }

        int category(int row) {
            return categories.get(row).id();
        }

        @Override
        public int getRowCount() {
            return categories.size();
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
        public Class<?> getColumnClass(int column) {
            return column == 0 ? Boolean.class : column == 1 ? Category.class : String.class;
        }

        @Override
        public boolean isCellEditable(int row, int column) {
            return column == 0;
        }

        @Override
        public void setValueAt(Object value, int row, int column) {
            stage.model().setVisible(category(row), Boolean.TRUE.equals(value));
        }

        @Override
        public Object getValueAt(int row, int column) {
            Category category =
                    stage.model().categories().get(categories.get(row).id());
            return switch (column) {
                case 0 -> !stage.model().hidden().get(category.id());
                case 1 -> category;
                case 2 -> ValueText.count(usage.count(category.id()));
                case 3 -> TimeTicks.duration(usage.inclusiveNanos(category.id()));
                case 4 -> TimeTicks.duration(usage.exclusiveNanos(category.id()));
                default -> ValueText.percent(usage.inclusiveShare(category.id()));
            };
        }
    }

    private static final class NameRenderer extends DefaultTableCellRenderer {
        private static final long serialVersionUID = 1L;

        @Override
        public Component getTableCellRendererComponent(
                JTable owner, Object value, boolean selected, boolean focused, int row, int column) {
            Category category = (Category) value;
            super.getTableCellRendererComponent(owner, category.name(), selected, focused, row, column);
            setIcon(new Swatch(category.rgb()));
            setIconTextGap(8);
            setToolTipText(category.name() + " (" + category.group().title() + ")");
            return this;
        }
    }

    /** A square of the category's colour. */
    record Swatch(int rgb) implements Icon {
        @Override
        public void paintIcon(Component component, Graphics graphics, int x, int y) {
            Color color = new Color(rgb);
            graphics.setColor(color.darker());
            graphics.fillRect(x, y, 13, 13);
            graphics.setColor(color);
            graphics.fillRect(x + 1, y + 1, 11, 11);
        }

        @Override
        public int getIconWidth() {
            return 13;
        }

        @Override
        public int getIconHeight() {
            return 13;
        }
    }
}
