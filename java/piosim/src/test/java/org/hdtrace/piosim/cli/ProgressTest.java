// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.mpi.Algorithms;
import org.junit.jupiter.api.Test;

/** Progress by a clock that advances at each look, so that every look shows a line. */
class ProgressTest {
    private static final int ROUNDS = 1000;
    /** Four ranks compute, exchange and meet in every round. */
    private static final long COMMANDS = 4 * 3 * ROUNDS;

    private static final Pattern LINE =
            Pattern.compile("([0-9]+) %, ([0-9]+) events, virtual time ([0-9.]+) s, about ([0-9]+) s left");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream terminal = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final AtomicLong seconds = new AtomicLong();

    @Test
    void ofAWholeRunCountsCommands() throws Exception {
        List<Matcher> lines = simulate(SimulationOptions.UNLIMITED);
        assertEquals(COMMANDS / 1024, lines.size());
        for (int i = 0; i < lines.size(); i++) {
            double part = (i + 1) * 1024.0 / COMMANDS;
            assertEquals((int) (100 * part), Integer.parseInt(lines.get(i).group(1)));
            assertEquals(
                    (i + 1) * (1 - part) / part, Double.parseDouble(lines.get(i).group(4)), 0.51);
        }
    }

    @Test
    void ofALimitedRunCountsTowardsTheLimit() throws Exception {
        List<Matcher> whole = simulate(SimulationOptions.UNLIMITED);
        Matcher half = whole.get(whole.size() / 2);
        long until = (long) (Double.parseDouble(half.group(3)) * 1e9) + 1_000_000;
        List<Matcher> timed = simulate(new SimulationOptions(until, Long.MAX_VALUE));
        Matcher last = timed.get(timed.size() - 1);
        assertTrue(Integer.parseInt(last.group(1)) > 85, last.group());
        long events = Long.parseLong(half.group(2)) + 1;
        List<Matcher> counted = simulate(new SimulationOptions(Long.MAX_VALUE, events));
        Matcher end = counted.get(counted.size() - 1);
        assertEquals(99, Integer.parseInt(end.group(1)), end.group());
        assertEquals(0, Integer.parseInt(end.group(4)), end.group());
    }

    @Test
    void ofASweepCountsPoints() {
        SweepProgress progress = new SweepProgress(terminal, () -> seconds.getAndIncrement() * 1_000_000_000L);
        progress.pointEnded(1, 10);
        progress.pointEnded(3, 10);
        progress.pointEnded(2, 10);
        progress.end();
        assertEquals(
                "\r\u001b[K1 of 10 points, about 9 s left\r\u001b[K3 of 10 points, about 5 s left"
                        + "\r\u001b[K3 of 10 points, about 7 s left\r\u001b[K",
                text());
    }

    private List<Matcher> simulate(SimulationOptions limits) throws Exception {
        bytes.reset();
        seconds.set(0);
        Application program = RecordedPrograms.ring(ROUNDS).build();
        Progress progress = new Progress(terminal, () -> seconds.getAndIncrement() * 1_000_000_000L, COMMANDS, limits);
        new Simulation(ModelReader.read(RecordedPrograms.MODEL), Map.of("A", program), Algorithms.all(), progress)
                .run(limits);
        assertTrue(text().endsWith("\r\u001b[K"), text());
        List<Matcher> lines = Pattern.compile("\r\u001b\\[K")
                .splitAsStream(text())
                .filter(line -> !line.isEmpty())
                .map(LINE::matcher)
                .toList();
        lines.forEach(line -> assertTrue(line.matches(), text()));
        return lines;
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
