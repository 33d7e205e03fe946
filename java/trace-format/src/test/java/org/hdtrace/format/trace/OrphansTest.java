// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.BooleanSupplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

/** Blocks without parent are noted the same whether somebody asks for them before the end or not. */
class OrphansTest {
    private static final String[] PIECES = {
        "<Nested>",
        "<Nested>",
        "<Nested>",
        "</Nested>",
        "</Nested>",
        "</Nested>",
        "<A time='0' end='1'/>",
        "<A time='0' end='1'/>",
        "<B time='0' end='1'><x/></B>",
        "<Event name='e' time='0'/>",
        "<Nested/>",
        "text",
        "<C end='1'/>",
        "<D",
        "</Program>"
    };

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = 1000)
    void askingChangesNothing(@ForAll("seeds") long seed) throws Exception {
        Random random = new Random(seed);
        try (TestFiles files = new TestFiles()) {
            Path file = files.write("a.trc", text(random).getBytes(StandardCharsets.UTF_8));
            String asked = read(file, () -> true);
            assertEquals(asked, read(file, () -> false));
            assertEquals(asked, read(file, random::nextBoolean));
        }
    }

    @Test
    void blocksAreNotedInTheOrderOfTheirTags() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(
                    "a.trc",
                    "<Program><Nested>x<Nested><A time='0' end='1'/></Nested></Nested>"
                            + "<Nested><A time='0' end='1'/></Nested></Program>");
            String read = read(file, () -> false);
            assertTrue(read.matches("(?s).*byte 9:.*byte 17:.*byte 18:.*byte 65:.*"), read);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder("<Program>");
        int usual = PIECES.length - 1 - random.nextInt(5); // the last ones end the reading
        for (int i = random.nextInt(40); i >= 0; i--) {
            text.append(PIECES[random.nextInt(usual)]);
        }
        return text.append(random.nextBoolean() ? "</Program>" : "").toString();
    }

    private static String read(Path file, BooleanSupplier ask) throws TraceFormatException {
        StringBuilder text = new StringBuilder();
        try (TraceCursor cursor = TraceCursor.open(file)) {
            try {
                while (cursor.next()) {
                    text.append(cursor.name());
                    if (ask.getAsBoolean()) {
                        cursor.isOrphan();
                    }
                }
            } catch (TraceFormatException e) {
                text.append(e.getMessage());
            }
            cursor.findings().forEach(finding -> text.append('\n')
                    .append(finding.position())
                    .append(": ")
                    .append(finding.text()));
        }
        return text.toString();
    }
}
