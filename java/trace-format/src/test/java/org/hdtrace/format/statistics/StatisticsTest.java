// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.trace.Attributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticsTest {
    private static final long START = 1_795_206_745_331_816_000L;
    private static final StatisticsGroup GROUP = new StatisticsGroup(
            "Utilization",
            List.of("n1", "0"),
            List.of(
                    new ValueDescription("A", ValueType.INT32, "#", "g<1>"),
                    new ValueDescription("B", ValueType.INT64, "", ""),
                    new ValueDescription("C", ValueType.FLOAT, "%", ""),
                    new ValueDescription("D", ValueType.DOUBLE, "W", "Power")),
            Attributes.of("biasNs", "5", "unavailable", "cpu \"x\""));

    @Provide
    Arbitrary<List<Long>> steps() {
        return Arbitraries.longs().between(0, 60_000_000_000L).list().ofMaxSize(6);
    }

    @Property(tries = 200)
    void readsWhatWasWritten(
            @ForAll("steps") List<Long> steps, @ForAll int a, @ForAll long b, @ForAll float c, @ForAll double d)
            throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.stat");
            write(file, steps, a, b, c, d);
            assertEquals(!steps.isEmpty(), Files.exists(file));
            if (steps.isEmpty()) {
                return;
            }
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                assertEquals(GROUP, reader.group());
                assertTrue(reader.hasStart());
                assertEquals(START, reader.startNanos());
                long time = START;
                for (long step : steps) {
                    assertTrue(reader.next());
                    assertEquals(time, reader.intervalStartNanos());
                    time += step;
                    assertEquals(time, reader.timeNanos());
                    assertEquals(a, reader.longValue(0));
                    assertEquals(b, reader.longValue(1));
                    assertEquals(c, (float) reader.doubleValue(2));
                    assertEquals(d, reader.doubleValue(3));
                }
                assertFalse(reader.next());
                assertEquals(0, reader.unusableBytes());
            }
        }
    }

    @Test
    void deliversCompleteRecordsWhereverTheFileIsCut() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.stat");
            write(file, List.of(1L, 2L, 1_000_000_000L), 1, 2, 3, 4);
            byte[] whole = Files.readAllBytes(file);
            int body = whole.length - 8 - 3 * 32;
            for (int length = body; length <= whole.length; length++) {
                Path cut = files.write("cut.stat", Arrays.copyOf(whole, length));
                try (StatisticsReader reader = StatisticsReader.open(cut)) {
                    int records = 0;
                    while (reader.next()) {
                        records++;
                    }
                    int bytes = length - body;
                    assertEquals(Math.max(0, bytes - 8) / 32, records, "length " + length);
                    assertEquals(bytes < 8 ? bytes : (bytes - 8) % 32, reader.unusableBytes());
                }
            }
            for (int length = 1; length < body; length++) {
                Path cut = files.write("cut.stat", Arrays.copyOf(whole, length));
                assertThrows(TraceFormatException.class, () -> StatisticsReader.open(cut)
                        .close());
            }
        }
    }

    @Test
    void recognisesFilesWithoutStartStampAndTimesThatAreAbsoluteAlready() throws Exception {
        String values = "<Value name='A' type='INT32'/><Value name='B' type='FLOAT'/>";
        try (TestFiles files = new TestFiles()) {
            byte[] records = bytes(out -> {
                for (int i = 0; i < 3; i++) {
                    out.writeInt(1_242_562_361 + i);
                    out.writeInt(5);
                    out.writeInt(i);
                    out.writeFloat(0.5f);
                }
            });
            Path file = files.write(
                    "a.stat", withHeader("timestampDatatype='EPOCH' timeAdjustment='1242562359.6'", values, records));
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                assertFalse(reader.hasStart());
                assertTrue(reader.next());
                assertEquals(1_242_562_361_000_000_005L, reader.timeNanos());
                assertEquals(reader.timeNanos(), reader.intervalStartNanos());
                assertTrue(reader.next());
                assertTrue(reader.next());
                assertEquals(2, reader.longValue(0));
                assertFalse(reader.next());
                assertEquals(2, reader.findings().size());
            }
        }
    }

    @Test
    void readsNumberStampsOfAnyResolution() throws Exception {
        for (String[] resolution : new String[][] {
            {"Milliseconds", "1000000"}, {"Mikroseconds", "1000"}, {"Microseconds", "1000"}, {"", "1"}
        }) {
            byte[] body = bytes(out -> {
                out.writeInt(10);
                out.writeInt(20);
                out.writeInt(7);
            });
            String attributes = "timestampDatatype='INT' timeAdjustment='1s' timeResulution='" + resolution[0] + "'";
            try (TestFiles files = new TestFiles()) {
                Path file = files.write("a.stat", withHeader(attributes, "<X type='int32' multiplier='2'/>", body));
                try (StatisticsReader reader = StatisticsReader.open(file)) {
                    long unit = Long.parseLong(resolution[1]);
                    assertEquals(1_000_000_000L + 10 * unit, reader.startNanos());
                    assertTrue(reader.next());
                    assertEquals(1_000_000_000L + 20 * unit, reader.timeNanos());
                    assertEquals("X", reader.group().values().get(0).name());
                    assertEquals(14, reader.longValue(0));
                    assertEquals(14.0, reader.doubleValue(0));
                }
            }
        }
    }

    @Test
    void readsStringsAndTakesNotFiniteNumbersForZero() throws Exception {
        byte[] body = bytes(out -> {
            out.writeLong(0);
            out.writeInt(1);
            out.writeInt(0);
            out.writeShort(3);
            out.write("a\u00e4".getBytes(StandardCharsets.UTF_8));
            out.writeFloat(Float.NaN);
        });
        String values = "<V name='s' type='STRING'/><V name='f' type='FLOAT'/>";
        try (TestFiles files = new TestFiles()) {
            Path file = files.write("a.stat", withHeader("timestampDatatype='EPOCH'", values, body));
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                assertTrue(reader.next());
                assertEquals("a\u00e4", reader.stringValue(0));
                assertEquals(0, reader.doubleValue(1));
                assertEquals(1, reader.findings().size());
                assertFalse(reader.next());
            }
        }
    }

    @Test
    void acceptsAHeaderLengthInCharactersAndWithAnyNumberOfDigits() throws Exception {
        String header =
                "<Statistics version=\"1\"><Group name=\"G\"><Statistics name=\"\u00e4\u00f6\" type=\"INT32\"/></Group></Statistics>\n";
        byte[] body = bytes(out -> {
            out.writeLong(0);
            out.writeLong(0);
            out.writeInt(9);
        });
        for (String length : List.of("" + header.length(), "0000" + header.getBytes(StandardCharsets.UTF_8).length)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write((length + "\n" + header).getBytes(StandardCharsets.UTF_8));
            bytes.write(body);
            try (TestFiles files = new TestFiles();
                    StatisticsReader reader = StatisticsReader.open(files.write("a.stat", bytes.toByteArray()))) {
                assertEquals("\u00e4\u00f6", reader.group().values().get(0).name());
                assertTrue(reader.next());
                assertEquals(9, reader.longValue(0));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 11, 12, 13, 100, 70_000, 200_004})
    void takesNulBytesAtTheEndForTheUnusedRestOfAMapping(int unused) throws Exception {
        byte[] body = bytes(out -> {
            out.writeInt(10);
            out.writeInt(0);
            for (int second = 11; second <= 13; second++) {
                out.writeInt(second);
                out.writeInt(0);
                out.writeInt(0);
            }
            out.write(new byte[unused]);
        });
        try (TestFiles files = new TestFiles();
                StatisticsReader reader = StatisticsReader.open(
                        files.write("a.stat", withHeader("", "<V name='s' type='INT32'/>", body)))) {
            for (long second = 11; second <= 13; second++) {
                assertTrue(reader.next());
                assertEquals(second * 1_000_000_000L, reader.timeNanos());
            }
            assertFalse(reader.next());
            assertEquals(0, reader.unusableBytes());
            assertEquals(List.of(), reader.findings());
        }
    }

    @Test
    void refusesRecordsBehindNulBytes() throws Exception {
        byte[] body = bytes(out -> {
            out.writeInt(10);
            out.writeInt(0);
            out.write(new byte[100_000]);
            out.writeInt(7);
        });
        try (TestFiles files = new TestFiles();
                StatisticsReader reader = StatisticsReader.open(
                        files.write("a.stat", withHeader("", "<V name='s' type='INT32'/>", body)))) {
            assertThrows(TraceFormatException.class, reader::next);
        }
    }

    @Test
    void refusesTimesThatRunBackwards() throws Exception {
        byte[] body = bytes(out -> {
            out.writeInt(10);
            out.writeInt(0);
            out.writeInt(9);
            out.writeInt(0);
            out.writeInt(1);
        });
        try (TestFiles files = new TestFiles();
                StatisticsReader reader = StatisticsReader.open(
                        files.write("a.stat", withHeader("", "<V name='s' type='INT32'/>", body)))) {
            TraceFormatException e = assertThrows(TraceFormatException.class, reader::next);
            assertEquals("time runs backwards", e.reason());
        }
    }

    @Test
    void refusesAHeaderThatIsTooLong() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write("a.stat", "16777217\n<Statistics>");
            TraceFormatException e = assertThrows(TraceFormatException.class, () -> StatisticsReader.open(file));
            assertTrue(e.reason().contains("is longer than 16777216 B"), e.reason());
        }
    }

    @Test
    void declaresTheTypesOfTheCLibrary() throws Exception {
        Path header = Path.of(System.getProperty("hd.root"), "tracewriting-c", "include", "hdtrace", "stats.h");
        Matcher list = Pattern.compile("#define HD_STATS_TYPE_LIST\\(X\\)(.*)").matcher(Files.readString(header));
        assertTrue(list.find(), "HD_STATS_TYPE_LIST is not in stats.h");
        List<String> inC = new ArrayList<>();
        Matcher entry = Pattern.compile("X\\((\\w+), (\\d+)\\)").matcher(list.group(1));
        while (entry.find()) {
            inC.add(entry.group(1) + " " + entry.group(2));
        }
        List<String> inJava = Arrays.stream(ValueType.values())
                .filter(type -> type != ValueType.STRING)
                .map(type -> type.name() + " " + type.bytes())
                .toList();
        assertEquals(inJava, inC);
    }

    /** Every second that a stamp holds, every type, as many values and characters as the format allows. */
    @Property(tries = 200)
    void readsAnyGroupAtAnyTime(
            @ForAll("types") List<ValueType> types,
            @ForAll @IntRange(min = Integer.MIN_VALUE, max = Integer.MAX_VALUE - 7) int second,
            @ForAll @IntRange(min = 0, max = 999_999_999) int nanos,
            @ForAll long bits)
            throws Exception {
        long start = second * 1_000_000_000L + nanos;
        List<ValueDescription> values = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            String name = (i + "\u00e4\ud83d\ude00<&>".repeat(10)).substring(0, 49);
            values.add(new ValueDescription(name, types.get(i), "%<>&'\"\u20ac#9", "g".repeat(19)));
        }
        StatisticsGroup group = new StatisticsGroup("G".repeat(19), List.of("n\u20ac", "'"), values);
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.stat");
            try (StatisticsWriter writer = StatisticsWriter.create(file, group)) {
                writer.begin(start);
                for (int record = 0; record < 3; record++) {
                    for (int i = 0; i < types.size(); i++) {
                        put(writer, types.get(i), i, bits * (record + 1) + i);
                    }
                    writer.endRecord(start + record * 3_000_000_000L);
                }
            }
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                assertEquals(group, reader.group());
                assertTrue(reader.hasStart());
                assertEquals(start, reader.startNanos());
                for (int record = 0; record < 3; record++) {
                    assertTrue(reader.next());
                    assertEquals(start + record * 3_000_000_000L, reader.timeNanos());
                    for (int i = 0; i < types.size(); i++) {
                        assertHeld(reader, types.get(i), i, bits * (record + 1) + i);
                    }
                }
                assertFalse(reader.next());
            }
        }
    }

    @Provide
    Arbitrary<List<ValueType>> types() {
        return Arbitraries.of(ValueType.INT32, ValueType.INT64, ValueType.FLOAT, ValueType.DOUBLE)
                .list()
                .ofMaxSize(256);
    }

    private static void put(StatisticsWriter writer, ValueType type, int index, long bits) {
        int low = (int) bits;
        switch (type) {
            case INT32 -> writer.setLong(index, low);
            case INT64 -> writer.setLong(index, bits);
            case FLOAT -> writer.setDouble(index, Float.intBitsToFloat(low));
            default -> writer.setDouble(index, Double.longBitsToDouble(bits));
        }
    }

    /** What is no finite number is 0. */
    private static void assertHeld(StatisticsReader reader, ValueType type, int index, long bits) {
        int low = (int) bits;
        float single = Float.intBitsToFloat(low);
        double full = Double.longBitsToDouble(bits);
        switch (type) {
            case INT32 -> assertEquals(low, reader.longValue(index));
            case INT64 -> assertEquals(bits, reader.longValue(index));
            case FLOAT -> assertEquals(Float.isFinite(single) ? single : 0, reader.doubleValue(index));
            default -> assertEquals(Double.isFinite(full) ? full : 0, reader.doubleValue(index));
        }
    }

    @Property(tries = 100)
    void valuesAreWrittenTogetherAsOneByOne(@ForAll List<Integer> numbers, @ForAll boolean inPool) throws Exception {
        StatisticsGroup group = new StatisticsGroup(
                "G",
                List.of("n"),
                List.of(
                        new ValueDescription("A", ValueType.FLOAT, "", ""),
                        new ValueDescription("B", ValueType.INT32, "", ""),
                        new ValueDescription("C", ValueType.INT64, "", "")));
        try (TestFiles files = new TestFiles();
                WriterPool pool = new WriterPool()) {
            Path together = files.file("together.stat");
            Path single = files.file("single.stat");
            try (StatisticsWriter one = inPool
                            ? StatisticsWriter.create(pool, together, group)
                            : StatisticsWriter.create(together, group);
                    StatisticsWriter other = StatisticsWriter.create(single, group)) {
                one.begin(START);
                other.begin(START);
                long time = START;
                for (int number : numbers) {
                    time += number & 0xFFFF;
                    float first = Float.intBitsToFloat(number);
                    one.write(time, first, number, (long) number * number);
                    other.setDouble(0, first);
                    other.setLong(1, number);
                    other.setLong(2, (long) number * number);
                    other.endRecord(time);
                    // Values that aren't set are 0, whatever was written before.
                    one.endRecord(time);
                    other.endRecord(time);
                }
            }
            assertEquals(numbers.isEmpty(), !Files.exists(single));
            if (!numbers.isEmpty()) {
                assertArrayEquals(Files.readAllBytes(single), Files.readAllBytes(together));
            }
        }
    }

    @Test
    void valuesOfOtherTypesAreNotWrittenTogether() throws Exception {
        try (TestFiles files = new TestFiles();
                StatisticsWriter writer = StatisticsWriter.create(files.file("a.stat"), GROUP)) {
            writer.begin(START);
            assertThrows(IllegalStateException.class, () -> writer.write(START, 1, 2, 3));
        }
    }

    @Test
    void arraysAreWrittenAsSingleValuesAre() throws Exception {
        double[] values = {Double.NaN, Double.POSITIVE_INFINITY, -1e300, 1e-300, 3e9, -0.0};
        try (TestFiles files = new TestFiles()) {
            for (ValueType last : List.of(ValueType.DOUBLE, ValueType.FLOAT, ValueType.INT32, ValueType.INT64)) {
                Path array = files.file("array.stat");
                Path single = files.file("single.stat");
                StatisticsGroup group = sixValues(last);
                try (StatisticsWriter one = StatisticsWriter.create(array, group);
                        StatisticsWriter other = StatisticsWriter.create(single, group)) {
                    one.begin(START);
                    other.begin(START);
                    // More than the writer keeps to itself.
                    for (int record = 0; record < 3000; record++) {
                        values[5] = record;
                        one.write(START + record, values);
                        for (int i = 0; i < values.length; i++) {
                            other.setDouble(i, values[i]);
                        }
                        other.endRecord(START + record);
                    }
                    assertThrows(IllegalArgumentException.class, () -> one.write(START + 3000, new double[5]));
                }
                assertEquals(-1, Files.mismatch(array, single), last.name());
                try (StatisticsReader reader = StatisticsReader.open(array)) {
                    for (int record = 0; record < 3000; record++) {
                        assertTrue(reader.next());
                        assertEquals(START + record, reader.timeNanos());
                        assertEquals(0.0, reader.doubleValue(0));
                        assertEquals(0.0, reader.doubleValue(1));
                        assertEquals(-1e300, reader.doubleValue(2));
                        assertEquals(record, reader.doubleValue(5));
                    }
                    assertTrue(!reader.next());
                    assertEquals(List.of(), reader.findings());
                }
            }
        }
    }

    private static StatisticsGroup sixValues(ValueType last) {
        List<ValueDescription> values = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            values.add(new ValueDescription("v" + i, i < 5 ? ValueType.DOUBLE : last, "", ""));
        }
        return new StatisticsGroup("G", List.of(), values);
    }

    private interface Output {
        void write(DataOutputStream out) throws IOException;
    }

    private static byte[] bytes(Output output) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        output.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static byte[] withHeader(String groupAttributes, String values, byte[] body) throws IOException {
        String header = "<Statistics><Group name='G' " + groupAttributes + ">" + values + "</Group></Statistics>\n";
        return bytes(out -> {
            out.write((header.length() + "\n" + header).getBytes(StandardCharsets.UTF_8));
            out.write(body);
        });
    }

    private static void write(Path file, List<Long> steps, int a, long b, float c, double d) throws IOException {
        try (StatisticsWriter writer = StatisticsWriter.create(file, GROUP)) {
            writer.begin(START);
            long time = START;
            for (long step : steps) {
                time += step;
                writer.setLong(0, a);
                writer.setLong(1, b);
                writer.setDouble(2, c);
                writer.setDouble(3, d);
                writer.endRecord(time);
            }
        }
    }
}
