// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.internal.TextFile;
import org.hdtrace.format.internal.XmlText;
import org.hdtrace.format.output.WriterPool;

/**
 * Writes a statistics file; it is removed at close when it has no record. Records are encoded where they are written from: 64 KiB of
 * them, or a few where a {@link WriterPool} keeps those of many files.
 *
 * <p>Thread: one thread at a time. C twin: tracewriting-c/src/stats.c. Source: FORMATS A6, B 1.4.
 */
public final class StatisticsWriter implements AutoCloseable {
    private static final int MOST_VALUES = 256;
    private static final int LENGTH_DIGITS = 5;
    private static final int MOST_HEADER_BYTES = 99_999;
    private static final int GROUP_CHARACTERS = 19;
    private static final int NAME_CHARACTERS = 49;
    private static final int UNIT_CHARACTERS = 9;
    private static final int GROUPING_CHARACTERS = 19;
    private static final long NANOS = 1_000_000_000L;
    private static final int BUFFER_BYTES = 1 << 16;
    /** Of one of many files; what they have in common is in the pool. */
    private static final int POOLED_RECORDS = 8;

    // Of values, where an enumeration would cost more than the value.
    private static final int INT32 = 0;
    private static final int INT64 = 1;
    private static final int FLOAT = 2;
    private static final int DOUBLE = 3;

    private static final int[] MIXED = {FLOAT, INT32, INT64};

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Path file;
    private final OutputStream stream;
    private final boolean allDoubles;
    private final boolean mixed;
    private final int recordBytes;
    // By value.
    private final int[] kinds;
    private final int[] valueAt;
    /** Behind the record that is being made all is 0. */
    private final byte[] buffer;
    /** Of the record that is being made; all before it is whole. */
    private int position;

    private boolean started;
    private long lastNanos;
    /** The second of the last stamp, and where it begins: most records end in the second of the one before. */
    private int stampSeconds;

    private long secondNanos;
    private long records;
    private boolean closed;

    /** Where the values are in a record; one for all files of a pool that have the same values. */
    private static final class Layout {
        final int[] kinds;
        final int[] valueAt;
        final boolean allDoubles;
        /** A FLOAT, an INT32 and an INT64. */
        final boolean mixed;

        final int recordBytes;

        Layout(List<ValueDescription> values) {
            kinds = values.stream().mapToInt(value -> kind(value.type())).toArray();
            allDoubles = values.stream().allMatch(value -> value.type() == ValueType.DOUBLE);
            mixed = Arrays.equals(kinds, MIXED);
            valueAt = new int[kinds.length];
            int size = Long.BYTES;
            for (int i = 0; i < kinds.length; i++) {
                valueAt[i] = size;
                size += values.get(i).type().bytes();
            }
            recordBytes = size;
        }

        private static int kind(ValueType type) {
            return switch (type) {
                case INT32 -> INT32;
                case INT64 -> INT64;
                case FLOAT -> FLOAT;
                case DOUBLE -> DOUBLE;
                case STRING -> throw new IllegalArgumentException("STRING is not written");
            };
        }
    }

    private StatisticsWriter(Path file, OutputStream stream, Layout layout, int bufferBytes) {
        this.file = file;
        this.stream = stream;
        this.allDoubles = layout.allDoubles;
        this.mixed = layout.mixed;
        this.kinds = layout.kinds;
        this.valueAt = layout.valueAt;
        this.recordBytes = layout.recordBytes;
        this.buffer = new byte[Math.max(recordBytes, bufferBytes)];
    }

    /**
     * Create a file with its header.
     *
     * @throws IllegalArgumentException when the group breaks a limit of the format: number of values, lengths of names, a STRING
     */
    public static StatisticsWriter create(Path file, StatisticsGroup group) throws IOException {
        byte[] head = head(group);
        return create(file, Files.newOutputStream(file), head, new Layout(group.values()), BUFFER_BYTES);
    }

    /** As {@link #create(Path, StatisticsGroup)}, one of many that are written at the same time. */
    public static StatisticsWriter create(WriterPool pool, Path file, StatisticsGroup group) throws IOException {
        byte[] head = head(group);
        Layout layout = pool.common(Layout.class, group.values(), Layout::new);
        return create(file, pool.create(file), head, layout, POOLED_RECORDS * layout.recordBytes);
    }

