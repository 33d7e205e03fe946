// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.program.Application;

/** Simulates one exchange; whoever runs it measures the whole process. */
public final class ExchangeRun {
    private ExchangeRun() {}

    /** {@code EXCHANGE RANKS BYTES REPETITIONS}: prints "messages events nanoseconds", the last of virtual time. */
    public static void main(String[] arguments) throws TraceFormatException {
        Exchange exchange = Exchange.byName(arguments[0]);
        int ranks = Integer.parseInt(arguments[1]);
        long bytes = Long.parseLong(arguments[2]);
        int repetitions = Integer.parseInt(arguments[3]);
        Application program = new ExchangeProgram(exchange, ranks, bytes, repetitions);
        SimulationResult result = simulate(Clusters.gigabit(ranks), program);
        System.out.println(
                exchange.messages(ranks, repetitions) + " " + result.events() + " " + result.virtualTimeNanos());
    }

    /**
     * Run a program to its end.
     *
     * @throws IllegalStateException when it doesn't get there
     */
    static SimulationResult simulate(ModelBuilder cluster, Application program) throws TraceFormatException {
        Simulation simulation = new Simulation(cluster.build(), Map.of(Clusters.ALIAS, program));
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        if (result.outcome() != SimulationResult.Outcome.FINISHED || result.unreceivedMessages() > 0) {
            throw new IllegalStateException(result.outcome() + ": " + result.deadlock() + " " + result.unreceived());
        }
        return result;
    }
}
