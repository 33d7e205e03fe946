// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.network.ServiceObserver;
import org.junit.jupiter.api.Test;

/** What programs do doesn't depend on whether many packets of steady traffic are passed at once. */
class LeapingProgramsTest {
    private static final long LONG = 20_000_000;
    private static final int PROGRAMS = 200;
    private static final int FIRST_SEED = 5_200;

    private static final ServiceObserver ANYBODY = new ServiceObserver() {
        @Override
        public void queued(int component, long time) {}

        @Override
        public void served(int component, long start, long end, long bytes) {}
    };

    @Test
    void aLimitOfEventsIsTheSameWithAnObserver() throws Exception {
        ClusterModel model = Stars.star(2).build();
        Application program = Stars.program(2, p -> p.addSendAndRecv(0, 1, LONG, 0));
        long all = run(model, program, false, SimulationOptions.EACH_EVENT).events();
        assertTrue(
                run(model, program, false, SimulationOptions.UNLIMITED).events() < all / 2,
                "nothing was passed at once");
        for (long limit : new long[] {all / 2, all - 1, all, all + 1, Long.MAX_VALUE - 1}) {
            SimulationOptions options = new SimulationOptions(Long.MAX_VALUE, limit);
            SimulationResult alone = run(model, program, false, options);
            SimulationResult observed = run(model, program, true, options);
            assertEquals(Outcomes.of(observed), Outcomes.of(alone), "limit " + limit);
            assertEquals(List.of(observed.events(), Math.min(limit, all)), List.of(alone.events(), alone.events()));
        }
    }

    @Test
    void randomProgramsDoTheSameWithFewerEvents() throws Exception {
        int fewer = 0;
        for (int seed = FIRST_SEED; seed < FIRST_SEED + PROGRAMS; seed++) {
            LongMessages random = new LongMessages(seed);
            SimulationResult all = new Simulation(random.model(), random.programs()).run(SimulationOptions.EACH_EVENT);
            SimulationResult leaping =
                    new Simulation(random.model(), random.programs()).run(SimulationOptions.UNLIMITED);
            assertEquals(Outcomes.of(all), Outcomes.of(leaping), "seed " + seed);
            fewer += leaping.events() < all.events() ? 1 : 0;
        }
        assertTrue(fewer > PROGRAMS / 3, fewer + " of " + PROGRAMS);
    }

    private static SimulationResult run(
            ClusterModel model, Application program, boolean observed, SimulationOptions options) throws Exception {
        Simulation simulation = new Simulation(model, Map.of(Stars.ALIAS, program));
        if (observed) {
            simulation.network().observe(ANYBODY);
        }
        return simulation.run(options);
    }
}
