// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.junit.jupiter.api.Test;

/** What a model tells the algorithm of a command. */
class MethodParametersTest {
    /** Notes its parameter, also when it is a part of another command. */
    private static final class Noting implements Algorithm {
        private final List<Long> seen = new ArrayList<>();

        @Override
        public void step(Call call, int step) {
            seen.add(call.parameter("segment"));
        }

        @Override
        public Map<String, Long> parameters() {
            return Map.of("segment", 4096L, "factor", 2L);
        }
    }

    private final Noting noting = new Noting();
    private final Algorithms table = Algorithms.all()
            .with(CommandType.BCAST, "Direct", noting)
            .with(CommandType.ALLREDUCE, "Ring", (call, step) -> call.child(CommandType.BCAST, 0, call.bytes()));

    @Test
    void anAlgorithmHasItsOwnValueUntilTheModelSaysAnother() throws Exception {
        run(Stars.star(2).method(CommandType.BCAST, "Direct"));
        run(Stars.star(2).method(CommandType.BCAST, "Direct", Map.of("Segment", 64L)));
        assertEquals(List.of(4096L, 4096L, 64L, 64L), noting.seen);
    }

    @Test
    void aPartHasTheParametersOfItsOwnCommand() throws Exception {
        ModelBuilder model = Stars.star(1)
                .method(CommandType.BCAST, "Direct", Map.of("segment", 7L))
                .method(CommandType.ALLREDUCE, "Ring");
        var program = Stars.program(1, p -> p.addAllreduce(p.world(), 1));
        new Simulation(model.build(), Map.of(Stars.ALIAS, program), table, RunObserver.NONE)
                .run(SimulationOptions.UNLIMITED);
        assertEquals(List.of(7L), noting.seen);
    }

    @Test
    void anUnknownParameterIsRefusedWithThoseThatAre() {
        ModelBuilder segments = Stars.star(1).method(CommandType.BCAST, "Direct", Map.of("segments", 1L));
        assertEquals(
                "ClientMethod Bcast='Direct': unknown parameter 'segments'; allowed are: factor, segment",
                assertThrows(UnsupportedModelException.class, () -> run(segments))
                        .getMessage());
        ModelBuilder none = Stars.star(1).method(CommandType.BARRIER, "BinaryTree", Map.of("segment", 1L));
        assertEquals(
                "ClientMethod Barrier='BinaryTree': unknown parameter 'segment'; allowed are: none",
                assertThrows(UnsupportedModelException.class, () -> run(none)).getMessage());
    }

    private void run(ModelBuilder builder) throws Exception {
        ClusterModel model = builder.build();
        int ranks = model.clients().size();
        var program = Stars.program(ranks, p -> p.addBroadcast(p.world(), 0, 10));
        new Simulation(model, Map.of(Stars.ALIAS, program), table, RunObserver.NONE).run(SimulationOptions.UNLIMITED);
    }
}
