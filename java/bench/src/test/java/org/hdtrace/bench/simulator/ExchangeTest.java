// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Map;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The exchanges are those that the peer runs, and take the time that can be calculated. */
class ExchangeTest {
    @TempDir
    Path folder;

    private static final int RANKS = 8;
    private static final int REPETITIONS = 5;
    private static final long BYTES = 1024;

    @ParameterizedTest
    @EnumSource
    void whatARankSendsItsTargetReceives(Exchange exchange) {
        for (int step = 0; step < exchange.steps(RANKS); step++) {
            for (int rank = 0; rank < RANKS; rank++) {
                assertEquals(rank, exchange.source(exchange.target(rank, RANKS, step), RANKS, step));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void allStepsTakeAsLongAsOneMessage(Exchange exchange) throws Exception {
        SimulationResult result =
                ExchangeRun.simulate(Clusters.ideal(RANKS), new ExchangeProgram(exchange, RANKS, BYTES, REPETITIONS));
        assertEquals(
                67_152L * REPETITIONS * exchange.steps(RANKS),
                result.virtualTimeNanos(),
                "per step 2 x ((1024 + 8 + 40) B / 125 MB/s + 25 us)");
        assertEquals(
                exchange.messages(RANKS, REPETITIONS), result.functions().get(0).count());
    }

    @Test
    void interfacesSwitchAndProcessorsAddTheirTime() throws Exception {
        SimulationResult result = ExchangeRun.simulate(
                Clusters.gigabit(RANKS), new ExchangeProgram(Exchange.RING, RANKS, BYTES, REPETITIONS));
        long step = 67_152 + 3 + 2 + 3 + 2;
        assertEquals(REPETITIONS * step + RANKS - 1, result.virtualTimeNanos(), "1 ns each at the switch at first");
    }

    @Test
    void partnersAreThoseOfThePattern() {
        assertEquals(0, Exchange.RING.target(7, RANKS, 0));
        assertEquals(1, Exchange.RDB.target(5, RANKS, 2));
        assertEquals(2, Exchange.ALLTOALL.target(7, RANKS, 2));
        assertEquals(8 * 3 * 2, Exchange.RDB.messages(RANKS, 2));
        assertEquals(8 * 7 * 2, Exchange.ALLTOALL.messages(RANKS, 2));
        assertThrows(IllegalArgumentException.class, () -> Exchange.RDB.steps(6));
    }

    @Test
    void theRunFromTheCommandLineEnds() throws Exception {
        ExchangeRun.main(new String[] {"alltoall", "4", "102400", "1"});
    }

    @Test
    void theProjectTakesAsLongAsTheProgram() throws Exception {
        ExchangeProject.main(new String[] {folder.toString(), "rdb", "4", "1024", "3"});
        Application recorded =
                TraceApplication.load(folder.resolve("program/exchange.proj"), TraceApplication.Options.DEFAULT);
        ClusterModel model = ModelReader.read(folder.resolve("model.xml"));
        SimulationResult result =
                new Simulation(model, Map.of(Clusters.ALIAS, recorded)).run(SimulationOptions.UNLIMITED);
        SimulationResult live =
                ExchangeRun.simulate(Clusters.gigabit(4), new ExchangeProgram(Exchange.RDB, 4, 1024, 3));
        assertEquals(live.virtualTimeNanos(), result.virtualTimeNanos());
    }
}
