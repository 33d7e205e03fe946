// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Programs with repeated parts against the same programs written out. */
class RepeatTest {
    @Test
    void executesNestedBodiesInOrder() throws Exception {
        ProgramBuilder program = new ProgramBuilder("nested", 2)
                .addCompute(0, 1)
                .repeat(2, outer -> outer.repeat(3, inner -> inner.addCompute(0, 2))
                        .addCompute(0, 3)
                        .repeat(2, inner -> inner.addCompute(0, 4)))
                .addCompute(0, 5);

        assertEquals(List.of(1L, 2L, 2L, 2L, 3L, 4L, 4L, 2L, 2L, 2L, 3L, 4L, 4L, 5L), cycles(program.build(), 0));
        assertEquals(List.of(), cycles(program.build(), 1));
    }

    @Test
    void dropsBodiesThatAreNeverExecuted() throws Exception {
        ProgramBuilder program = new ProgramBuilder("none", 1)
                .addCompute(0, 1)
                .repeat(0, body -> body.addCompute(0, 2).repeat(5, inner -> inner.addCompute(0, 3)))
                .repeat(2, body -> {})
                .repeat(2, body -> body.addCompute(0, 4));

        assertEquals(List.of(1L, 4L, 4L), cycles(program.build(), 0));
        assertThrows(IllegalArgumentException.class, () -> program.repeat(-1, body -> {}));
    }

    @Test
    void repeatsLikeAnyProgramWrittenOut() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            ProgramBuilder repeated = new ProgramBuilder("random", 1);
            List<Long> expected = write(repeated, new Random(seed), 0);

            assertEquals(expected, cycles(repeated.build(), 0), "seed " + seed);
        }
    }

    @Test
    void givesEachStreamItsOwnPlace() throws Exception {
        Application application = new ProgramBuilder("two", 1)
                .repeat(2, body -> body.addCompute(0, 1))
                .build();
        try (CommandStream first = application.open(0, 0);
                CommandStream second = application.open(0, 0)) {
            first.next();
            first.next();
            assertEquals(1, amount(second.next()));
            assertEquals(null, first.next());
            assertEquals(1, amount(second.next()));
            assertEquals(null, second.next());
        }
    }

    @Test
    void takesMemoryForOneIterationOnly() throws Exception {
        long times = 1L << 40;
        Application application = new ProgramBuilder("long", 1)
                .repeat(times, outer -> outer.repeat(times, inner -> inner.addCompute(0, 1)))
                .build();
        try (CommandStream stream = application.open(0, 0)) {
            assertEquals(
                    100_000,
                    LongStream.range(0, 100_000).filter(i -> next(stream) == 1).count());
        }
    }

    /** Write a random program of nested repeats; the result is what it executes. */
    private static List<Long> write(ProgramBuilder program, Random random, int depth) {
        List<Long> executed = new ArrayList<>();
        for (int part = random.nextInt(4); part > 0; part--) {
            if (depth < 4 && random.nextBoolean()) {
                int times = random.nextInt(4);
                List<Long> body = new ArrayList<>();
                program.repeat(times, inner -> body.addAll(write(inner, random, depth + 1)));
                for (int i = 0; i < times; i++) {
                    executed.addAll(body);
                }
            } else {
                long cycles = random.nextInt(1000);
                program.addCompute(0, cycles);
                executed.add(cycles);
            }
        }
        return executed;
    }

    private static long next(CommandStream stream) {
        try {
            return amount(stream.next());
        } catch (org.hdtrace.format.TraceFormatException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Long> cycles(Application application, int rank) throws Exception {
        return Recording.commands(application, rank).stream()
                .map(RepeatTest::amount)
                .toList();
    }

    private static long amount(Command command) {
        return ((Compute) command).amount();
    }
}
