// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * Parts of a datatype that all look the same, as columns of numbers: a type of a million blocks takes 8 bytes for each number
 * instead of an object tree for each block.
 *
 * <p>Thread: immutable, any.
 */
final class PartTable extends AbstractList<DataElement> implements RandomAccess {
    private final String name;
    /** Names of the attributes; "" stands for the text. */
    private final String[] columnNames;

    private final long[][] columns;
    private final int size;
    /** Making all the elements again takes a while; 0 until it was asked for. */
    private int hash;

    private PartTable(String name, String[] columnNames, long[][] columns, int size) {
        this.name = name;
        this.columnNames = columnNames;
        this.columns = columns;
        this.size = size;
    }

    String name() {
        return name;
    }

    /** The column of an attribute, by its name ignoring case; -1 for none. */
    int column(String attribute) {
        for (int i = 0; i < columnNames.length; i++) {
            if (columnNames[i].equalsIgnoreCase(attribute)) {
                return i;
            }
        }
        return -1;
    }

    long number(int row, int column) {
        return columns[column][row];
    }

    @Override
    public DataElement get(int index) {
        java.util.Objects.checkIndex(index, size);
        boolean text = columnNames.length > 0 && columnNames[columnNames.length - 1].isEmpty();
        int attributes = columnNames.length - (text ? 1 : 0);
        String[] fields = new String[2 * attributes];
        for (int i = 0; i < attributes; i++) {
            fields[2 * i] = columnNames[i];
            fields[2 * i + 1] = Long.toString(columns[i][index]);
        }
        String content = text ? Long.toString(columns[attributes][index]) : "";
        return new DataElement(name, Attributes.of(fields), content, List.of());
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean equals(Object other) {
        if (other instanceof PartTable that && size > 0 && that.size > 0) {
            return size == that.size
                    && name.equals(that.name)
                    && Arrays.equals(columnNames, that.columnNames)
                    && Arrays.deepEquals(columns, that.columns);
        }
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = super.hashCode();
        }
        return hash;
    }

    /** Collects parts: in a table as long as they look the same, else in a list. Can be used again after {@link #build}. */
    static final class Builder {
        private String name;
        private String[] columnNames;
        private long[][] columns;
        private long[] row;
        private int size;
        private List<DataElement> list;

        void add(DataElement part) {
            if (list == null && size == 0) {
                begin(part);
            }
            if (list == null && fits(part)) {
                append();
                return;
            }
            if (list == null) {
                list = new ArrayList<>(table());
            }
            list.add(part);
        }

        /** The parts so far. */
        List<DataElement> build() {
            List<DataElement> parts = list == null ? size == 0 ? List.of() : table() : list;
            list = null;
            size = 0;
            return parts;
        }

        private void begin(DataElement part) {
            Attributes attributes = part.attributes();
            boolean text = !part.text().isEmpty();
            name = part.name();
            columnNames = new String[attributes.size() + (text ? 1 : 0)];
            Arrays.fill(columnNames, "");
            for (int i = 0; i < attributes.size(); i++) {
                columnNames[i] = attributes.name(i);
            }
            columns = new long[columnNames.length][4];
            row = new long[columnNames.length];
        }

        /** Whether a part has the same names as those before and nothing but numbers; they are in the row then. */
        private boolean fits(DataElement part) {
            Attributes attributes = part.attributes();
            boolean text = !part.text().isEmpty();
            boolean fits = part.children().isEmpty()
                    && part.name().equals(name)
                    && attributes.size() + (text ? 1 : 0) == columnNames.length
                    && (columnNames.length == 0 || text == columnNames[columnNames.length - 1].isEmpty());
            for (int i = 0; fits && i < attributes.size(); i++) {
                fits = attributes.name(i).equals(columnNames[i]) && isNumber(attributes.value(i), i);
            }
            return fits && (!text || isNumber(part.text(), columnNames.length - 1));
        }

        /** Whether a text is what its number would be written as. */
        private boolean isNumber(String text, int column) {
            if (text.isEmpty() || text.length() > 20) {
                return false;
            }
            try {
                row[column] = Long.parseLong(text);
            } catch (NumberFormatException e) {
                return false;
            }
            return text.equals(Long.toString(row[column]));
        }

        private void append() {
            for (int i = 0; i < columns.length; i++) {
                if (size == columns[i].length) {
                    columns[i] = Arrays.copyOf(columns[i], size * 2);
                }
                columns[i][size] = row[i];
            }
            size++;
        }

        private PartTable table() {
            long[][] exact = new long[columns.length][];
            for (int i = 0; i < exact.length; i++) {
                exact[i] = Arrays.copyOf(columns[i], size);
            }
            return new PartTable(name, columnNames, exact, size);
        }
    }
}
