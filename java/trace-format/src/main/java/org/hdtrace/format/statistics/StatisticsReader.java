// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * Streams the records of a statistics file; accessors speak of the record that {@link #next} stepped to last. A file that was
 * cut delivers its complete records.
 *
 * <p>Thread: one thread at a time. Source: FORMATS A6, B 1.4.
 */
public final class StatisticsReader implements AutoCloseable {
    private static final long NANOS = 1_000_000_000L;
    /** Stored stamps from 1973 on are taken for absolute times. */
    private static final long ABSOLUTE_NANOS = 100_000_000L * NANOS;
    /** Times behind 2038 don't fit a stamp. */
    private static final long LATEST_NANOS = (1L << 31) * NANOS;

    private static final int WINDOW = 1 << 16;

    private final ByteSource source;
    private final StatisticsHeader header;
    private final List<Finding> findings = new ArrayList<>();
    private final int[] valueAt;
    private byte[] window = new byte[WINDOW];
    private ByteBuffer bytes = ByteBuffer.wrap(window);
    private int position;
    private int limit;
    private long base;

    private long adjustmentNanos;
    private boolean hasStart;
    private long startNanos;
    private long intervalStartNanos;
    private long timeNanos;
    private boolean finished;
    private boolean anyRecord;
    private boolean badNumber;
    private long unusableBytes;

    private StatisticsReader(ByteSource source, StatisticsHeader header) {
        this.source = source;
        this.header = header;
        this.valueAt = new int[header.group().values().size() + 1];
        this.adjustmentNanos = header.adjustmentNanos();
        this.base = header.bodyOffset();
    }

