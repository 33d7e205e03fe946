// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;

/** The matrices as text, for people and for programs. */
public final class MatrixReport {
    /** Up to so many ranks are shown as a square; of more, the pairs with most bytes. */
    private static final int MOST_COLUMNS = 12;

    private static final int MOST_PAIRS = 40;

    private MatrixReport() {}

    /** The JSON of {@code hdtrace matrix --json}: a row for each sender, a column for each receiver. */
    public static void writeJson(MessageMatrix matrix, Damages damages, JsonWriter json) {
        json.beginObject().field("ranks", matrix.ranks());
        square(json.name("count"), matrix, MessageMatrix.Cell::count);
        square(json.name("bytes"), matrix, MessageMatrix.Cell::bytes);
        json.name("files").beginArray();
        for (MessageMatrix.RankOnFile file : matrix.files()) {
            json.lineBreak()
                    .beginObject()
                    .field("file", file.file())
                    .field("rank", file.rank())
                    .field("bytesRead", file.bytesRead())
                    .field("bytesWritten", file.bytesWritten())
                    .endObject();
        }
        json.endArray();
        damages.writeJsonField(json);
        json.endObject();
    }

    private static void square(JsonWriter json, MessageMatrix matrix, ToLongFunction<MessageMatrix.Cell> number) {
        List<MessageMatrix.Cell> cells = matrix.cells();
        json.beginArray();
        int next = 0;
        for (int from = 0; from < matrix.ranks(); from++) {
            json.lineBreak().beginArray();
            for (int to = 0; to < matrix.ranks(); to++) {
                boolean hit = next < cells.size()
                        && cells.get(next).from() == from
                        && cells.get(next).to() == to;
                json.value(hit ? number.applyAsLong(cells.get(next)) : 0);
                next += hit ? 1 : 0;
            }
            json.endArray();
        }
        json.endArray();
    }

    /** One line for each pair of ranks that talk. */
    public static String messagesCsv(MessageMatrix matrix) {
        Csv csv = new Csv();
        csv.line("from", "to", "count", "bytes");
        for (MessageMatrix.Cell cell : matrix.cells()) {
            csv.line(cell.from(), cell.to(), cell.count(), cell.bytes());
        }
        return csv.toString();
    }

    /** One line for each rank and file. */
    public static String filesCsv(MessageMatrix matrix) {
        Csv csv = new Csv();
        csv.line("file", "rank", "bytesRead", "bytesWritten");
        for (MessageMatrix.RankOnFile file : matrix.files()) {
            csv.line(file.file(), file.rank(), file.bytesRead(), file.bytesWritten());
        }
        return csv.toString();
    }

    /** Aligned tables for a terminal. */
    public static String text(MessageMatrix matrix) {
        StringBuilder text = new StringBuilder();
        if (matrix.cells().isEmpty()) {
            text.append("no messages\n");
        } else if (matrix.ranks() <= MOST_COLUMNS) {
            text.append("messages: count\n").append(squareText(matrix, cell -> Units.count(cell.count())));
            text.append("\nmessages: bytes\n").append(squareText(matrix, cell -> Units.bytes(cell.bytes())));
        } else {
            text.append(pairs(matrix));
        }
        if (!matrix.files().isEmpty()) {
            text.append('\n').append(filesText(matrix));
        }
        return text.toString();
    }

    private static String squareText(MessageMatrix matrix, Function<MessageMatrix.Cell, String> number) {
        int ranks = matrix.ranks();
        String[][] rows = new String[ranks][ranks + 1];
        String[] headings = new String[ranks + 1];
        headings[0] = "<from\\to";
        for (int rank = 0; rank < ranks; rank++) {
            headings[rank + 1] = ">" + rank;
            Arrays.fill(rows[rank], "");
            rows[rank][0] = String.valueOf(rank);
        }
        matrix.cells().forEach(cell -> rows[cell.from()][cell.to() + 1] = number.apply(cell));
        Table table = new Table(headings);
        for (String[] row : rows) {
            table.row(row);
        }
        return table.toString();
    }

    private static String pairs(MessageMatrix matrix) {
        List<MessageMatrix.Cell> largest = matrix.cells().stream()
                .sorted(Comparator.comparingLong(MessageMatrix.Cell::bytes)
                        .reversed()
                        .thenComparing(Comparator.comparingLong(MessageMatrix.Cell::count)
                                .reversed()))
                .limit(MOST_PAIRS)
                .toList();
        Table table = new Table(">from", ">to", ">messages", ">bytes");
        for (MessageMatrix.Cell cell : largest) {
            table.row(
                    String.valueOf(cell.from()),
                    String.valueOf(cell.to()),
                    Units.count(cell.count()),
                    Units.bytes(cell.bytes()));
        }
        int left = matrix.cells().size() - largest.size();
        return table + (left == 0 ? "" : "and " + Units.count(left) + " further pairs, see --csv or --json\n");
    }

    private static String filesText(MessageMatrix matrix) {
        Table table = new Table("<file", ">rank", ">read", ">written");
        for (MessageMatrix.RankOnFile file : matrix.files()) {
            table.row(
                    file.file(),
                    String.valueOf(file.rank()),
                    Units.bytes(file.bytesRead()),
                    Units.bytes(file.bytesWritten()));
        }
        return table.toString();
    }
}
