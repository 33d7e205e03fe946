// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.table;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.format.TraceFormatException;

/** Reads the table of {@code hdtrace-microbench}. */
public final class ResultReader {
    private static final String HEAD = "# hdtrace-microbench 1";
    private static final String COLUMNS = "test,first,second,ranks,bytes,operations,repetition,ns";
    private static final int COLUMN_COUNT = 8;
    private static final int MOST_RANKS = 1 << 20;
    private static final Pattern CLOCK = Pattern.compile("# clock step (\\d{1,12}) ns cost \\d{1,12} ns");
    private static final Pattern PLACE =
            Pattern.compile("# rank (\\d{1,7}) host (\\S{1,255}) package (-?\\d{1,9}) complex (-?\\d{1,9})");
    private static final Pattern SKIPPED = Pattern.compile("# skipped (\\d{1,9}) of \\d{1,9} cases");

    private final Path file;
    private final List<Place> places = new ArrayList<>();
    private final Map<Case, List<Double>> nanos = new LinkedHashMap<>();
    private final List<Measurement> eager = new ArrayList<>();
    private long clockStep = 1;
    private int skipped;
    private int line;

    private ResultReader(Path file) {
        this.file = file;
    }

    /**
     * Read a table.
     *
     * @throws TraceFormatException naming line and cause when it isn't one
     */
    public static ResultTable read(Path file) throws TraceFormatException {
        ResultReader reader = new ResultReader(file);
        try (BufferedReader in = Files.newBufferedReader(file)) {
            return reader.table(in);
        } catch (NoSuchFileException e) {
            throw new TraceFormatException(file, "line 1", "there is no such file", e);
        } catch (CharacterCodingException e) {
            throw new TraceFormatException(file, "line " + (reader.line + 1), "this is no text", e);
        } catch (IOException e) {
            throw new TraceFormatException(file, "line " + (reader.line + 1), "can't be read: " + e.getMessage(), e);
        }
    }

    private ResultTable table(BufferedReader in) throws IOException, TraceFormatException {
        if (!HEAD.equals(next(in))) {
            throw fault("this is no table of hdtrace-microbench: it begins with '" + HEAD + "'");
        }
        boolean columns = false;
        for (String text = next(in); text != null; text = next(in)) {
            if (text.startsWith("#")) {
                remark(text);
            } else if (columns) {
                row(text.split(",", -1));
            } else if (text.equals(COLUMNS)) {
                columns = true;
            } else {
                throw fault("expected the names of columns: " + COLUMNS);
            }
        }
        if (nanos.isEmpty()) {
            throw fault("there are no measurements");
        }
        Map<Case, Sample> samples = new LinkedHashMap<>();
        nanos.forEach((key, values) -> samples.put(
                key, new Sample(values.stream().mapToDouble(Double::doubleValue).toArray())));
        return new ResultTable(clockStep, places, samples, eager, skipped);
    }

    private String next(BufferedReader in) throws IOException {
        line++;
        return in.readLine();
    }

    private void remark(String text) throws TraceFormatException {
        Matcher clock = CLOCK.matcher(text);
        Matcher place = PLACE.matcher(text);
        Matcher left = SKIPPED.matcher(text);
        if (clock.matches()) {
            clockStep = Long.parseLong(clock.group(1));
        } else if (place.matches()) {
            if (Integer.parseInt(place.group(1)) != places.size()) {
                throw fault("expected the place of rank " + places.size());
            }
            places.add(new Place(
                    places.size(), place.group(2), Integer.parseInt(place.group(3)), Integer.parseInt(place.group(4))));
        } else if (left.matches()) {
            skipped = Integer.parseInt(left.group(1));
        } else if (text.startsWith("# rank ")) {
            throw fault("expected '# rank R host NAME package P complex C'");
        }
    }

    private void row(String[] columns) throws TraceFormatException {
        if (columns.length != COLUMN_COUNT) {
            throw fault(columns.length + " columns instead of " + COLUMN_COUNT);
        }
        Case key = new Case(
                columns[0],
                (int) number(columns, 1, 0, places.size() - 1L),
                (int) number(columns, 2, -1, places.size() - 1L),
                (int) number(columns, 3, 1, Math.min(places.size(), MOST_RANKS)),
                number(columns, 4, 1, Long.MAX_VALUE));
        boolean isEager = columns[0].equals("eager");
        int operations = (int) number(columns, 5, 1, Integer.MAX_VALUE);
        Measurement measured = new Measurement(key, operations, number(columns, 7, isEager ? -1 : 1, Long.MAX_VALUE));
        number(columns, 6, 0, Integer.MAX_VALUE);
        if (isEager) {
            eager.add(measured);
        } else {
            nanos.computeIfAbsent(key, unused -> new ArrayList<>()).add(measured.nanosOfOne());
        }
    }

    private long number(String[] columns, int column, long low, long high) throws TraceFormatException {
        String name = COLUMNS.split(",", -1)[column];
        if (places.isEmpty()) {
            throw fault("no line '# rank ...' stands above the measurements");
        }
        try {
            long value = Long.parseLong(columns[column]);
            if (value >= low && value <= high) {
                return value;
            }
            throw fault(
                    name + "=" + value + ": must be " + low + (high == Long.MAX_VALUE ? " or more" : " to " + high));
        } catch (NumberFormatException e) {
            throw fault(name + "='" + columns[column] + "': not a number");
        }
    }

    private TraceFormatException fault(String cause) {
        return new TraceFormatException(file, "line " + line, cause);
    }
}