    /** Open a file and read its header. */
    public static StatisticsReader open(Path file) throws TraceFormatException {
        ByteSource source = ByteSource.open(file);
        try {
            StatisticsReader reader = new StatisticsReader(source, StatisticsHeader.read(source));
            reader.readStart();
            return reader;
        } catch (TraceFormatException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    public StatisticsGroup group() {
        return header.group();
    }

    /** False for files from before June 2009, and when the file ends before its start stamp. */
    public boolean hasStart() {
        return hasStart;
    }

    /** Beginning of the first record's interval, ns since the epoch; without start stamp the first record's own time, 0 for none. */
    public long startNanos() {
        return startNanos;
    }

    /** Step to the next record; false when there is none. */
    public boolean next() throws TraceFormatException {
        if (finished) {
            return false;
        }
        long offset = base + position;
        if (!locateRecord()) {
            endInRecord(offset);
            return false;
        }
        if (timeNanos > 0 && stampIsZero(position) && restIsUnused(offset)) {
            finished = true;
            return false;
        }
        long stamp = adjusted(stampAt(position), offset);
        boolean first = !anyRecord && !hasStart;
        if (!first && stamp < timeNanos) {
            throw TraceFormatException.atByte(source.file(), offset, "time runs backwards");
        }
        intervalStartNanos = first ? stamp : timeNanos;
        timeNanos = stamp;
        anyRecord = true;
        position = valueAt[valueAt.length - 1];
        checkNumbers(offset);
        return true;
    }

    private void endInRecord(long offset) {
        finished = true;
        if (!isZero(position, limit)) {
            unusableBytes = (long) limit - position;
            note(offset, Severity.ERROR, "the file ends in a record; " + unusableBytes + " bytes are not usable");
        }
    }

    private boolean stampIsZero(int at) {
        return isZero(at, at + header.stampBytes());
    }

    private boolean isZero(int from, int to) {
        for (int i = from; i < to; i++) {
            if (window[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Read on to the end of the file: a process that was killed leaves the unused rest of its mapping as NUL bytes
     * (FORMATS A3). Nothing can be read afterwards.
     */
    private boolean restIsUnused(long offset) throws TraceFormatException {
        while (isZero(position, limit)) {
            position = limit;
            if (!require(1)) {
                return true;
            }
        }
        throw TraceFormatException.atByte(source.file(), offset, "time runs backwards");
    }

    /** End of the record's interval, ns since the epoch. */
    public long timeNanos() {
        return timeNanos;
    }

    /** Beginning of the record's interval: the previous record's time or the start. */
    public long intervalStartNanos() {
        return intervalStartNanos;
    }

    /** A value as a number, times its multiplier; NaN, infinities and strings are 0. */
    public double doubleValue(int index) {
        ValueDescription value = header.group().values().get(index);
        int at = valueAt[index];
        double stored =
                switch (value.type()) {
                    case INT32 -> bytes.getInt(at);
                    case INT64 -> bytes.getLong(at);
                    case FLOAT -> bytes.getFloat(at);
                    case DOUBLE -> bytes.getDouble(at);
                    case STRING -> 0;
                };
        if (Double.isNaN(stored) || Double.isInfinite(stored)) {
            return 0;
        }
        return value.multiplier() == 1 ? stored : stored * value.multiplier();
    }

    /** A value as an integer, times its multiplier; fractions are cut off. */
    public long longValue(int index) {
        ValueDescription value = header.group().values().get(index);
        if (value.multiplier() == 1 && value.type() == ValueType.INT64) {
            return bytes.getLong(valueAt[index]);
        }
        return (long) doubleValue(index);
    }

    /** A value as text. */
    public String stringValue(int index) {
        return switch (header.group().values().get(index).type()) {
            case INT32, INT64 -> Long.toString(longValue(index));
            case FLOAT, DOUBLE -> Double.toString(doubleValue(index));
            case STRING -> {
                int length = bytes.getShort(valueAt[index]) & 0xffff;
                yield new String(window, valueAt[index] + 2, length, StandardCharsets.UTF_8);
            }
        };
    }

    /** At the end: bytes of a record that is not complete. */
    public long unusableBytes() {
        return unusableBytes;
    }

    /** What was noticed so far. */
    public List<Finding> findings() {
        return Collections.unmodifiableList(findings);
    }

    @Override
    public void close() {
        source.close();
    }

    private void readStart() throws TraceFormatException {
        fill(DialectRule.SAMPLE_BYTES);
        long bodyBytes = ByteSource.length(source.file()) - header.bodyOffset();
        if (limit < header.stampBytes()) {
            return;
        }
        DialectRule.Verdict verdict = new DialectRule(header, window, limit).judge(bodyBytes);
        hasStart = verdict.hasStart();
        long stamp = stampAt(0);
        if (adjustmentNanos > 0 && stamp >= ABSOLUTE_NANOS && stamp + adjustmentNanos >= LATEST_NANOS) {
            adjustmentNanos = 0;
            note(base, Severity.NOTE, "timeAdjustment is not applied: the times are absolute already");
        }
        startNanos = adjusted(stamp, base);
        timeNanos = startNanos;
        intervalStartNanos = startNanos;
        if (hasStart) {
            position = header.stampBytes();
        } else {
            note(base, Severity.NOTE, "no start stamp: written before June 2009");
        }
        noteDoubt(verdict, bodyBytes);
    }

    private void noteDoubt(DialectRule.Verdict verdict, long bodyBytes) {
        if (verdict == DialectRule.Verdict.UNDECIDED) {
            finished = true;
            unusableBytes = bodyBytes - header.stampBytes();
            note(
                    base + header.stampBytes(),
                    Severity.ERROR,
                    "what is left of the file may begin with a start stamp or with a record; " + unusableBytes
                            + " bytes are not usable");
        } else if (!verdict.isSure()) {
            note(base, Severity.NOTE, "only the file's length tells whether it has a start stamp");
        }
    }

    /** Find out where the values of the record at the position are; false when it is not complete. */
    private boolean locateRecord() throws TraceFormatException {
        int relative = header.stampBytes();
        if (!require(relative)) {
            return false;
        }
        List<ValueDescription> values = header.group().values();
        for (int i = 0; i < values.size(); i++) {
            valueAt[i] = relative;
            if (values.get(i).type() == ValueType.STRING) {
                if (!require(relative + 2)) {
                    return false;
                }
                relative += 2 + (bytes.getShort(position + relative) & 0xffff);
            } else {
                relative += values.get(i).type().bytes();
            }
        }
        if (!require(relative)) {
            return false;
        }
        valueAt[values.size()] = relative;
        for (int i = 0; i < valueAt.length; i++) {
            valueAt[i] += position;
        }
        return true;
    }

    /** Have that many bytes behind the position in the window; moves the window. */
    private boolean require(int count) throws TraceFormatException {
        if (limit - position < count) {
            fill(count);
        }
        if (limit - position < count) {
            // Nothing more at the end of the file; where it is damaged, this tells.
            fill(count);
        }
        return limit - position >= count;
    }

    private void fill(int count) throws TraceFormatException {
        System.arraycopy(window, position, window, 0, limit - position);
        base += position;
        limit -= position;
        position = 0;
        if (window.length < count) {
            window = Arrays.copyOf(window, Math.max(count, window.length * 2));
            bytes = ByteBuffer.wrap(window);
        }
        limit += source.readFully(window, limit, window.length - limit);
    }

    private long stampAt(int at) {
        if (!header.epochStamps()) {
            return bytes.getInt(at) * header.resolutionNanos();
        }
        return bytes.getInt(at) * NANOS + bytes.getInt(at + 4);
    }

    private long adjusted(long stamp, long offset) throws TraceFormatException {
        try {
            return Math.addExact(stamp, adjustmentNanos);
        } catch (ArithmeticException e) {
            throw TraceFormatException.atByte(source.file(), offset, "time is out of range");
        }
    }

    private void checkNumbers(long offset) {
        List<ValueDescription> values = header.group().values();
        for (int i = 0; i < values.size() && !badNumber; i++) {
            boolean bad =
                    switch (values.get(i).type()) {
                        case FLOAT -> !Float.isFinite(bytes.getFloat(valueAt[i]));
                        case DOUBLE -> !Double.isFinite(bytes.getDouble(valueAt[i]));
                        default -> false;
                    };
            if (bad) {
                badNumber = true;
                note(offset, Severity.NOTE, "value '" + values.get(i).name() + "' is no finite number; read as 0");
            }
        }
    }

    private void note(long offset, Severity severity, String text) {
        findings.add(new Finding(source.file(), "byte " + offset, severity, text));
    }
}
