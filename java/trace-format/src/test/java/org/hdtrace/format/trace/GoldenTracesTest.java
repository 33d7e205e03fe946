// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hdtrace.format.TestFiles;
import org.junit.jupiter.api.Test;

/** Traces that the C library wrote: written again from Java they have the same bytes. */
class GoldenTracesTest {
    private static final Pattern BYTE_REFERENCE = Pattern.compile("&#(1(?:2[89]|[3-9]\\d)|2[0-4]\\d|25[0-5]);");

    @Test
    void writesTheBytesOfTheCLibraryAgain() throws Exception {
        Path golden = Path.of(System.getProperty("hd.root"), "examples", "traces");
        List<Path> traces;
        try (Stream<Path> files = Files.walk(golden)) {
            traces = files.filter(file -> file.toString().endsWith(".trc"))
                    .filter(file -> !file.getParent().getFileName().toString().startsWith("dialect-"))
                    .toList();
        }
        int complete = 0;
        for (Path trace : traces) {
            try (TestFiles files = new TestFiles();
                    TraceReader reader = TraceReader.open(trace)) {
                Path copy = files.file("copy.trc");
                try (TraceWriter writer =
                        TraceWriter.create(copy, reader.program().attributes())) {
                    for (TraceEntry entry = reader.next(); entry != null; entry = reader.next()) {
                        writer.write(entry);
                    }
                }
                if (reader.isComplete()) {
                    complete++;
                    assertEquals(inUtf8(Files.readString(trace)), Files.readString(copy), trace.toString());
                }
            }
        }
        assertTrue(complete >= 4, "complete golden traces: " + complete);
    }

    /** The C library writes a byte that is no UTF-8 as a reference to the character of its number; Java has only the character. */
    private static String inUtf8(String text) {
        return BYTE_REFERENCE
                .matcher(text)
                .replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1))));
    }
}
