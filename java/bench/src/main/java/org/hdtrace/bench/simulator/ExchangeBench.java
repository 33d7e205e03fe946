// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.util.concurrent.TimeUnit;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.SimulationResult;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Engine, network and processes together: rings, set up and run. An operation is a message. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ExchangeBench {
    static final int MESSAGES = 1 << 16;

    @Param({"64", "1024"})
    public int ranks;

    /** Of a message; the larger ones are eleven packets. */
    @Param({"1024", "1048576"})
    public long bytes;

    /** The events of the kernel beside the messages. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Counters {
        /** Since the iteration began. */
        public long events;
    }

    /** The ring; its virtual time. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long ring(Counters counters) throws TraceFormatException {
        SimulationResult result = ExchangeRun.simulate(
                Clusters.gigabit(ranks), new ExchangeProgram(Exchange.RING, ranks, bytes, MESSAGES / ranks));
        counters.events += result.events();
        return result.virtualTimeNanos();
    }
}
