// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;
import org.junit.jupiter.api.Test;

/** Programs with repeated parts take as long as the same programs written out. */
class RepeatedProgramTest {
    private static final int RANKS = 6;
    private static final int OUTER = 5;
    private static final int INNER = 7;
    private static final long LARGE = 300_000;

    @Test
    void equalsTheProgramWrittenOut() {
        Application repeated = Stars.program(
                RANKS,
                p -> p.repeat(OUTER, outer -> {
                    outer.repeat(INNER, inner -> exchange(inner, 0));
                    outer.addAllreduce(outer.world(), 5000);
                }));
        Application writtenOut = Stars.program(RANKS, p -> {
            long requests = 0;
            for (int i = 0; i < OUTER; i++) {
                for (int j = 0; j < INNER; j++) {
                    exchange(p, requests);
                    requests += 3;
                }
                p.addAllreduce(p.world(), 5000);
            }
        });
        SimulationResult expected = Stars.run(Stars.star(RANKS).build(), writtenOut);
        SimulationResult result = Stars.run(Stars.star(RANKS).build(), repeated);

        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome());
        assertEquals(
                OUTER * INNER * RANKS,
                result.functions().stream()
                        .filter(function -> function.name().equals("Waitall"))
                        .mapToLong(SimulationResult.FunctionResult::count)
                        .sum());
        assertEquals(expected.virtualTimeNanos(), result.virtualTimeNanos());
        assertEquals(expected.events(), result.events());
        assertEquals(expected.functions(), result.functions());
        assertEquals(expected.clients(), result.clients());
    }

    /** A ring with one small and one large message per rank, on requests with numbers of their own. */
    private static void exchange(ProgramBuilder program, long firstRequest) {
        for (int rank = 0; rank < RANKS; rank++) {
            int left = (rank + RANKS - 1) % RANKS;
            int right = (rank + 1) % RANKS;
            program.addIrecv(rank, left, 1, firstRequest)
                    .addIsend(rank, right, LARGE, 1, SendMode.STANDARD, firstRequest + 1)
                    .addIsend(rank, right, 100L * rank, 2, SendMode.STANDARD, firstRequest + 2)
                    .addRecv(rank, left, 2)
                    .addCompute(rank, 1000L * rank)
                    .addWaitAll(rank, firstRequest, firstRequest + 1, firstRequest + 2);
        }
    }
}