    private static StatisticsWriter create(Path file, OutputStream stream, byte[] head, Layout layout, int bufferBytes)
            throws IOException {
        try {
            stream.write(head);
            return new StatisticsWriter(file, stream, layout, bufferBytes);
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    /** The header behind its length in {@value #LENGTH_DIGITS} digits. */
    private static byte[] head(StatisticsGroup group) {
        byte[] header = header(group).getBytes(StandardCharsets.UTF_8);
        if (header.length > MOST_HEADER_BYTES) {
            throw new IllegalArgumentException("header of " + header.length + " B; split the group");
        }
        byte[] head = new byte[LENGTH_DIGITS + 1 + header.length];
        int left = header.length;
        for (int i = LENGTH_DIGITS - 1; i >= 0; i--) {
            head[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        head[LENGTH_DIGITS] = '\n';
        System.arraycopy(header, 0, head, LENGTH_DIGITS + 1, header.length);
        return head;
    }

    /** Write the start stamp: the beginning of the first record's interval, ns since the epoch. */
    public void begin(long startNanos) throws IOException {
        if (started) {
            throw new IllegalStateException("the start was written already");
        }
        putStamp(startNanos);
        started = true;
        lastNanos = startNanos;
        writeOut(Long.BYTES);
    }

    /** Set a value of the record; a type other than declared is converted with saturation. */
    public void setLong(int index, long value) {
        int at = position + valueAt[index];
        switch (kinds[index]) {
            case INT32 ->
                INTS.set(
                        buffer,
                        at,
                        (int) value == value ? (int) value : value < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE);
            case INT64 -> LONGS.set(buffer, at, value);
            case FLOAT -> INTS.set(buffer, at, Float.floatToRawIntBits((float) value));
            case DOUBLE -> LONGS.set(buffer, at, Double.doubleToRawLongBits((double) value));
            default -> throw new IllegalStateException("kind=" + kinds[index]);
        }
    }

    /** Set a value of the record; NaN and infinities become 0, a type other than declared is converted with saturation. */
    public void setDouble(int index, double value) {
        double finite = Double.isFinite(value) ? value : 0;
        int at = position + valueAt[index];
        switch (kinds[index]) {
            case INT32 -> INTS.set(buffer, at, (int) finite);
            case INT64 -> LONGS.set(buffer, at, (long) finite);
            case FLOAT -> INTS.set(buffer, at, Float.floatToRawIntBits(saturated(finite)));
            case DOUBLE -> LONGS.set(buffer, at, Double.doubleToRawLongBits(finite));
            default -> throw new IllegalStateException("kind=" + kinds[index]);
        }
    }

    /**
     * Append a record of these values, converted as {@link #setDouble} does.
     *
     * @throws IllegalArgumentException when they are not as many as the group has
     */
    public void write(long endNanos, double[] values) throws IOException {
        if (values.length != kinds.length) {
            throw new IllegalArgumentException("values=" + values.length + " of " + kinds.length);
        }
        if (allDoubles) {
            putDoubles(values);
        } else {
            for (int i = 0; i < values.length; i++) {
                setDouble(i, values[i]);
            }
        }
        endRecord(endNanos);
    }

    /**
     * Append a record of a group whose values are a FLOAT, an INT32 and an INT64, for less than by {@link #setDouble} and {@link #setLong}.
     *
     * @throws IllegalStateException when the group has others
     */
    public void write(long endNanos, float first, int second, long third) throws IOException {
        if (!mixed) {
            throw new IllegalStateException("the values are not a FLOAT, an INT32 and an INT64");
        }
        float finite = Float.isFinite(first) ? first : 0;
        int at = position + Long.BYTES;
        LONGS.set(
                buffer, at, ((long) Float.floatToRawIntBits(finite) << Integer.SIZE) | Integer.toUnsignedLong(second));
        LONGS.set(buffer, at + Long.BYTES, third);
        endRecord(endNanos);
    }

    /** Append the record whose interval ends at that time; values that are not set again are 0 in the next one. */
    public void endRecord(long endNanos) throws IOException {
        if (!started) {
            throw new IllegalStateException("the start is missing");
        }
        if (endNanos < lastNanos) {
            throw new IllegalArgumentException("time=" + endNanos + " is before " + lastNanos);
        }
        putStamp(endNanos);
        lastNanos = endNanos;
        records++;
        position += recordBytes;
        if (buffer.length - position < recordBytes) {
            int filled = position;
            writeOut(filled);
            Arrays.fill(buffer, 0, filled, (byte) 0);
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (records == 0) {
            TextFile.discard(stream, file);
            return;
        }
        try (stream) {
            if (position > 0) {
                writeOut(position);
            }
        }
    }

    /** Whole records only, so that what a full disk leaves is no more damaged than it must be. */
    private void writeOut(int bytes) throws IOException {
        position = 0;
        stream.write(buffer, 0, bytes);
    }

    private void putDoubles(double[] values) {
        int at = position + Long.BYTES;
        for (double value : values) {
            LONGS.set(buffer, at, Double.doubleToRawLongBits(Double.isFinite(value) ? value : 0));
            at += Double.BYTES;
        }
    }

    private static float saturated(double value) {
        return Math.abs(value) <= Float.MAX_VALUE ? (float) value : Math.copySign(Float.MAX_VALUE, (float) value);
    }

    private void putStamp(long nanos) {
        long within = nanos - secondNanos;
        if (within < 0 || within >= NANOS) {
            long seconds = Math.floorDiv(nanos, NANOS);
            if (seconds < Integer.MIN_VALUE || seconds > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("time=" + nanos + " does not fit a stamp");
            }
            stampSeconds = (int) seconds;
            secondNanos = seconds * NANOS;
            within = nanos - secondNanos;
        }
        LONGS.set(buffer, position, ((long) stampSeconds << Integer.SIZE) | within);
    }

    private static String header(StatisticsGroup group) {
        check("group", group.name(), GROUP_CHARACTERS);
        if (group.values().size() > MOST_VALUES) {
            throw new IllegalArgumentException("values=" + group.values().size() + "; split the group");
        }
        StringBuilder text = new StringBuilder("<Statistics>\n");
        appendLabels(text, group.topology());
        text.append("<Group");
        append(text, "name", group.name());
        text.append(" timestampDatatype=\"EPOCH\" timeAdjustment=\"-0000000000.000000000\"");
        group.attributes().forEach((name, value) -> append(text, XmlText.requireName(name), value));
        text.append(">\n");
        for (ValueDescription value : group.values()) {
            check("value", value.name(), NAME_CHARACTERS);
            check("unit", value.unit(), UNIT_CHARACTERS);
            check("grouping", value.grouping(), GROUPING_CHARACTERS);
            if (value.type() == ValueType.STRING || value.multiplier() != 1) {
                throw new IllegalArgumentException(
                        "value='" + value.name() + "': strings and multipliers are not written");
            }
            text.append("  <Value");
            append(text, "name", value.name());
            append(text, "type", value.type().name());
            appendUnlessEmpty(text, "unit", value.unit());
            appendUnlessEmpty(text, "grouping", value.grouping());
            text.append(" />\n");
        }
        return text.append("</Group>\n</Statistics>\n").toString();
    }

    private static void appendLabels(StringBuilder text, List<String> labels) {
        if (labels.isEmpty()) {
            return;
        }
        text.append("<TopologyNode>\n");
        for (int i = 0; i < labels.size(); i++) {
            text.append("  ".repeat(i + 1)).append("<Label");
            append(text, "value", labels.get(i));
            text.append(i + 1 == labels.size() ? " />\n" : ">\n");
        }
        for (int i = labels.size() - 1; i > 0; i--) {
            text.append("  ".repeat(i)).append("</Label>\n");
        }
        text.append("</TopologyNode>\n");
    }

    private static void appendUnlessEmpty(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            append(text, name, value);
        }
    }

    /** With the quotes of the original's library. */
    private static void append(StringBuilder text, String name, String value) {
        text.append(' ').append(name).append("=\"");
        XmlText.append(text, value);
        text.append('"');
    }

    private static void check(String what, String name, int most) {
        if (name.length() > most) {
            throw new IllegalArgumentException(what + "='" + name + "' is longer than " + most + " characters");
        }
    }
}
