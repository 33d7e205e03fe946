// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The hold model: the first pending event is replaced by a later one, again and again. An operation is one such event;
 * an increment is exponential with a mean of 100 us, or one of four constants as in a network of like components.
 *
 * <p>To run, and to see that nothing is allocated:
 *
 * <pre>
 * java -cp 'build/bench/*:build/java/*' org.openjdk.jmh.Main EventQueueBench -bm thrpt -tu us -prof gc
 * </pre>
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class EventQueueBench {
    static final int HOLDS = 1 << 16;
    private static final double MEAN_NANOS = 100_000;
    private static final long[] CONSTANTS = {100, 8_512, 25_000, 875_213};

    /** How increments are distributed. */
    public enum Increments {
        /** Hardly any events are simultaneous. */
        EXPONENTIAL,
        /** Many are. */
        CONSTANT
    }

    @Param({"1000", "10000", "100000", "1000000"})
    public int pending;

    @Param
    public Increments increments;

    private final long[] increment = new long[HOLDS];
    private final EventQueue queue = new EventQueue();
    private final Kernel kernel = new Kernel();
    private long holds;

    /** Make the first events. */
    @Setup
    public void fill() {
        Random random = new Random(1);
        for (int i = 0; i < HOLDS; i++) {
            increment[i] = increments == Increments.CONSTANT
                    ? CONSTANTS[random.nextInt(CONSTANTS.length)]
                    : 1 + (long) (-Math.log(1 - random.nextDouble()) * MEAN_NANOS);
        }
        int handler = kernel.register("hold", this::hold);
        for (int event = 0; event < pending; event++) {
            long time = increment[event % HOLDS];
            queue.push(time, 0, event);
            kernel.at(time, handler, 0, event, 0);
        }
    }

    private void hold(int op, int argument, int stamp) {
        kernel.at(kernel.now() + increment[(int) holds++ % HOLDS], 0, op, argument, stamp);
    }

    /** The queue alone; the time it came to. */
    @Benchmark
    @OperationsPerInvocation(HOLDS)
    public long queue() {
        long time = 0;
        for (int i = 0; i < HOLDS; i++) {
            time = queue.nextTime();
            queue.push(time + increment[i], 0, queue.pop());
        }
        return time;
    }

    /** With the loop and the call of a handler; the time it came to. */
    @Benchmark
    @OperationsPerInvocation(HOLDS)
    public long kernel() {
        kernel.run(Long.MAX_VALUE, kernel.processed() + HOLDS);
        return kernel.now();
    }
}
