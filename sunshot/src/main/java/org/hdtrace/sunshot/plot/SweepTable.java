// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.Csv;

/**
 * The table that {@code hdtrace sweep} writes: the varied values, then results.
 *
 * @param axes what was varied, as {@code NetworkEdge[*]/Latency}
 * @param points those with a result, in the order of the file
 * @param failed number of points that have an error instead
 */
public record SweepTable(List<String> axes, List<Point> points, int failed) {
    private static final String TIME = "virtualTimeNs";
    private static final String ERROR = "error";

    public SweepTable {
        axes = List.copyOf(axes);
        points = List.copyOf(points);
    }

    /**
     * One simulation.
     *
     * @param values of the axes, as the model file would write them
     * @param nanos simulated time
     */
    public record Point(List<String> values, long nanos) {}

    /**
     * Read a file.
     *
     * @throws IllegalArgumentException when it is no such table, or has no point with a result
     */
    public static SweepTable read(Path file) throws IOException {
        List<String> lines = lines(file);
        List<String> header = lines.isEmpty() ? List.of() : Csv.split(lines.get(0));
        int time = header.indexOf(TIME);
        int error = header.lastIndexOf(ERROR);
        if (time < 1 || error < time) {
            throw new IllegalArgumentException(
                    file + ": is no table of hdtrace sweep, whose columns are the varied values, " + TIME + ", .., "
                            + ERROR);
        }
        List<Point> points = new ArrayList<>();
        for (int line = 1; line < lines.size(); line++) {
            List<String> fields = Csv.split(lines.get(line));
            if (fields.size() != header.size()) {
                throw new IllegalArgumentException(file + ": line " + (line + 1) + " has " + fields.size()
                        + " values instead of " + header.size());
            }
            if (fields.get(error).isEmpty()) {
                points.add(new Point(List.copyOf(fields.subList(0, time)), nanos(file, line + 1, fields.get(time))));
            }
        }
        if (points.isEmpty()) {
            throw new IllegalArgumentException(file + ": has no point with a result");
        }
        return new SweepTable(header.subList(0, time), points, lines.size() - 1 - points.size());
    }

    /** The values of an axis, each once, in the order of the file. */
    List<String> values(int axis) {
        return points.stream().map(point -> point.values().get(axis)).distinct().toList();
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + ": is no text in UTF-8", e);
        }
    }

    private static long nanos(Path file, int line, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    file + ": line " + line + ": " + TIME + "='" + text + "': must be a whole number", e);
        }
    }
}
