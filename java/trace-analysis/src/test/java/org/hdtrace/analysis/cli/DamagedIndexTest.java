// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A damaged index counts as none, and is made anew by who makes indexes (FORMATS A5). */
class DamagedIndexTest {
    private static final int HEAD = 5;
    private static final int BLOCK = 40;

    @TempDir
    Path folder;

    private Path trace;
    private Path index;
    private String profile;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                folder.resolve("app.proj"),
                "<Application name='app'><Topology><Level type='Rank'></Level><Node name='0'/></Topology></Application>");
        trace = folder.resolve("app_0.trc");
        index = folder.resolve("app_0.trc.idx");
        writeTrace(3000, "</Program>\n");
        profile = Run.of("profile", "--csv", folder).assertSuccess().out();
        Run.of("index", folder).assertSuccess();
    }

    private void writeTrace(int states, String end) throws IOException {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        for (int i = 0; i < states; i++) {
            text.append("<step size='3' time='")
                    .append(i)
                    .append(".0' end='")
                    .append(i)
                    .append(".5'/>\n");
        }
        Files.writeString(trace, text + end);
    }

    /** Overwrite a field of the first row of the first block. */
    private void overwrite(int field, long value) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(index));
        int at = 8;
        while (bytes.get(at) != 'B') {
            at += HEAD + bytes.getInt(at + 1);
        }
        int place = at + HEAD + BLOCK + field;
        if (field < 8) {
            bytes.putInt(place, (int) value);
        } else {
            bytes.putLong(place, value);
        }
        Files.write(index, bytes.array());
    }

    @ParameterizedTest
    @CsvSource({"0, 7", "4, 0", "4, -1", "4, 1000000", "8, -5", "8, 9000000000000000000", "16, -1", "24, -100"})
    void profileDoesWithoutIt(int field, long value) throws IOException {
        overwrite(field, value);
        for (String[] form : new String[][] {{"profile", "--csv"}, {"profile"}, {"info"}, {"profile", "--from", "3"}}) {
            Object[] words = new Object[form.length + 1];
            System.arraycopy(form, 0, words, 0, form.length);
            words[form.length] = folder;
            Run run = Run.of(words).assertSuccess();
            assertFalse(run.err().contains("internal"), run.err());
            assertEquals(form.length == 2 && form[1].equals("--csv") ? profile : run.out(), run.out());
        }
    }

    @ParameterizedTest
    @CsvSource({"4, -1", "8, -5", "8, 7", "16, 1", "24, 1"})
    void indexMakesItAnewAndSaysWhy(int field, long value) throws IOException {
        byte[] right = Files.readAllBytes(index);
        overwrite(field, value);
        assertEquals(1, Run.of("check", folder).status());
        Run run = Run.of("index", folder).assertSuccess();
        assertTrue(run.out().startsWith("made     app_0.trc  " + index + "  (anew: "), run.out());
        assertArrayEquals(right, Files.readAllBytes(index));
        assertTrue(Run.of("index", folder).assertSuccess().out().startsWith("valid "), "once is enough");
        Run.of("check", folder).assertSuccess();
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 3000})
    void anIndexOfACutTraceIsMadeOnce(int states) throws IOException {
        writeTrace(states, "<step ti");
        Run first = Run.of("index", folder).assertSuccess();
        assertTrue(first.out().startsWith("made "), first.out());
        Run again = Run.of("index", "--json", folder).assertSuccess();
        assertTrue(again.out().contains("\"state\":\"valid\""), again.out());
        assertFalse(Run.of("check", folder).out().contains(".idx"));
        writeTrace(states + 3000, "</Program>\n");
        Run grown = Run.of("index", "--json", folder).assertSuccess();
        assertTrue(grown.out().contains("\"state\":\"made\""), grown.out());
        assertTrue(grown.out().contains("\"reason\":\"its trace has grown\""), grown.out());
    }

    @Test
    void noIndexIsMadeOfSumsThatAreTooLarge() throws IOException {
        Files.writeString(
                trace,
                "<Program>\n<a time='-4000000000.0' end='4000000000.0'/>\n<a time='0.0' end='9000000000.0'/>\n</Program>\n");
        Run run = Run.of("index", folder);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("no index can be made: the sums are larger than "), run.err());
    }
}
