// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A trace cut at every byte gives what had ended before the cut, children whose parent is missing as orphans. What is
 * expected is taken from the lines of the file, in which the C library writes one element each.
 */
class CutTraceTest {
    private static final Path WHOLE =
            Path.of(System.getProperty("hd.root"), "examples", "traces", "trace-cut-inside-nested", "whole_n1_0_0.trc");

    @TempDir
    private Path folder;

    /** One line of the file: an element from {@code start} to {@code end}. */
    private record Line(int start, int end, int depth, String text) {
        boolean isState() {
            return !text.contains("Nested>") && !text.contains("Program");
        }
    }

    @Test
    void everyCutGivesWhatHadEndedBeforeIt() throws IOException, TraceFormatException {
        byte[] whole = Files.readAllBytes(WHOLE);
        List<Line> lines = lines(new String(whole, StandardCharsets.US_ASCII));
        List<String> dumped = dump(whole).lines().toList();
        assertEquals("end complete", dumped.get(dumped.size() - 1));
        for (int length = lines.get(0).end(); length < whole.length; length++) {
            String expected = String.join("\n", expected(lines, dumped, length)) + "\n";
            assertEquals(expected, dump(Arrays.copyOf(whole, length)), "cut after " + length + " bytes");
        }
    }

    private static List<Line> lines(String text) {
        List<Line> lines = new ArrayList<>();
        int start = 0;
        for (String line : text.lines().toList()) {
            int depth = line.length() - line.stripLeading().length();
            lines.add(new Line(start + depth, start + line.length(), depth, line.strip()));
            start += line.length() + 1;
        }
        return lines;
    }

    private static List<String> expected(List<Line> lines, List<String> dumped, int length) {
        List<String> expected = new ArrayList<>(List.of(dumped.get(0)));
        List<Line> states = lines.stream().filter(Line::isState).toList();
        for (int i = 0; i < states.size() && states.get(i).end() <= length; i++) {
            String line = dumped.get(i + 1);
            expected.add(parentEnd(states, i) <= length ? line : line.replaceFirst("state", "orphan"));
        }
        Line last = lines.get(lines.size() - 1);
        Line open = lines.stream()
                .filter(line -> line.start() < length && length < line.end())
                .findFirst()
                .orElse(last);
        boolean complete = length >= last.end();
        expected.add(complete ? "end complete" : "end cut " + Math.max(0, length - open.start()));
        return expected;
    }

    private static int parentEnd(List<Line> states, int child) {
        int depth = states.get(child).depth();
        return depth == 0
                ? 0
                : states.stream()
                        .skip(child)
                        .filter(state -> state.depth() == depth - 1)
                        .findFirst()
                        .orElseThrow()
                        .end();
    }

    private String dump(byte[] bytes) throws IOException, TraceFormatException {
        StringBuilder text = new StringBuilder();
        Dump.writeText(Files.write(folder.resolve("a.trc"), bytes), text);
        return text.toString();
    }
}
