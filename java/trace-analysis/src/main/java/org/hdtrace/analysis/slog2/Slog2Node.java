// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;

/**
 * Reads the entries of a node, which follow its head: arrows and events, then states and composites, which are several entries in one.
 * Of a composite its parts are told, each with the composite's name and values beside its own. Used once.
 */
final class Slog2Node {
    /** Kind, category, no values and one point. */
    private static final int LEAST_BYTES = 1 + 4 + 2 + 2;
    /** Bytes of a point: seconds and line. */
    private static final int POINT = 12;

    private static final int PRIMITIVE = 0;
    private static final int COMPOSITE = 1;

    private final Slog2Block block;
    private final Map<Integer, Slog2Category> categories;
    private final List<Slog2Primitive> found = new ArrayList<>();

    private Slog2Node(Slog2Block block, Map<Integer, Slog2Category> categories) {
        this.block = block;
        this.categories = categories;
    }

    static List<Slog2Primitive> read(Slog2Block block, Map<Integer, Slog2Category> categories)
            throws TraceFormatException {
        Slog2Node node = new Slog2Node(block, categories);
        node.readList("arrows and events");
        node.readList("states");
        return node.found;
    }

    private void readList(String things) throws TraceFormatException {
        for (int left = block.getMany(things, LEAST_BYTES); left > 0; left--) {
            long at = block.place();
            int kind = block.getByte();
            switch (kind) {
                case PRIMITIVE -> readPrimitive(Attributes.of());
                case COMPOSITE -> readComposite();
                default -> throw block.error(at, "an entry is of the unknown kind " + kind);
            }
        }
    }

    private void readComposite() throws TraceFormatException {
        Slog2Category category = category();
        Attributes own = values(category);
        List<String> all = new ArrayList<>(List.of("composite", category.name()));
        own.forEach((name, value) -> all.addAll(List.of(name, value)));
        Attributes shared = Attributes.of(all.toArray(String[]::new));
        for (int left = block.getFew("parts", LEAST_BYTES - 1); left > 0; left--) {
            readPrimitive(shared);
        }
    }

    private void readPrimitive(Attributes shared) throws TraceFormatException {
        long place = block.place();
        Slog2Category category = category();
        Attributes values = values(category);
        int points = block.getFew("points", POINT);
        if (points == 0) {
            throw block.error(place, "an entry has no point");
        }
        double start = seconds();
        int startLine = line();
        double end = start;
        int endLine = startLine;
        for (int i = 1; i < points; i++) {
            end = seconds();
            endLine = line();
        }
        if (category.shape() == Slog2Category.Shape.STATE && end < start) {
            throw block.error(place, "the state '" + category.name() + "' ends before it starts");
        }
        found.add(new Slog2Primitive(category, joined(values, shared), start, startLine, end, endLine, place));
    }

    /** Of a name that both have the entry's own value stays. */
    private static Attributes joined(Attributes values, Attributes shared) {
        Map<String, String> all = new LinkedHashMap<>();
        values.forEach(all::put);
        shared.forEach(all::putIfAbsent);
        List<String> fields = new ArrayList<>();
        all.forEach((name, value) -> fields.addAll(List.of(name, value)));
        return Attributes.of(fields.toArray(String[]::new));
    }

    private int line() throws TraceFormatException {
        long at = block.place();
        int line = block.getInt();
        if (line < 0) {
            throw block.error(at, "an entry is on the line " + line);
        }
        return line;
    }

    private double seconds() throws TraceFormatException {
        long at = block.place();
        double seconds = block.getDouble();
        if (!(Math.abs(seconds) <= Integer.MAX_VALUE)) {
            throw block.error(at, "the time " + seconds + " is beyond " + Integer.MAX_VALUE + " seconds");
        }
        return seconds;
    }

    private Slog2Category category() throws TraceFormatException {
        long at = block.place();
        int number = block.getInt();
        Slog2Category category = categories.get(number);
        if (category == null) {
            throw block.error(at, "there is no category of the number " + number);
        }
        return category;
    }

    private Attributes values(Slog2Category category) throws TraceFormatException {
        int size = block.getFew("bytes of values", 1);
        long at = block.place();
        ByteBuffer bytes = ByteBuffer.wrap(block.getBytes(size));
        return Slog2Values.read(
                new Slog2Block(block.path(), at, bytes, "values of '" + category.name() + "'"), category);
    }
}
