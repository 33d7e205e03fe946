// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

/** A scanner that recognises tags by their shape tells the same as one that takes every tag apart. */
class TagShapesTest {
    private static final Path FILE = Path.of("a.trc");
    private static final String[] TAGS = {
        "<Send size='%d' count='%d' tid='0' toRank='1' toTag='2'  time='%d.000251003' end='%d.000251010'/>\n",
        "<Recv size='%d' count='%d' time='%d.1' end='%d.2'/>\n",
        "<Recv size='%d' count='%d' postedRank='-1' time='%d.1' end='%d.2'/>\n",
        "<Nested>\n\t<File_read_at size='%d' offset='%d' time='%d.251003' end='%d.251010'/>\n</Nested>\n",
        "<File_read_all size='%d' count='%d' time='%d.251003' end='%d.251010'><Info key='k' value='&amp;'/>t</File_read_all>",
        "<Event name='an event, \"%d\"' x='%d' time='%d' end='%d'/>",
        "<A x='&#%d;' y=\"%d\" time='%d' end='%d' ><For rid='1'/><For rid='2'/></A>",
        "<File_open file='/scratch/of a user/%d' aNameOfMoreThanSixteenBytes='%d' time='%d.1' end='%d.2'  />\n",
        "<Ärger size='%d' größe='%d é' time='%d' end='%d'/><!-- a --><B/><B a=''/>",
    };

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = 3000)
    void damagedTextGivesTheSameTokens(@ForAll("seeds") long seed) {
        Random random = new Random(seed);
        // Some reach over the end of the scanner's window.
        int length = random.nextInt(20) == 0 ? 70_000 : 1 + random.nextInt(1500);
        assertSame(mutated(text(length, random), random));
    }

    @Property(tries = 60)
    void everyCutGivesTheSameTokens(@ForAll("seeds") long seed) {
        Random random = new Random(seed);
        byte[] whole = text(600, random);
        for (int length = 0; length <= whole.length; length++) {
            assertSame(java.util.Arrays.copyOf(whole, length));
        }
    }

    @Test
    void tagsAtTheEndOfTheWindowGiveTheSameTokens() {
        for (int blanks = 65_536 - 260; blanks <= 65_536; blanks++) {
            assertSame((tag(0) + " ".repeat(blanks) + tag(0) + tag(0)).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void recognisesTagsThatDifferInTheirValues() {
        TagShapes shapes = new TagShapes();
        byte[] text = (tag(0) + tag(1) + tag(2) + "<A/>").getBytes(StandardCharsets.UTF_8);
        assertEquals("START START START START EOF ", tokens(new XmlScanner(ByteSource.of(FILE, 0, text), shapes)));
        for (String known : new String[] {tag(0), tag(1), tag(2), "<A/>"}) {
            byte[] bytes = (known.replace('7', '8') + "\0".repeat(16)).getBytes(StandardCharsets.UTF_8);
            assertNotNull(shapes.find(bytes, 0), known);
            assertEquals(known.strip().length(), shapes.end());
        }
        for (String odd : new String[] {tag(0).replace("toTag", "toTak"), tag(1).replace("'7'", "'&lt;'"), "<A />"}) {
            assertNull(shapes.find((odd + "\0".repeat(16)).getBytes(StandardCharsets.UTF_8), 0), odd);
        }
    }

    @Test
    void valuesThatAreTakenApartPushOutNoShape() {
        TagShapes shapes = new TagShapes();
        String odd = tag(1).replace("size='7'", "size='&lt;'");
        byte[] text = (tag(1) + tag(2) + odd.repeat(5)).getBytes(StandardCharsets.UTF_8);
        assertEquals("START ".repeat(7) + "EOF ", tokens(new XmlScanner(ByteSource.of(FILE, 0, text), shapes)));
        for (String known : new String[] {tag(1), tag(2)}) {
            assertNotNull(shapes.find((known + "\0".repeat(16)).getBytes(StandardCharsets.UTF_8), 0), known);
        }
    }

    @Test
    void valuesWhoseLengthChangesAreFoundWhereTheyAre() {
        TagShapes shapes = new TagShapes();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append("<A a='")
                    .append("x".repeat(i % 37))
                    .append("' b='")
                    .append(i / 50)
                    .append("'/>");
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        try (XmlScanner scanner = new XmlScanner(ByteSource.of(FILE, 0, bytes), shapes)) {
            for (int i = 0; i < 200; i++) {
                assertEquals(XmlScanner.Token.START, scanner.next(false));
                assertEquals(i > 0, scanner.isRecognised());
                assertEquals(i % 37, scanner.valueTo(0) - scanner.valueFrom(0));
                assertEquals('0' + i / 50, scanner.bytes()[scanner.valueFrom(1)]);
                assertEquals(1, scanner.valueTo(1) - scanner.valueFrom(1));
            }
        } catch (TraceFormatException e) {
            throw new AssertionError(e);
        }
    }

    private static String tokens(XmlScanner scanner) {
        StringBuilder tokens = new StringBuilder();
        try (scanner) {
            XmlScanner.Token token;
            do {
                token = scanner.next(false);
                tokens.append(token).append(' ');
            } while (token != XmlScanner.Token.EOF && token != XmlScanner.Token.CUT);
        } catch (TraceFormatException e) {
            tokens.append(e.getMessage());
        }
        return tokens.toString();
    }

    private static String tag(int which) {
        return String.format(TAGS[which], 7, 7, 7, 7);
    }

    private static byte[] text(int length, Random random) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            int top = 1 + random.nextInt(99_999);
            text.append(String.format(
                    TAGS[random.nextInt(TAGS.length)],
                    1 + random.nextInt(top),
                    random.nextInt(top),
                    random.nextInt(top),
                    random.nextInt(top)));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A few bytes changed or moved. */
    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] special = "<>/&;'\"=\0 -.9xN\u00ff!?[".getBytes(StandardCharsets.ISO_8859_1);
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(bytes.length);
            if (random.nextBoolean()) {
                bytes[at] = special[random.nextInt(special.length)];
            } else {
                int from = random.nextInt(bytes.length);
                int length = Math.min(random.nextInt(120), bytes.length - Math.max(at, from));
                System.arraycopy(bytes, from, bytes, at, length);
            }
        }
        return bytes;
    }

    private static void assertSame(byte[] text) {
        NameTable names = new NameTable();
        ElementTape tape = new ElementTape();
        try (XmlScanner quick = new XmlScanner(ByteSource.of(FILE, 5, text));
                XmlScanner plain = new XmlScanner(ByteSource.of(FILE, 5, text), null)) {
            for (int i = 0; ; i++) {
                String expected = step(plain, tape, names, i % 2 == 0);
                assertEquals(expected, step(quick, tape, names, i % 2 == 0));
                if (expected.startsWith("CUT") || expected.startsWith("EOF") || expected.startsWith("!")) {
                    return;
                }
            }
        }
    }

    /** The next token in words, or the error. */
    private static String step(XmlScanner scanner, ElementTape tape, NameTable names, boolean keepBlanks) {
        try {
            XmlScanner.Token token = scanner.next(keepBlanks);
            StringBuilder text = new StringBuilder(token + " " + scanner.offset());
            switch (token) {
                case START -> describeTag(scanner, tape, names, text);
                case END -> text.append(scanner.name(names)).append(scanner.nextOffset());
                case TEXT -> {
                    tape.clear();
                    scanner.record(tape);
                    text.append(tape.text(0));
                }
                case CUT, EOF -> text.append(' ').append(scanner.usedEnd());
            }
            return text.toString();
        } catch (TraceFormatException e) {
            return "!" + e.getMessage();
        }
    }

    private static void describeTag(XmlScanner scanner, ElementTape tape, NameTable names, StringBuilder text)
            throws TraceFormatException {
        text.append(scanner.name(names)).append(scanner.nextOffset()).append(scanner.isSelfClosing());
        text.append(scanner.nameEquals("Nested")).append(scanner.attributeIndex("time"));
        for (int i = 0; i < scanner.attributeCount(); i++) {
            text.append(scanner.valueFrom(i) - scanner.valueTo(i)).append(' ');
        }
        tape.clear();
        if (scanner.offset() % 2 == 0) {
            scanner.view(tape);
        } else {
            scanner.record(tape);
        }
        text.append(tape.name(0, names));
        for (int i = 0; i < tape.attributeCount(0); i++) {
            text.append(tape.attributeName(0, i, names)).append('=').append(tape.attributeValue(0, i));
        }
    }
}
