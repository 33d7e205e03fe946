// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.papers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows for people, for spreadsheets, and for programs. People are shown other columns than programs are told.
 *
 * @param <T> of a row
 */
public final class Table<T> {
    /** How a table is written. */
    public enum Form {
        /** In columns. */
        TEXT,
        /** Values separated by commas, after a line of names. */
        CSV,
        /** A list of objects with the names of {@link #CSV}. */
        JSON
    }

    private record Column<T>(String name, String format, Function<T, Object> value) {
        /** Empty, where there is none. */
        String of(T row) {
            Object cell = value.apply(row);
            return cell == null ? "" : String.format(Locale.ROOT, format, cell);
        }
    }

    private static final Pattern CONVERSION = Pattern.compile("(\\.\\d+)?[df]$");
    private static final Pattern TO_QUOTE = Pattern.compile("[,\"\n]");

    private final List<Column<T>> shown = new ArrayList<>();
    private final List<Column<T>> told = new ArrayList<>();

    /**
     * Add a column for people.
     *
     * @param format one conversion with a width, as {@code %-8s}
     */
    public Table<T> shown(String heading, String format, Function<T, Object> value) {
        shown.add(new Column<>(heading, format, value));
        return this;
    }

    /**
     * Add a column for programs.
     *
     * @param format one conversion without width
     * @param value null where there is none
     */
    public Table<T> told(String name, String format, Function<T, Object> value) {
        told.add(new Column<>(name, format, value));
        return this;
    }

    /** The rows in one of the forms; each line ends. */
    public String write(List<T> rows, Form form) {
        return switch (form) {
            case TEXT -> text(rows);
            case CSV -> csv(rows);
            case JSON -> json(rows);
        };
    }

    private String text(List<T> rows) {
        StringBuilder text = new StringBuilder(line(shown.stream()
                .map(column -> String.format(
                        Locale.ROOT, CONVERSION.matcher(column.format).replaceFirst("s"), column.name))));
        rows.forEach(row -> text.append(line(shown.stream().map(column -> column.of(row)))));
        return text.toString();
    }

    private static String line(Stream<String> cells) {
        return cells.collect(Collectors.joining(" ")) + "\n";
    }

    private String csv(List<T> rows) {
        StringBuilder text = new StringBuilder(told.stream().map(Column::name).collect(Collectors.joining(",")) + "\n");
        for (T row : rows) {
            text.append(told.stream()
                    .map(column -> quotedForCsv(column.of(row)))
                    .collect(Collectors.joining(",", "", "\n")));
        }
        return text.toString();
    }

    private static String quotedForCsv(String cell) {
        return TO_QUOTE.matcher(cell).find() ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }

    private String json(List<T> rows) {
        return rows.stream().map(this::object).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    private String object(T row) {
        return told.stream()
                .map(column -> '"' + column.name + "\":" + jsonValue(column, row))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String jsonValue(Column<T> column, T row) {
        Object value = column.value.apply(row);
        if (value == null) {
            return "null";
        }
        return value instanceof Number
                ? column.of(row)
                : '"' + column.of(row).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
