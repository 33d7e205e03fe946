// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Component;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import javax.swing.BorderFactory;
import javax.swing.DefaultCellEditor;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JTable;
import javax.swing.SwingConstants;
import javax.swing.UIManager;
import javax.swing.table.DefaultTableCellRenderer;
import javax.swing.table.TableCellRenderer;
import javax.swing.table.TableColumn;
import org.hdtrace.sunshot.paint.LabelPainter;

/**
 * One column of a {@link ListTable}, and of its thread.
 *
 * @param width usual one, pixels
 * @param kind what a cell looks like
 * @param shown what it tells of a thing
 * @param plainTitle title in comma-separated values
 * @param plain what it is in comma-separated values, without units
 * @param color 0xRRGGBB before the text, or -1
 * @param written takes what the user wrote; null for cells that can't be changed
 * @param choices what the user may choose from, empty for all other columns
 * @param tip what the pointer tells, null for the text of the cell
 */
record ListColumn<T>(
        String title,
        int width,
        Kind kind,
        Function<T, ?> shown,
        String plainTitle,
        Function<T, ?> plain,
        ToIntFunction<T> color,
        BiConsumer<T, Object> written,
        List<?> choices,
        Function<T, String> tip) {
    /** Beside what a cell tells, pixels. */
    static final int PADDING = 6;

    /** Of a column of words, so that they can be told from each other. */
    private static final int LEAST_WORDS = 90;

    /** What a cell looks like. */
    enum Kind {
        TEXT,
        /** Of what is told apart by its end, as paths are: what there is no room for is missing in the middle. */
        PATH,
        NUMBER,
        CHECK,
        CHOICE
    }

    /**
     * Makes a column of a table show this one of the things.
     *
     * @param sorted titles of the columns that the lines are sorted by, with whether the least comes first; looked at when painted
     */
    void prepare(TableColumn place, Supplier<List<T>> items, Map<String, Boolean> sorted) {
        place.setPreferredWidth(width);
        place.setHeaderRenderer(new Title(kind, () -> sorted.get(title)));
        if (kind == Kind.NUMBER) {
            // A number without its end is a wrong one; words are told by the pointer.
            place.setMinWidth(width);
        } else {
            place.setMinWidth(Math.min(LEAST_WORDS, width));
        }
        if (kind == Kind.CHECK) {
            place.setMinWidth(width);
            place.setMaxWidth(width);
        } else {
            place.setCellRenderer(new Cell<>(this, items));
        }
        if (kind == Kind.CHOICE) {
            place.setCellEditor(new DefaultCellEditor(new JComboBox<>(choices.toArray())));
        }
    }

    private static int alignment(Kind kind) {
        return switch (kind) {
            case TEXT, PATH, CHOICE -> SwingConstants.LEFT;
            case NUMBER -> SwingConstants.RIGHT;
            case CHECK -> SwingConstants.CENTER;
        };
    }

    /** The title above the column, as the look draws titles, but aligned like the cells. */
    private record Title(Kind kind, Supplier<Boolean> leastFirst) implements TableCellRenderer {
        @Override
        public Component getTableCellRendererComponent(
                JTable owner, Object value, boolean selected, boolean focused, int row, int number) {
            Component shown = owner.getTableHeader()
                    .getDefaultRenderer()
                    .getTableCellRendererComponent(owner, value, selected, focused, row, number);
            if (shown instanceof JLabel label) {
                label.setHorizontalAlignment(alignment(kind));
                Boolean least = leastFirst.get();
                label.setIcon(
                        least == null
                                ? null
                                : UIManager.getIcon(least ? "Table.ascendingSortIcon" : "Table.descendingSortIcon"));
                label.setHorizontalTextPosition(SwingConstants.LEADING);
            }
            return shown;
        }
    }

    private static final class Cell<T> extends DefaultTableCellRenderer {
        private static final long serialVersionUID = 1L;
        private final transient ListColumn<T> column;
        private final transient Supplier<List<T>> items;

        Cell(ListColumn<T> column, Supplier<List<T>> items) {
            this.column = column;
            this.items = items;
            setHorizontalAlignment(alignment(column.kind()));
            setIconTextGap(PADDING + 1);
        }

        @Override
        public Component getTableCellRendererComponent(
                JTable owner, Object value, boolean selected, boolean focused, int row, int number) {
            super.getTableCellRendererComponent(owner, value, selected, false, row, number);
            setBorder(BorderFactory.createEmptyBorder(0, PADDING, 0, PADDING));
            T item = items.get().get(row);
            int rgb = column.color().applyAsInt(item);
            setIcon(rgb < 0 ? null : new Swatch(rgb));
            setToolTipText(column.tip().apply(item));
            if (column.kind() == Kind.PATH) {
                int before = getIcon() == null ? 0 : getIcon().getIconWidth() + getIconTextGap();
                int room = owner.getColumnModel().getColumn(number).getWidth() - 2 * PADDING - before;
                setText(LabelPainter.elideMiddle(getText(), owner.getFontMetrics(getFont()), room));
            }
            return this;
        }
    }
}
