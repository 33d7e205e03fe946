// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A file of SLOG-2 that is written part by part: entries go into the smallest frame of a binary tree of frames that holds all of their
 * time. What the parts are is told in {@link Slog2File}.
 */
final class Slog2Sample {
    static final int EVENT = 0;
    static final int STATE = 1;
    static final int ARROW = 2;

    private final List<byte[]> categories = new ArrayList<>();
    private final List<byte[]> maps = new ArrayList<>();
    private final List<Drawn> drawn = new ArrayList<>();
    String version = "SLOG 2.0.6";
    /** Whether the head tells where the directory is, as it does once the file is closed. */
    boolean closed = true;
    /** Changes the directory of the tree, one record for each node. */
    UnaryOperator<List<byte[]>> directory = UnaryOperator.identity();

    /** Bytes of an entry without its kind. */
    @SuppressWarnings("ArrayRecordComponent")
    record Drawn(boolean composite, boolean nested, double earliest, double latest, byte[] bytes) {}

    /** Writes what is asked for. */
    @FunctionalInterface
    interface Content {
        void to(DataOutputStream out) throws IOException;
    }

    /** The bytes that the content writes. */
    static byte[] bytes(Content content) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            content.to(new DataOutputStream(all));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return all.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] letters = text.getBytes(StandardCharsets.UTF_8);
        out.writeShort(letters.length);
        out.write(letters);
    }

    /** Adds a category and returns its number; keys and types alternate, as {@code "tag=", "d"}. */
    int category(String name, int shape, String... keysAndTypes) {
        int number = 100 + categories.size();
        categories.add(bytes(out -> {
            out.writeInt(number);
            text(out, name);
            out.writeInt(shape);
            out.writeInt(0xFF00FF00);
            out.writeBoolean(true);
            out.writeByte(1);
            out.writeShort(keysAndTypes.length / 2);
            for (int i = 0; i < keysAndTypes.length; i += 2) {
                text(out, keysAndTypes[i]);
            }
            out.writeShort(keysAndTypes.length / 2);
            for (int i = 1; i < keysAndTypes.length; i += 2) {
                out.writeByte(keysAndTypes[i].charAt(0));
            }
            out.writeShort(1);
            out.writeInt(1);
            out.writeFloat(0.5f);
            out.writeFloat(0.25f);
            out.writeLong(7);
        }));
        return number;
    }

    /** Adds a way to tell what lines belong to; each row is a line and its numbers. */
    void map(String title, List<String> columns, int[]... rows) {
        maps.add(bytes(out -> {
            text(out, title);
            out.writeInt(columns.size());
            for (String column : columns) {
                text(out, column);
            }
            out.writeInt(rows.length);
            for (int[] row : rows) {
                for (int number : row) {
                    out.writeInt(number);
                }
            }
            out.writeShort(0);
        }));
    }

    /** The bytes of an entry: values are int, long, short, float, double or a text. */
    static byte[] primitive(int category, Object[] values, double... timesAndLines) {
        return bytes(out -> {
            head(out, category, values);
            out.writeShort(timesAndLines.length / 2);
            for (int i = 0; i < timesAndLines.length; i += 2) {
                out.writeDouble(timesAndLines[i]);
                out.writeInt((int) timesAndLines[i + 1]);
            }
        });
    }

    private static void head(DataOutputStream out, int category, Object[] values) throws IOException {
        out.writeInt(category);
        byte[] all = bytes(inner -> {
            for (Object value : values) {
                value(inner, value);
            }
        });
        out.writeShort(all.length);
        out.write(all);
    }

    private static void value(DataOutputStream out, Object value) throws IOException {
        if (value instanceof Integer number) {
            out.writeInt(number);
        } else if (value instanceof Long number) {
            out.writeLong(number);
        } else if (value instanceof Short number) {
            out.writeShort(number);
        } else if (value instanceof Float number) {
            out.writeFloat(number);
        } else if (value instanceof Double number) {
            out.writeDouble(number);
        } else {
            text(out, (String) value);
        }
    }

    void state(int category, int line, double start, double end, Object... values) {
        drawn.add(new Drawn(false, true, start, end, primitive(category, values, start, line, end, line)));
    }

    void event(int category, int line, double at, Object... values) {
        drawn.add(new Drawn(false, false, at, at, primitive(category, values, at, line)));
    }

    void arrow(int category, int from, double start, int to, double end, Object... values) {
        byte[] bytes = primitive(category, values, start, from, end, to);
        drawn.add(new Drawn(false, false, Math.min(start, end), Math.max(start, end), bytes));
    }

    /** Several entries in one, of the bytes that {@link #primitive} makes. */
    void composite(int category, double earliest, double latest, Object[] values, byte[]... parts) {
        drawn.add(new Drawn(true, true, earliest, latest, bytes(out -> {
            head(out, category, values);
            out.writeShort(parts.length);
            for (byte[] part : parts) {
                out.write(part);
            }
        })));
    }

    /** Adds an entry as it is. */
    void add(Drawn entry) {
        drawn.add(entry);
    }

    /**
     * Writes the file.
     *
     * @param origin where the first frame begins
     * @param width of the innermost frames
     */
    void write(Path path, double origin, double width) throws IOException {
        Files.write(path, bytes(origin, width));
    }

    byte[] bytes(double origin, double width) {
        TreeMap<Integer, TreeMap<Integer, List<Drawn>>> frames = new TreeMap<>();
        int top = 0;
        for (Drawn each : drawn) {
            int height = 0;
            int from = (int) Math.floor((each.earliest() - origin) / width);
            int to = (int) Math.floor((each.latest() - origin) / width);
            for (; from != to; height++) {
                from >>= 1;
                to >>= 1;
            }
            frames.computeIfAbsent(height, unused -> new TreeMap<>())
                    .computeIfAbsent(from, unused -> new ArrayList<>())
                    .add(each);
            top = Math.max(top, height);
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        int head = 2 + version.length() + 12 + 7 * 12;
        file.writeBytes(new byte[head]);
        List<byte[]> nodes = new ArrayList<>();
        for (Map.Entry<Integer, TreeMap<Integer, List<Drawn>>> level : frames.entrySet()) {
            for (Map.Entry<Integer, List<Drawn>> frame : level.getValue().entrySet()) {
                byte[] content = content(level.getKey(), frame.getValue());
                int at = file.size();
                double begin = origin + frame.getKey() * width * (1 << level.getKey());
                byte[] number = bytes(out -> {
                    out.writeShort(level.getKey());
                    out.writeInt(frame.getKey());
                });
                byte[] time = bytes(out -> {
                    out.writeDouble(begin);
                    out.writeDouble(begin + width * (1 << level.getKey()));
                });
                byte[] place = bytes(out -> {
                    out.writeLong(at);
                    out.writeInt(number.length + time.length + 12 + content.length);
                });
                nodes.add(joined(number, time, place));
                file.writeBytes(joined(time, number, place, content));
            }
        }
        long[] places = new long[14];
        part(file, places, 0, categories);
        part(file, places, 2, maps);
        part(file, places, 4, directory.apply(nodes));
        byte[] all = file.toByteArray();
        int depth = top;
        byte[] begin = bytes(out -> {
            text(out, version);
            out.writeShort(2);
            out.writeInt(65536);
            out.writeShort(depth);
            out.writeInt(all.length);
            for (int i = 0; i < 7; i++) {
                out.writeLong(closed ? places[2 * i] : 0);
                out.writeInt(closed ? (int) places[2 * i + 1] : 0);
            }
        });
        System.arraycopy(begin, 0, all, 0, begin.length);
        return all;
    }

    private static byte[] joined(byte[]... parts) {
        return bytes(out -> {
            for (byte[] part : parts) {
                out.write(part);
            }
        });
    }

    private static void part(ByteArrayOutputStream file, long[] places, int number, List<byte[]> things) {
        places[2 * number] = file.size();
        byte[] bytes = bytes(out -> {
            out.writeInt(things.size());
            for (byte[] thing : things) {
                out.write(thing);
            }
        });
        places[2 * number + 1] = bytes.length;
        file.writeBytes(bytes);
    }

    /** Arrows and events, then states; behind them what previews of the nodes below look like, which nobody reads here. */
    private static byte[] content(int height, List<Drawn> entries) {
        return bytes(out -> {
            for (boolean nested : new boolean[] {false, true}) {
                List<Drawn> list =
                        entries.stream().filter(each -> each.nested() == nested).toList();
                out.writeInt(list.size());
                for (Drawn each : list) {
                    out.writeByte(each.composite() ? 1 : 0);
                    out.write(each.bytes());
                }
            }
            out.writeInt(height == 0 ? 0 : 2);
            out.write(new byte[height == 0 ? 0 : 90]);
        });
    }
}
