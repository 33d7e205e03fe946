// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

class TraceCursorTest {

    /** One line per entry: o for orphan, depth, name. */
    private static String read(String text) throws IOException, TraceFormatException {
        try (TestFiles files = new TestFiles()) {
            return read(files.write("a.trc", text));
        }
    }

    private static String read(Path file) throws TraceFormatException {
        StringBuilder lines = new StringBuilder();
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                lines.append(cursor.isOrphan() ? "o" : "")
                        .append(cursor.depth())
                        .append(cursor.name())
                        .append(' ');
            }
            lines.append(cursor.isComplete() ? "complete" : "cut").append(' ').append(cursor.unusableBytes());
        }
        return lines.toString();
    }

    private static TraceFormatException refused(String text) {
        return assertThrows(TraceFormatException.class, () -> read(text));
    }

    @Test
    void attachesNestedStatesToParentsWithDataChildren() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(
                    "a.trc",
                    "<Program><Nested><Send time='1' end='2'/></Nested>"
                            + "<Waitall time='0' end='3'><For rid='7'/><For rid='8'>x &amp; y</For></Waitall></Program>");
            try (TraceReader reader = TraceReader.open(file)) {
                TraceEntry wait = reader.next();
                assertEquals("Send", wait.children().get(0).name());
                assertEquals(
                        List.of("7", "8"),
                        wait.data().stream().map(d -> d.attributes().get("rid")).toList());
                assertEquals("x & y", wait.data().get(1).text());
            }
        }
    }

    @Test
    void deliversStatesWithoutParentAsOrphans() throws Exception {
        assertEquals("o1A cut 0", read("<Program><Nested><A time='0' end='1'/>"));
        assertEquals("o1A cut 3", read("<Program><Nested><A time='0' end='1'/></Nested>\n<B "));
        assertEquals(
                "2A o1B cut 0", read("<Program><Nested><Nested><A time='0' end='1'/></Nested><B time='0' end='1'/>"));
        assertEquals(
                "1A 0C complete 0",
                read("<Program><Nested><A time='0' end='1'/></Nested><C time='0' end='1'/></Program>"));
    }

    @Test
    void findsOrphansInFilesThatHaveTheirEndTag() throws Exception {
        assertEquals("o1A complete 0", read("<Program><Nested><A time='0' end='1'/></Program>"));
        assertEquals(
                "o2A 1B 0C complete 0",
                read("<Program><Nested><Nested><A time='0' end='1'/></Nested></Nested>"
                        + "<Nested><B time='0' end='1'/></Nested><C time='0' end='1'/></Program>"));
    }

    @Test
    void eventsAdoptNothing() throws Exception {
        assertEquals(
                "1A 0ev 0B complete 0",
                read("<Program><Nested><A time='0' end='1'/></Nested><Event name='ev' time='1'/>"
                        + "<B time='0' end='1'/></Program>"));
    }

    @Test
    void takesAnEmptyNestedElementForTheEndOfABlock() throws Exception {
        assertEquals(
                "1A 0B complete 0",
                read("<Program><Nested><A time='0' end='1'/><Nested/><B time='0' end='1'/></Program>"));
    }

    @Test
    void countsTheBytesOfAnIncompleteEntry() throws Exception {
        assertEquals("0A cut 5", read("<Program><A time='0' end='1'/>\n<B ti"));
        assertEquals("0A cut 35", read("<Program><A time='0' end='1'/><B time='0' end='1'><For rid='12'/>"));
        assertEquals("cut 4", read("<Pro"));
        assertEquals("0A complete 3", read("<Program><A time='0' end='1'/></Program>\nabc"));
    }

    @Test
    void leavesCommentsDeclarationsAndInstructionsOut() throws Exception {
        assertEquals(
                "0A complete 0",
                read(
                        "<?xml version='1.0'?><!-- <B/> --><Program><!-- -- x --><?p?><A time='0' end='1'/></Program><!-- end -->"));
    }

    @Test
    void appliesTheAdjustmentAndInterpolatesTheClockOffset() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(
                    "a.trc",
                    "<Program timeAdjustment='100' clockOffset='0.5@10 1.5@20     '>"
                            + "<A time='0' end='10'/><B time='15' end='20'/><C time='30' end='30.5'/></Program>");
            try (TraceCursor cursor = TraceCursor.open(file)) {
                assertTrue(cursor.next());
                assertEquals(100_500_000_000L, cursor.startNanos());
                assertEquals(110_500_000_000L, cursor.endNanos());
                assertTrue(cursor.next());
                assertEquals(116_000_000_000L, cursor.startNanos());
                assertEquals(121_500_000_000L, cursor.endNanos());
                assertTrue(cursor.next());
                assertEquals(132_500_000_000L, cursor.startNanos());
            }
        }
        assertEquals(5, ClockOffset.parse("0.000000005@3").orElseThrow().at(Long.MAX_VALUE));
        assertFalse(ClockOffset.parse("1 2").isPresent());
    }

    @Test
    void readsCompressedTracesByContent() throws Exception {
        byte[] text = "<Program><Nested><A time='0' end='1'/></Nested><B time='0' end='1'/></Program>"
                .getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(gzip)) {
            stream.write(text);
        }
        byte[] zstd = Zstd.compress(text);
        try (TestFiles files = new TestFiles()) {
            assertEquals("1A 0B complete 0", read(files.write("a.trc", gzip.toByteArray())));
            assertEquals("1A 0B complete 0", read(files.write("b.trc", zstd)));
            byte[] first = Zstd.compress(java.util.Arrays.copyOf(text, 20));
            byte[] second = Zstd.compress(java.util.Arrays.copyOfRange(text, 20, text.length));
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.write(first);
            both.write(second);
            both.write(new byte[] {0x5e, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9});
            assertEquals("1A 0B complete 0", read(files.write("c.trc", both.toByteArray())));
            byte[] cut = java.util.Arrays.copyOf(both.toByteArray(), first.length + 5);
            assertEquals("cut 3", read(files.write("d.trc", cut)));
        }
    }

    @Test
    void refusesMalformedTextAndNamesTheByte() {
        assertEquals(
                "byte 34",
                refused("<Program><A time='0' end='1' b='o'ut'/></Program>").position());
        assertEquals("byte 9", refused("<Program><A end='1'/></Program>").position());
        assertEquals(
                "A without 'time'", refused("<Program><A end='1'/></Program>").reason());
        assertEquals(
                "A without 'end'", refused("<Program><A time='1'/></Program>").reason());
        assertEquals(
                "time='x' is no time",
                refused("<Program><A time='x' end='1'/></Program>").reason());
        assertTrue(refused("<Program><A time='0' end='1'><B></A></Program>")
                .reason()
                .contains("</A>"));
        assertTrue(refused("<Program></Nested></Program>").reason().contains("closes nothing"));
        assertTrue(refused("<Program><A time='0' end='1' b='&nbsp;'/></Program>")
                .reason()
                .contains("entity"));
        assertTrue(refused("<Program><A time='0' end='1' b='&#0;'/></Program>")
                .reason()
                .contains("entity"));
        assertTrue(refused("<Program><Event time='0'/></Program>").reason().contains("without name"));
    }

    @Test
    void enforcesTheLimits() {
        String deep = "<Program>" + "<Nested>".repeat(Limits.DEPTH + 1);
        assertTrue(refused(deep).reason().contains("deeper than 1024"));
        String elements = "<Program><A time='0' end='1'>" + "<b>".repeat(Limits.DEPTH + 1);
        assertTrue(refused(elements).reason().contains("deeper than 1024"));
        String value = "<Program><A time='0' end='1' b='" + "x".repeat(Limits.VALUE_BYTES + 1) + "'/></Program>";
        assertTrue(refused(value).reason().contains("longer than 1048576 B"));
        StringBuilder many = new StringBuilder("<Program><A time='0' end='1'");
        for (int i = 0; i < Limits.ATTRIBUTES; i++) {
            many.append(" a").append(i).append("=''");
        }
        assertTrue(refused(many.append("/></Program>").toString()).reason().contains("more than 4096 attributes"));
    }

    @Test
    void readsAttributesWithoutStrings() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(
                    "a.trc", "<Program><A size='42' bad='x' min='-9223372036854775808' time='0' end='1'/></Program>");
            try (TraceCursor cursor = TraceCursor.open(file)) {
                assertTrue(cursor.next());
                assertEquals(42, cursor.attributeLong("size", -1));
                assertEquals(-1, cursor.attributeLong("bad", -1));
                assertEquals(-2, cursor.attributeLong("none", -2));
                assertEquals(Long.MIN_VALUE, cursor.attributeLong("min", 0));
                assertEquals(3, cursor.attributeCount());
                assertEquals(
                        Attributes.of("size", "42", "bad", "x", "min", "-9223372036854775808"), cursor.attributes());
            }
        }
    }

    /** What is known of a kind of tags must hold for the next of it, whatever its values are. */
    @Test
    void asksTheAttributesInTurnForWhatWasMoved() throws Exception {
        String often = " a='1'".repeat(40);
        String[][] states = {
            {"<A size='5'", "5"},
            {"<A size='-5'", "0"},
            {"<A size='6'", "6"},
            {"<A size='1' bytes='7'", "7"},
            {"<A size='1' bytes='x'", "1"},
            {"<A size='1' bytes='0'", "0"},
            {"<A bytes='' size='' sendSize='8'", "8"},
            {"<A bytes='' size='9' sendSize='8'", "9"},
            {"<A sendSize='10'", "10"},
            {"<A sendSize=''", "0"},
            {"<A recvSize='3'", "0"},
            {"<A size=\"11\"", "11"},
            {"<A size='12'" + often, "12"},
            {"<A size='13'" + often + " bytes='14'", "14"},
        };
        StringBuilder text = new StringBuilder("<Program>\n");
        StringBuilder expected = new StringBuilder();
        for (String end : new String[] {"/>\n", "/>\n", "><For size='99'/></A>\n", "><For size='98'/></A>\n"}) {
            for (String[] state : states) {
                text.append(state[0]).append(" time='0' end='1'").append(end);
                expected.append(state[1]).append(' ');
            }
        }
        assertEquals(expected.toString(), moved(text.append("</Program>\n").toString()));
    }

    private static String moved(String text) throws Exception {
        StringBuilder all = new StringBuilder();
        try (TestFiles files = new TestFiles();
                TraceCursor cursor = TraceCursor.open(files.write("a.trc", text))) {
            while (cursor.next()) {
                all.append(cursor.movedBytes()).append(' ');
            }
        }
        return all.toString();
    }

    @Test
    void numbersKindsOfEntries() throws Exception {
        StringBuilder text = new StringBuilder("<Program>\n");
        for (int i = 0; i < 600; i++) {
            // 30 kinds of 10 names; those in double quotes are not kept.
            String quote = i % 7 == 0 ? "\"" : "'";
            text.append("<S")
                    .append(i % 10)
                    .append(" a")
                    .append(i / 10 % 3)
                    .append("='")
                    .append(i);
            text.append("' time=").append(quote).append("0").append(quote).append(" end='1'/>\n");
        }
        Map<Integer, String> names = new HashMap<>();
        try (TestFiles files = new TestFiles();
                TraceCursor cursor = TraceCursor.open(
                        files.write("a.trc", text.append("</Program>\n").toString()))) {
            while (cursor.next()) {
                if (cursor.kindNumber() != 0) {
                    assertEquals(cursor.name(), names.computeIfAbsent(cursor.kindNumber(), n -> cursor.name()));
                }
            }
        }
        assertEquals(30, names.size());
    }
}
