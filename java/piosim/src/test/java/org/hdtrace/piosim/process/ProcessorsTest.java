// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.hdtrace.piosim.engine.Kernel;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
    private final Kernel kernel = new Kernel();
    private final List<String> ends = new ArrayList<>();

    @Test
    void aSingleJobTakesItsInstructionsAndOneNanosecond() {
        Processors processors = new Processors(kernel, new int[] {1}, new double[] {1e9});
        submit(processors, "a", 1e9);
        run();
        assertEquals(List.of("a 1000000001"), ends, "1e9 / 1e9 s + 1 ns");
    }

    @Test
    void twoJobsOnOneProcessorTakeTwiceAsLong() {
        Processors processors = new Processors(kernel, new int[] {1}, new double[] {1e9});
        submit(processors, "a", 1000);
        submit(processors, "b", 1000);
        run();
        assertEquals(List.of("a 2001", "b 2001"), ends, "1000 x 2 / 1e9 s + 1 ns, both at the same time");
    }

    @Test
    void twoJobsOnTwoProcessorsDoNotDisturbEachOther() {
        Processors processors = new Processors(kernel, new int[] {2}, new double[] {1e9});
        submit(processors, "a", 1000);
        submit(processors, "b", 500);
        run();
        assertEquals(List.of("b 501", "a 1001"), ends);
    }

    @Test
    void aJobThatComesLaterSlowsDownTheRestOfTheFirst() {
        Processors processors = new Processors(kernel, new int[] {1}, new double[] {1e9});
        submit(processors, "a", 1000);
        int later = kernel.register("later", (op, argument, stamp) -> submit(processors, "b", 1000));
        kernel.at(400, later, 0, 0, 0);
        run();
        // a: 400 alone, 600 shared until 1600; b: 600 shared, the rest alone.
        assertEquals(List.of("a 1601", "b 2001"), ends);
    }

    @Test
    void tellsWhetherAnyNodeWasBusyInBetween() {
        Processors processors = new Processors(kernel, new int[] {1, 1}, new double[] {1e9, 1e9});
        List<Long> seen = new ArrayList<>(List.of(processors.activity()));
        assertEquals(seen.get(0), processors.activity());
        submit(processors, "a", 1000);
        submit(processors, "b", 1000);
        seen.add(processors.activity());
        kernel.run(1500, Long.MAX_VALUE);
        seen.add(processors.activity());
        run();
        seen.add(processors.activity());
        assertEquals(seen.get(3), processors.activity());
        submit(processors, "c", 1000);
        run();
        seen.add(processors.activity());
        assertEquals(5, new HashSet<>(seen).size(), seen.toString());
    }

    @Test
    void infiniteSpeedTakesNoTime() {
        Processors processors = new Processors(kernel, new int[] {1}, new double[] {Double.POSITIVE_INFINITY});
        submit(processors, "a", 1e12);
        run();
        assertEquals(List.of("a 0"), ends);
        assertEquals(0, processors.minimumInstructions(0));
    }

    @Test
    void minimumIsOneInstructionMoreThanANanosecondAllows() {
        Processors processors = new Processors(kernel, new int[] {1, 1, 1}, new double[] {1e9, 1e6, 2.66e9});
        assertEquals(2, processors.minimumInstructions(0), "floor(1e9 x 1e-9) + 1");
        assertEquals(1, processors.minimumInstructions(1), "floor(1e6 x 1e-9) + 1");
        assertEquals(3, processors.minimumInstructions(2), "floor(2.66) + 1");
    }

    private void submit(Processors processors, String name, double instructions) {
        processors.submit(0, instructions, () -> ends.add(name + " " + kernel.now()));
    }

    private void run() {
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
    }
}
