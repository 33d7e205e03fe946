// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.format.trace.TraceText;

/**
 * Copies the header and the records of a statistics file as they are, and leaves out records whose stamp is none or does not
 * lie between those of its neighbours. Records have one length, so that the next one is found behind damage; where texts make
 * them vary, everything behind the damage is lost.
 */
final class StatisticsRepair {
    private static final long NANOS = 1_000_000_000L;
    /** Longest interval that is believed, as in the reader's rule for old files. */
    private static final long LONGEST_NANOS = 10_000_000L * NANOS;

    private static final Pattern SHORT_STAMPS = Pattern.compile("timestampDatatype\\s*=\\s*[\"']INT(32)?[\"']");
    private static final Pattern END = Pattern.compile("</Statistics>[ \r]*\n?");
    private static final long NONE = Long.MIN_VALUE;

    private final TraceText text;
    private final OutputStream target;
    private final RepairLog log;
    private final List<ValueDescription> values;
    private final int stampBytes;
    private final byte[] field = new byte[8];
    /** Stamp of the last record that was kept. */
    private long previous = NONE;

    private long lostFrom = -1;

    private StatisticsRepair(
            TraceText text, OutputStream target, RepairLog log, List<ValueDescription> values, int stampBytes) {
        this.text = text;
        this.target = target;
        this.log = log;
        this.values = values;
        this.stampBytes = stampBytes;
    }

    /**
     * Write a valid file.
     *
     * @throws TraceFormatException when the header can't be read
     */
    static void repair(Path from, Path to, RepairLog log) throws TraceFormatException, IOException {
        try (StatisticsReader reader = StatisticsReader.open(from);
                TraceText text = TraceText.open(from);
                OutputStream target = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16)) {
            String head = head(text);
            int stampBytes = SHORT_STAMPS.matcher(head).find() ? 4 : 8;
            StatisticsRepair repair =
                    new StatisticsRepair(text, target, log, reader.group().values(), stampBytes);
            repair.run(head.length(), reader);
        }
    }

    /** Length, line feed and header, a char per byte. */
    private static String head(TraceText text) throws TraceFormatException {
        byte[] digits = new byte[16];
        String start = new String(digits, 0, text.read(0, digits, digits.length), StandardCharsets.ISO_8859_1);
        int line = start.indexOf('\n');
        int length = Integer.parseInt(start.substring(0, line));
        // The length may be in characters; then the header is longer in bytes.
        byte[] bytes = new byte[line + 1 + 4 * length];
        String head = new String(bytes, 0, text.read(0, bytes, bytes.length), StandardCharsets.ISO_8859_1);
        java.util.regex.Matcher end = END.matcher(head);
        int from = Math.max(0, line + 1 + length - "</Statistics>  \n".length());
        return end.find(from) ? head.substring(0, Math.max(end.end(), line + 1 + length)) : head;
    }

    private void run(long body, StatisticsReader reader) throws TraceFormatException, IOException {
        text.copy(0, body, target);
        long at = body;
        if (reader.hasStart() && stamp(body) != NONE) {
            previous = stamp(body);
            text.copy(body, body + stampBytes, target);
            at += stampBytes;
        }
        // What follows the first stamp may mean one thing or another.
        boolean undecided = reader.unusableBytes() > 0;
        long length = undecided ? -1 : recordBytes(at);
        while (length > 0) {
            if (isGood(at, at + length)) {
                lostUpTo(at);
                text.copy(at, at + length, target);
                previous = stamp(at);
            } else if (lostFrom < 0) {
                lostFrom = at;
            }
            at += length;
            length = lostFrom >= 0 && isVarying() ? -1 : recordBytes(at);
        }
        endAt(lostFrom < 0 ? at : lostFrom);
        target.flush();
    }

    /** NUL bytes at the end are what a process that was killed left unused. */
    private void endAt(long at) throws TraceFormatException {
        long end = text.length();
        if (at < end && text.isUnused(at)) {
            log.mended("byte " + at, end - at + " unused NUL bytes left out");
        } else {
            log.lostBytes(at, end);
        }
    }

    private void lostUpTo(long at) {
        if (lostFrom >= 0) {
            log.lostBytes(lostFrom, at);
            lostFrom = -1;
        }
    }

    /** Whether the record's stamp follows the one before, and the next one, if it does so too, follows it. */
    private boolean isGood(long at, long next) throws TraceFormatException {
        long stamp = stamp(at);
        if (!follows(previous, stamp)) {
            return false;
        }
        long after = recordBytes(next) < 0 ? NONE : stamp(next);
        return after == NONE || after >= stamp || !follows(previous, after);
    }

    private static boolean follows(long earlier, long later) {
        return later != NONE
                && (earlier == NONE || (later >= earlier && (earlier == 0 || later - earlier <= LONGEST_NANOS)));
    }

    /** ns, without the file's adjustment. */
    private long stamp(long at) throws TraceFormatException {
        if (text.read(at, field, stampBytes) < stampBytes) {
            return NONE;
        }
        ByteBuffer bytes = ByteBuffer.wrap(field);
        if (stampBytes == Integer.BYTES) {
            return bytes.getInt(0);
        }
        int nanos = bytes.getInt(4);
        return nanos < 0 || nanos >= NANOS ? NONE : bytes.getInt(0) * NANOS + nanos;
    }

    private boolean isVarying() {
        return values.stream().anyMatch(value -> value.type() == ValueType.STRING);
    }

    /** Length of the record at an offset; -1 when the file ends in it. */
    private long recordBytes(long at) throws TraceFormatException {
        long length = stampBytes;
        for (ValueDescription value : values) {
            if (value.type() == ValueType.STRING) {
                if (text.read(at + length, field, Short.BYTES) < Short.BYTES) {
                    return -1;
                }
                length += Short.BYTES + (ByteBuffer.wrap(field).getShort(0) & 0xffff);
            } else {
                length += value.type().bytes();
            }
        }
        return at + length <= text.length() ? length : -1;
    }
}
