// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import static org.hdtrace.piosim.rma.WindowRun.ANSWER;
import static org.hdtrace.piosim.rma.WindowRun.FRAME;
import static org.hdtrace.piosim.rma.WindowRun.HEADER;
import static org.hdtrace.piosim.rma.WindowRun.REQUEST;
import static org.hdtrace.piosim.rma.WindowRun.message;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.LogGops;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each kind of transfer moves and how long it takes when nothing else happens: closed forms, to the byte and the ns. */
class TransferTest {
    private static final int DATA = 3000;

    @ParameterizedTest(name = "{0} of 3,000 B: {1} B there, {2} B back")
    @CsvSource({
        "PUT, 3008, 100",
        "GET, 8, 3008",
        "ACCUMULATE, 3008, 100",
        "GET_ACCUMULATE, 3008, 3008",
        "FETCH_AND_OP, 3008, 3008",
        "COMPARE_AND_SWAP, 6008, 3008",
    })
    void takesAMessageThereAndAnAnswer(CommandType type, long there, long back) throws TraceFormatException {
        for (int ranks = 2; ranks <= 9; ranks++) {
            ProgramBuilder program = new ProgramBuilder("transfer", ranks);
            Window window = program.createWindow(program.world());
            int target = ranks - 1;
            program.in(window)
                    .lock(0, target, OneSided.Lock.UNCHECKED)
                    .transfer(type, 0, target, DATA, Command.BLOCKING)
                    .flush(0, target)
                    .unlock(0, target);
            WindowRun run = WindowRun.of(program, ranks);
            assertEquals(message(there) + message(back), run.end(0), type + " of " + ranks);
            assertEquals(0, run.end(target), "the target has nothing to do");
            assertEquals(there + back + 2 * HEADER, run.bytes(), type + " of " + ranks);
        }
    }

    @ParameterizedTest(name = "{0} with a request leaves the origin''s memory after {1} ns")
    @CsvSource({
        "PUT, 0, 'infinitely fast interface'",
        "ACCUMULATE, 0, 'the same'",
        "GET, 10192, '2 x (48 + 1000) + 2 x (3048 + 1000)'",
        "GET_ACCUMULATE, 16192, '4 x (3048 + 1000)'",
    })
    void requestIsCompleteWhenTheOriginsMemoryIsFree(CommandType type, long expected, String calculation)
            throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("request", 2);
        Window window = program.createWindow(program.world());
        program.in(window).transfer(type, 0, 1, DATA, 7);
        program.addWaitAll(0, 7);
        assertEquals(expected, WindowRun.of(program, 2).end(0), calculation);
    }

    @Test
    void localFlushWaitsForAGetAndNotForAPut() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("local", 3);
        Window window = program.createWindow(program.world());
        program.in(window).put(0, 1, DATA).flushLocal(0, 1).get(2, 1, DATA).flushLocal(2, OneSided.EVERYBODY);
        WindowRun run = WindowRun.of(program, 3);
        assertEquals(0, run.end(0));
        assertEquals(message(REQUEST) + message(DATA + FRAME), run.end(2), "a request and its answer");
    }

    @Test
    void flushOfOneTargetDoesNotWaitForAnother() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("flush", 3);
        Window window = program.createWindow(program.world());
        program.in(window).put(0, 1, 10).put(0, 2, DATA).flush(0, 1);
        WindowRun run = WindowRun.of(program, 3);
        assertEquals(message(10 + FRAME) + message(ANSWER), run.end(0));
    }

    @Test
    void reductionsAreComputedByTheNodeOfTheTarget() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("accumulate", 2);
        Window window = program.createWindow(program.world());
        program.in(window).accumulate(0, 1, DATA).flush(0, 1);
        long end = WindowRun.of(program, WindowRun.model(2, 1e9)).end(0);
        // Of a step the least is 2 instructions and 1 ns; the message leaves at the end of the second call.
        long expected = 2 * 3 + message(DATA + FRAME) + (DATA + 1 + 1) + message(ANSWER);
        assertEquals(expected, end, "two calls, a message, 3001 instructions + 1 ns, a message");
    }

    @Test
    void transferToItselfTakesNoNetwork() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("self", 1);
        Window window = program.createWindow(program.world());
        program.in(window)
                .lock(0, 0, OneSided.Lock.EXCLUSIVE)
                .put(0, 0, DATA)
                .unlock(0, 0)
                .fence()
                .free();
        WindowRun run = WindowRun.of(program, 1);
        assertEquals(0, run.nanos());
        assertEquals(0, run.bytes());
    }

    @Test
    void costsTheParametersOfLogGopsWhereTheseReplaceTheNetwork() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("logGops", 2);
        Window window = program.createWindow(program.world());
        program.in(window).put(0, 1, 1024).flush(0, 1);
        Simulation simulation = new Simulation(
                WindowRun.builder(2, Double.POSITIVE_INFINITY)
                        .method(CommandType.WIN_CREATE, "NoOperation")
                        .logGops("costs", new LogGops(2500, 1500, 1000, 6000, 65_535))
                        .build(),
                Map.of("A", program.build()));
        long end = simulation.run(SimulationOptions.UNLIMITED).clients().get(0).endNanos();
        assertEquals(11_638 + 5500, end, "2 o + L + 1,023 G, and an empty answer 2 o + L");
    }
}
