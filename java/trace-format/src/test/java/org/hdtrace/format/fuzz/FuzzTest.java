// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fuzzer for a few seconds, always with the same inputs, and a proof that it notices what is wrong. */
class FuzzTest {
    private static final int INPUTS = 4000;

    @TempDir
    private Path folder;

    @Test
    void damagedFilesAreReadOrRefusedWithinBounds() throws Exception {
        List<String> finds = new ArrayList<>();
        Fuzzer fuzzer = new Fuzzer(
                Seeds.own(), new Oracle(folder), (number, seed, input, find) -> finds.add(number + ": " + find));
        for (int number = 0; number < INPUTS; number++) {
            fuzzer.run(number);
        }
        assertEquals(List.of(), finds);
        assertEquals(Target.values().length, fuzzer.inputs().size(), "every parser had inputs");
    }

    @Test
    void undamagedSeedsAreDelivered() throws Exception {
        Oracle oracle = new Oracle(folder);
        for (Seeds.Seed seed : Seeds.own()) {
            Oracle.Outcome outcome = oracle.read(seed.target(), seed.bytes());
            assertEquals(Optional.empty(), outcome.find(), seed.name());
            assertTrue(outcome.delivery().size() >= 2, seed.name());
        }
        assertEquals(0, oracle.refused());
    }

    @Test
    void wrongExceptionsAndLostPiecesAreFinds() {
        Path file = folder.resolve("a.trc");
        assertEquals(
                "java.lang.IllegalStateException",
                Oracle.judge(file, () -> {
                            throw new IllegalStateException("x");
                        })
                        .orElseThrow()
                        .cause());
        assertEquals(
                "bad refusal",
                Oracle.judge(file, () -> {
                            throw new TraceFormatException(file, "somewhere", "x");
                        })
                        .orElseThrow()
                        .cause());
        assertEquals("memory", Oracle.costs(10, 1L << 40, 0).orElseThrow().cause());
        assertEquals("time", Oracle.costs(10, 0, 1L << 40).orElseThrow().cause());
        Delivery one = new Delivery();
        one.add(1);
        Delivery other = new Delivery();
        other.add(2);
        assertTrue(new Delivery().isPrefixOf(one) && !one.isPrefixOf(other) && !one.isPrefixOf(new Delivery()));
    }
}
