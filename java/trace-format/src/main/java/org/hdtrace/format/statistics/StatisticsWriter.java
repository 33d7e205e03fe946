// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.internal.XmlText;
import org.hdtrace.format.output.WriterPool;

/**
 * Writes a statistics file; it is removed at close when it has no record.
 *
 * <p>Thread: one thread at a time. C twin: tracewriting-c/src/stats.c. Source: FORMATS A6, B 1.4.
 */
public final class StatisticsWriter implements AutoCloseable {
    private static final int MOST_VALUES = 256;
    private static final int MOST_HEADER_BYTES = 99_999;
    private static final int GROUP_CHARACTERS = 19;
    private static final int NAME_CHARACTERS = 49;
    private static final int UNIT_CHARACTERS = 9;
    private static final int GROUPING_CHARACTERS = 19;
    private static final long NANOS = 1_000_000_000L;

    private final Path file;
    private final OutputStream stream;
    private final List<ValueDescription> values;
    private final int[] valueAt;
    private final byte[] record;
    private final ByteBuffer bytes;
    private boolean started;
    private long lastNanos;
    private long records;
    private boolean closed;

    private StatisticsWriter(Path file, OutputStream stream, List<ValueDescription> values) {
        this.file = file;
        this.stream = stream;
        this.values = values;
        this.valueAt = new int[values.size()];
        int size = Long.BYTES;
        for (int i = 0; i < valueAt.length; i++) {
            valueAt[i] = size;
            size += values.get(i).type().bytes();
        }
        this.record = new byte[size];
        this.bytes = ByteBuffer.wrap(record);
    }

    /**
     * Create a file with its header.
     *
     * @throws IllegalArgumentException when the group breaks a limit of the format: number of values, lengths of names, a STRING
     */
    public static StatisticsWriter create(Path file, StatisticsGroup group) throws IOException {
        byte[] header = headerBytes(group);
        return create(file, new BufferedOutputStream(Files.newOutputStream(file)), header, group);
    }

    /** As {@link #create(Path, StatisticsGroup)}, one of many that are written at the same time. */
    public static StatisticsWriter create(WriterPool pool, Path file, StatisticsGroup group) throws IOException {
        byte[] header = headerBytes(group);
        return create(file, pool.create(file), header, group);
    }

    private static StatisticsWriter create(Path file, OutputStream stream, byte[] header, StatisticsGroup group)
            throws IOException {
        try {
            stream.write(String.format("%05d\n", header.length).getBytes(StandardCharsets.US_ASCII));
            stream.write(header);
            return new StatisticsWriter(file, stream, group.values());
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    private static byte[] headerBytes(StatisticsGroup group) {
        byte[] header = header(group).getBytes(StandardCharsets.UTF_8);
        if (header.length > MOST_HEADER_BYTES) {
            throw new IllegalArgumentException("header of " + header.length + " B; split the group");
        }
        return header;
    }

    /** Write the start stamp: the beginning of the first record's interval, ns since the epoch. */
    public void begin(long startNanos) throws IOException {
        if (started) {
            throw new IllegalStateException("the start was written already");
        }
        started = true;
        lastNanos = startNanos;
        putStamp(startNanos);
        stream.write(record, 0, Long.BYTES);
    }

    /** Set a value of the record; a type other than declared is converted with saturation. */
    public void setLong(int index, long value) {
        int at = valueAt[index];
        switch (values.get(index).type()) {
            case INT32 -> bytes.putInt(at, (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value)));
            case INT64 -> bytes.putLong(at, value);
            case FLOAT -> bytes.putFloat(at, (float) value);
            case DOUBLE -> bytes.putDouble(at, (double) value);
            case STRING -> throw new IllegalArgumentException("STRING is not written");
        }
    }

    /** Set a value of the record; NaN and infinities become 0, a type other than declared is converted with saturation. */
    public void setDouble(int index, double value) {
        double finite = Double.isFinite(value) ? value : 0;
        int at = valueAt[index];
        switch (values.get(index).type()) {
            case INT32 -> bytes.putInt(at, (int) finite);
            case INT64 -> bytes.putLong(at, (long) finite);
            case FLOAT -> bytes.putFloat(at, (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, finite)));
            case DOUBLE -> bytes.putDouble(at, finite);
            case STRING -> throw new IllegalArgumentException("STRING is not written");
        }
    }

    /** Append the record whose interval ends at that time; values that are not set again are 0 in the next one. */
    public void endRecord(long endNanos) throws IOException {
        if (!started) {
            throw new IllegalStateException("the start is missing");
        }
        if (endNanos < lastNanos) {
            throw new IllegalArgumentException("time=" + endNanos + " is before " + lastNanos);
        }
        lastNanos = endNanos;
        records++;
        putStamp(endNanos);
        stream.write(record);
        java.util.Arrays.fill(record, (byte) 0);
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        stream.close();
        if (records == 0) {
            Files.deleteIfExists(file);
        }
    }

    private void putStamp(long nanos) {
        long seconds = Math.floorDiv(nanos, NANOS);
        if (seconds < Integer.MIN_VALUE || seconds > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("time=" + nanos + " does not fit a stamp");
        }
        bytes.putInt(0, (int) seconds);
        bytes.putInt(4, (int) Math.floorMod(nanos, NANOS));
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
