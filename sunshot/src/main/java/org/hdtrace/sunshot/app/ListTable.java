// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.event.ActionEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import javax.swing.AbstractAction;
import javax.swing.JComponent;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.JTable;
import javax.swing.KeyStroke;
import javax.swing.ListSelectionModel;
import javax.swing.SwingUtilities;
import javax.swing.table.AbstractTableModel;
import javax.swing.table.TableColumn;
import org.hdtrace.format.Csv;

/**
 * A list of things as the lines of a table, with columns that are defined by what they tell of a thing: words, numbers to the right,
 * a colour before a word, a check box, a text that can be written. The chosen line stays chosen when others are shown. Thread: event
 * thread.
 */
final class ListTable<T> extends AbstractTableModel {
    private static final long serialVersionUID = 1L;
    private static final int BOX = 30;

    private final transient List<ListColumn<T>> columns = new ArrayList<>();
    private final Set<String> left = new HashSet<>();
    /** Columns that the lines are sorted by, with whether the least comes first. */
    private final Map<String, Boolean> sorted = new HashMap<>();

    private final ListLines table;
    private transient List<T> items = List.of();
    private boolean filling;

    ListTable(String name) {
        table = new ListLines(name);
        table.setModel(this);
        addCopy(new JPopupMenu());
    }

    /** Whatever else a menu has, its end copies all lines. */
    private void addCopy(JPopupMenu menu) {
        if (menu.getComponentCount() > 0) {
            menu.addSeparator();
        }
        JMenuItem copy = new JMenuItem("Copy as CSV");
        copy.setName(table.getName() + ".copy");
        copy.addActionListener(event -> PanelButton.toClipboard(csv()));
        menu.add(copy);
        table.setComponentPopupMenu(menu);
    }

    /** A column of words. */
    ListTable<T> text(String title, int width, Function<T, ?> value) {
        Function<T, String> whole = item -> String.valueOf(value.apply(item));
        return add(new ListColumn<>(
                title, width, ListColumn.Kind.TEXT, value, title, whole, item -> -1, null, List.of(), whole));
    }

    /** A column of names that are told apart by their ends, such as rows. */
    ListTable<T> path(String title, int width, Function<T, ?> value) {
        Function<T, String> whole = item -> String.valueOf(value.apply(item));
        return add(new ListColumn<>(
                title, width, ListColumn.Kind.PATH, value, title, whole, item -> -1, null, List.of(), whole));
    }

    /** A column of names as in {@link #path} with a colour before each, 0xRRGGBB or -1 for none. */
    ListTable<T> colored(String title, int width, Function<T, ?> value, ToIntFunction<T> color) {
        return colored(title, width, value, color, item -> String.valueOf(value.apply(item)));
    }

    /** The same, with the whole text for the pointer and for comma-separated values. */
    ListTable<T> colored(
            String title, int width, Function<T, ?> value, ToIntFunction<T> color, Function<T, String> tip) {
        return add(
                new ListColumn<>(title, width, ListColumn.Kind.PATH, value, title, tip, color, null, List.of(), tip));
    }

    /** A column of numbers, aligned at the right; plain is what comma-separated values have of it. */
    ListTable<T> number(String title, int width, Function<T, ?> shown, String plainTitle, Function<T, ?> plain) {
        return add(new ListColumn<>(
                title,
                width,
                ListColumn.Kind.NUMBER,
                shown,
                plainTitle,
                plain,
                item -> -1,
                null,
                List.of(),
                item -> null));
    }

    /** A column of texts that the user may write. */
    ListTable<T> written(String title, int width, Function<T, String> value, BiConsumer<T, String> change) {
        return add(new ListColumn<>(
                title,
                width,
                ListColumn.Kind.TEXT,
                value,
                title,
                value,
                item -> -1,
                (item, text) -> change.accept(item, String.valueOf(text)),
                List.of(),
                value));
    }

    /** A narrow column of switches. */
    ListTable<T> check(String title, String tip, Predicate<T> value, BiConsumer<T, Boolean> change) {
        return check(title, BOX, tip, value, change);
    }

