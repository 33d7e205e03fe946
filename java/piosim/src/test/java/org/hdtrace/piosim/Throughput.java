// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.Arrays;
import java.util.Locale;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.program.Application;

/**
 * Prints events per second for the workloads the original was measured with; median of {@value #RUNS} after a warm-up.
 * Asserts nothing: figures belong to the machine. Arguments: names of workloads, none for all.
 */
public final class Throughput {
    private static final int RUNS = 5;
    private static final long MESSAGE = 10L << 20;

    private Throughput() {}

    public static void main(String[] arguments) {
        for (String name : arguments.length == 0 ? new String[] {"toone", "pairs", "barrier"} : arguments) {
            int ranks = name.equals("toone") ? 128 : name.equals("pairs") ? 1024 : 4096;
            measure(name, ranks);
        }
    }

    private static void measure(String name, int ranks) {
        ModelBuilder builder = Stars.star(ranks);
        ClusterModel model =
                (name.equals("barrier") ? builder.method(CommandType.BARRIER, "BarrierMPICH2") : builder).build();
        Application program = program(name, ranks);
        double[] rates = new double[RUNS];
        SimulationResult result = Stars.run(model, program);
        for (int run = 0; run < RUNS; run++) {
            result = Stars.run(model, program);
            rates[run] = result.eventsPerSecond();
        }
        Arrays.sort(rates);
        System.out.printf(
                Locale.ROOT,
                "%-8s %6d ranks %10d events  virtual %.9f s  %6.2f million events/s (%.2f to %.2f)%n",
                name,
                ranks,
                result.events(),
                result.virtualTimeNanos() / 1e9,
                rates[RUNS / 2] / 1e6,
                rates[0] / 1e6,
                rates[RUNS - 1] / 1e6);
    }

    private static Application program(String name, int ranks) {
        return Stars.program(ranks, p -> {
            for (int round = 0; round < 10; round++) {
                switch (name) {
                    case "toone" -> {
                        for (int rank = 1; rank < ranks; rank++) {
                            p.addSendAndRecv(rank, 0, MESSAGE, round);
                        }
                    }
                    case "pairs" -> {
                        for (int rank = 0; rank < ranks; rank += 2) {
                            p.addSendAndRecv(rank, rank + 1, MESSAGE, round);
                        }
                    }
                    case "barrier" -> p.addBarrier(p.world());
                    default -> throw new IllegalArgumentException(name + ": toone, pairs or barrier");
                }
            }
        });
    }
}
