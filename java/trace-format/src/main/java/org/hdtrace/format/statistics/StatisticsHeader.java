// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.internal.ElementReader;
import org.hdtrace.format.internal.ElementTape;
import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlScanner;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.DataElements;

/**
 * The XML header of a statistics file.
 *
 * @param bodyOffset where the records begin
 * @param adjustmentNanos to add to every stamp
 * @param epochStamps stamps are seconds and nanoseconds; else one number times the resolution
 */
record StatisticsHeader(
        StatisticsGroup group, long bodyOffset, long adjustmentNanos, boolean epochStamps, long resolutionNanos) {
    private static final int MOST_LENGTH_DIGITS = 12;
    private static final byte[] END = {'<', '/', 'S', 't', 'a', 't', 'i', 's', 't', 'i', 'c', 's', '>'};

    int stampBytes() {
        return epochStamps ? 8 : 4;
    }

    /** Bytes of a record with its stamp; -1 when they vary. */
    int recordBytes() {
        int sum = stampBytes();
        for (ValueDescription value : group.values()) {
            if (value.type().bytes() < 0) {
                return -1;
            }
            sum += value.type().bytes();
        }
        return sum;
    }

    /** Read the header; the source stands at the first record afterwards. */
    static StatisticsHeader read(ByteSource source) throws TraceFormatException {
        int length = readLength(source);
        long offset = source.offset();
        byte[] text = new byte[Math.min(length, 1 << 16)];
        int filled = 0;
        while (filled < length) {
            int wanted = Math.min(text.length, length) - filled;
            int count = source.readFully(text, filled, wanted);
            filled += count;
            if (count < wanted) {
                throw error(source, source.offset(), "the file ends in its header");
            }
            if (filled < length) {
                text = Arrays.copyOf(text, Math.min(length, text.length * 2));
            }
        }
        byte[] whole = complete(source, text);
        return interpret(source.file(), offset, whole, parse(source.file(), offset, whole));
    }

    private static int readLength(ByteSource source) throws TraceFormatException {
        byte[] one = new byte[1];
        long length = 0;
        for (int digits = 0; source.readFully(one, 0, 1) == 1; digits++) {
            if (one[0] == '\n' && digits > 0) {
                if (length > Limits.STATISTICS_HEADER_BYTES) {
                    String limit = Limits.STATISTICS_HEADER_BYTES + " B";
                    throw error(source, 0, "header of " + length + " B is longer than " + limit);
                }
                return (int) length;
            }
            if (one[0] < '0' || one[0] > '9' || digits == MOST_LENGTH_DIGITS) {
                throw error(source, digits, "is not a statistics file: no header length at the beginning");
            }
            length = length * 10 + (one[0] - '0');
        }
        throw error(
                source, source.offset(), source.offset() == 0 ? "the file is empty" : "the file ends in its header");
    }

    /** The original's Java writer gives the length in characters; then the header goes on up to its end tag. */
    private static byte[] complete(ByteSource source, byte[] text) throws TraceFormatException {
        byte[] whole = text;
        int length = text.length;
        boolean mayGoOn = hasNonAscii(text);
        int most = (int) Math.min(Limits.STATISTICS_HEADER_BYTES, 4L * text.length);
        while (!endsWithTag(whole, length, mayGoOn)) {
            if (length >= most || !mayGoOn) {
                throw error(source, source.offset(), "the header does not end with </Statistics>");
            }
            whole = length == whole.length ? Arrays.copyOf(whole, length * 2) : whole;
            if (source.readFully(whole, length, 1) < 1) {
                throw error(source, source.offset(), "the file ends in its header");
            }
            length++;
        }
        return Arrays.copyOf(whole, length);
    }

    private static boolean endsWithTag(byte[] text, int length, boolean withLineFeed) {
        int end = length;
        while (end > 0 && (text[end - 1] == '\n' || text[end - 1] == ' ' || text[end - 1] == '\r')) {
            end--;
        }
        boolean tag = end >= END.length && Arrays.equals(text, end - END.length, end, END, 0, END.length);
        return tag && (!withLineFeed || end < length);
    }

    private static boolean hasNonAscii(byte[] text) {
        for (byte b : text) {
            if (b < 0) {
                return true;
            }
        }
        return false;
    }

    private static DataElement parse(Path file, long offset, byte[] text) throws TraceFormatException {
        try (XmlScanner scanner = new XmlScanner(ByteSource.of(file, offset, text))) {
            ElementTape tape = new ElementTape();
            NameTable names = new NameTable();
            if (scanner.next(false) != XmlScanner.Token.START || !scanner.nameEquals("Statistics")) {
                throw scanner.error("the header does not begin with <Statistics>");
            }
            String root = scanner.name(names);
            Attributes attributes = DataElements.attributesOf(tapeOf(scanner, tape), names);
            if (!ElementReader.read(scanner, tape, names)) {
                throw scanner.error("the header ends within an element");
            }
            return new DataElement(root, attributes, "", DataElements.contentOf(tape, names));
        }
    }

    private static ElementTape tapeOf(XmlScanner scanner, ElementTape tape) {
        scanner.view(tape);
        return tape;
    }

    private static StatisticsHeader interpret(Path file, long offset, byte[] text, DataElement root)
            throws TraceFormatException {
        DataElement group = null;
        List<String> labels = new ArrayList<>();
        for (DataElement child : root.children()) {
            if (child.name().equals("Group") && group == null) {
                group = child;
            } else if (child.name().equals("TopologyNode")) {
                addLabels(child, labels);
            }
        }
        if (group == null || !group.attributes().contains("name")) {
            throw TraceFormatException.atByte(file, offset, "the header has no Group with a name");
        }
        Attributes attributes = group.attributes();
        String adjustment = attributes.get("timeAdjustment", "0");
        byte[] adjustmentBytes = adjustment.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        long adjustmentNanos = TimeText.parse(adjustmentBytes, 0, adjustmentBytes.length);
        if (adjustmentNanos == TimeText.INVALID) {
            throw TraceFormatException.atByte(file, offset, "timeAdjustment='" + adjustment + "' is no time");
        }
        List<ValueDescription> values = new ArrayList<>();
        for (DataElement value : group.children()) {
            values.add(value(file, offset, value));
        }
        return new StatisticsHeader(
                new StatisticsGroup(
                        attributes.get("name"),
                        labels,
                        values,
                        attributes.without("name", "timestampDatatype", "timeAdjustment", "timeResulution")),
                offset + text.length,
                adjustmentNanos,
                isEpoch(file, offset, attributes.get("timestampDatatype", "EPOCH")),
                resolution(file, offset, attributes.get("timeResulution", "")));
    }

    private static void addLabels(DataElement element, List<String> labels) {
        DataElement at = element;
        while (!at.children().isEmpty()) {
            at = at.children().get(0);
            labels.add(at.attributes().get("value", at.attributes().get("name", "")));
        }
    }

    private static ValueDescription value(Path file, long offset, DataElement element) throws TraceFormatException {
        Attributes attributes = element.attributes();
        // The oldest headers use the value's name as tag.
        String name = attributes.get("name", element.name());
        String typeName = attributes.get("type", "").toUpperCase(Locale.ROOT);
        double multiplier;
        try {
            multiplier = Double.parseDouble(attributes.get("multiplier", "1"));
        } catch (NumberFormatException e) {
            throw TraceFormatException.atByte(file, offset, "value '" + name + "' has a multiplier that is no number");
        }
        for (ValueType type : ValueType.values()) {
            if (type.name().equals(typeName) || (type == ValueType.INT64 && typeName.equals("UINT64"))) {
                String unit = attributes.get("unit", "");
                return new ValueDescription(name, type, unit, attributes.get("grouping", ""), multiplier);
            }
        }
        throw TraceFormatException.atByte(file, offset, "value '" + name + "' has the unknown type '" + typeName + "'");
    }

    private static boolean isEpoch(Path file, long offset, String stampType) throws TraceFormatException {
        return switch (stampType.toUpperCase(Locale.ROOT)) {
            case "EPOCH" -> true;
            case "INT32", "INT" -> false;
            default -> throw TraceFormatException.atByte(file, offset, "unknown timestampDatatype '" + stampType + "'");
        };
    }

    private static long resolution(Path file, long offset, String name) throws TraceFormatException {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "" -> 1;
            case "microseconds", "mikroseconds" -> 1_000;
            case "milliseconds" -> 1_000_000;
            default -> throw TraceFormatException.atByte(file, offset, "unknown timeResulution '" + name + "'");
        };
    }

    private static TraceFormatException error(ByteSource source, long offset, String reason) {
        return TraceFormatException.atByte(source.file(), offset, reason);
    }
}