    /** A column of switches that is wide enough for its title. */
    ListTable<T> check(String title, int width, String tip, Predicate<T> value, BiConsumer<T, Boolean> change) {
        return add(new ListColumn<>(
                title,
                width,
                ListColumn.Kind.CHECK,
                value::test,
                title.isEmpty() ? "shown" : title,
                value::test,
                item -> -1,
                (item, on) -> change.accept(item, Boolean.TRUE.equals(on)),
                List.of(),
                item -> tip));
    }

    /** A column of values that the user chooses from a few. */
    <V> ListTable<T> choice(
            String title, int width, String tip, List<V> choices, Function<T, V> value, BiConsumer<T, V> change) {
        return add(new ListColumn<>(
                title,
                width,
                ListColumn.Kind.CHOICE,
                value,
                title,
                value,
                item -> -1,
                (item, chosen) ->
                        choices.stream().filter(each -> each.equals(chosen)).forEach(each -> change.accept(item, each)),
                choices,
                item -> tip));
    }

    private ListTable<T> add(ListColumn<T> column) {
        columns.add(column);
        fireTableStructureChanged();
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).prepare(table.getColumnModel().getColumn(i), this::items, sorted);
        }
        return this;
    }

    /** Leaves a column out of what is seen, or shows it again; comma-separated values keep it. */
    void setColumnShown(String title, boolean shown) {
        if (shown ? !left.remove(title) : !left.add(title)) {
            return;
        }
        while (table.getColumnCount() > 0) {
            table.removeColumn(table.getColumnModel().getColumn(0));
        }
        for (int i = 0; i < columns.size(); i++) {
            if (!left.contains(columns.get(i).title())) {
                TableColumn place = new TableColumn(i);
                place.setHeaderValue(columns.get(i).title());
                columns.get(i).prepare(place, this::items, sorted);
                table.addColumn(place);
            }
        }
    }

    /** Tells something while there are no lines. */
    ListTable<T> whenEmpty(String invitation) {
        table.setInvitation(invitation);
        return this;
    }

    /** Lets the user choose several lines; {@link #chosen} is the uppermost of them. */
    ListTable<T> severalChosen() {
        table.setSelectionMode(ListSelectionModel.MULTIPLE_INTERVAL_SELECTION);
        return this;
    }

    /** The table that shows this, one line of it chosen at most if nobody asked for several. */
    JTable table() {
        return table;
    }

    /** Called with the line that the user chooses. */
    void onChoice(Consumer<T> go) {
        onSelection(item -> item.ifPresent(go));
    }

    /** The same, and also called when the user chooses nothing any more. */
    void onSelection(Consumer<Optional<T>> go) {
        table.getSelectionModel().addListSelectionListener(event -> {
            if (!filling && !event.getValueIsAdjusting()) {
                go.accept(Optional.ofNullable(chosen()));
            }
        });
    }

    /** Called with all lines that are chosen, each time these are others. */
    void onSelections(Consumer<List<T>> go) {
        table.getSelectionModel().addListSelectionListener(event -> {
            if (!filling && !event.getValueIsAdjusting()) {
                go.accept(allChosen());
            }
        });
    }

    /** Called with a line that is clicked, also again, outside of cells that can be written. */
    void onClick(int clicks, Consumer<T> go) {
        table.addMouseListener(new MouseAdapter() {
            @Override
            public void mouseClicked(MouseEvent event) {
                int row = table.rowAtPoint(event.getPoint());
                int column = table.columnAtPoint(event.getPoint());
                if (event.getClickCount() == clicks && row >= 0 && column >= 0 && !table.isCellEditable(row, column)) {
                    go.accept(items.get(row));
                }
            }
        });
    }

    /** A menu for the lines; the right click that opens it chooses the line below it. */
    void setMenu(JPopupMenu menu) {
        table.setMenuOfLine();
        addCopy(menu);
    }

    /** Called with the title of a column that is clicked. */
    void onTitle(Consumer<String> go) {
        table.getTableHeader().addMouseListener(new MouseAdapter() {
            @Override
            public void mouseClicked(MouseEvent event) {
                int column = table.columnAtPoint(event.getPoint());
                if (SwingUtilities.isLeftMouseButton(event) && column >= 0) {
                    go.accept(table.getColumnName(column));
                }
            }
        });
    }

    /** Puts the sign of an order at the title of a column, or takes it away; who shows the lines has sorted them. */
    void markSorted(String title, boolean by, boolean leastFirst) {
        Boolean before = by ? sorted.put(title, leastFirst) : sorted.remove(title);
        if (!Objects.equals(before, by ? leastFirst : null)) {
            table.getTableHeader().repaint();
        }
    }

    /** Called with the chosen line when a key is pressed in the table. */
    void onKey(String key, Consumer<T> go) {
        table.getInputMap(JComponent.WHEN_ANCESTOR_OF_FOCUSED_COMPONENT).put(KeyStroke.getKeyStroke(key), key);
        table.getActionMap().put(key, new AbstractAction() {
            private static final long serialVersionUID = 1L;

            @Override
            public void actionPerformed(ActionEvent event) {
                if (chosen() != null) {
                    go.accept(chosen());
                }
            }
        });
    }

    /** Shows other lines; those that are chosen stay so if they are among them. */
    void show(List<T> other) {
        List<T> before = allChosen();
        filling = true;
        items = List.copyOf(other);
        fireTableDataChanged();
        filling = false;
        mark(before::contains);
    }

    /** Chooses the lines that fit, and no others, without telling anybody. */
    void mark(Predicate<T> fits) {
        filling = true;
        table.clearSelection();
        for (int row = 0; row < items.size(); row++) {
            if (fits.test(items.get(row))) {
                table.addRowSelectionInterval(row, row);
            }
        }
        filling = false;
    }

    /** Chooses a line and scrolls to it. */
    void goTo(int row) {
        choose(row);
        table.scrollRectToVisible(table.getCellRect(row, 0, true));
    }

    private void choose(int row) {
        if (row >= 0) {
            table.setRowSelectionInterval(row, row);
        } else {
            table.clearSelection();
        }
    }

    /** Lets the user write in the last column of a line. */
    void edit(int row) {
        if (row >= 0 && table.editCellAt(row, table.getColumnCount() - 1)) {
            table.setRowSelectionInterval(row, row);
            table.getEditorComponent().requestFocusInWindow();
        }
    }

    /** All chosen lines from the uppermost on. */
    List<T> allChosen() {
        return Arrays.stream(table.getSelectedRows())
                .filter(row -> row < items.size())
                .mapToObj(items::get)
                .toList();
    }

    /** The chosen line, or null. */
    T chosen() {
        int row = table.getSelectedRow();
        return row >= 0 && row < items.size() ? items.get(row) : null;
    }

    List<T> items() {
        return items;
    }

    /** All lines as comma-separated values. */
    String csv() {
        Csv csv = new Csv();
        csv.line(columns.stream().map(ListColumn::plainTitle).toArray());
        for (T item : items) {
            csv.line(columns.stream().map(column -> column.plain().apply(item)).toArray());
        }
        return csv.toString();
    }

    @Override
    public int getRowCount() {
        return items == null ? 0 : items.size();
    }

    @Override
    public int getColumnCount() {
        return columns == null ? 0 : columns.size();
    }

    @Override
    public String getColumnName(int column) {
        return columns.get(column).title();
    }

    @Override
    public Class<?> getColumnClass(int column) {
        return columns.get(column).kind() == ListColumn.Kind.CHECK ? Boolean.class : String.class;
    }

    @Override
    public boolean isCellEditable(int row, int column) {
        return columns.get(column).written() != null;
    }

    @Override
    public void setValueAt(Object value, int row, int column) {
        if (row < items.size()) {
            columns.get(column).written().accept(items.get(row), value);
        }
    }

    @Override
    public Object getValueAt(int row, int column) {
        Object value = columns.get(column).shown().apply(items.get(row));
        ListColumn.Kind kind = columns.get(column).kind();
        return kind == ListColumn.Kind.CHECK || kind == ListColumn.Kind.CHOICE ? value : String.valueOf(value);
    }
}
