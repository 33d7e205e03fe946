// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;

/**
 * Simulates the points of a grid on some threads. Whoever is free takes the next one; what it gives depends on the point
 * alone.
 */
public final class Sweep {
    /** Is told of progress, by any thread. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A point is done.
         *
         * @param ended how many are, of those that were to do
         */
        void pointEnded(int ended, int toDo);
    }

    private final Grid grid;
    private final PointSimulator simulator;
    private final int threads;

    public Sweep(Grid grid, PointSimulator simulator, int threads) {
        this.grid = grid;
        this.simulator = simulator;
        this.threads = threads;
    }

    /**
     * Set up a point for each value of each axis, so that faults are found before anything is simulated.
     *
     * @throws SweepException with the fault of the first faulty point
     */
    public void check() throws ModelFormatException, SweepException, TraceFormatException, IOException {
        List<Integer> points = List.copyOf(grid.representatives());
        Exception[] faults = new Exception[points.size()];
        inParallel(faults.length, i -> {
            try {
                simulator.check(points.get(i));
            } catch (ModelFormatException | SweepException | TraceFormatException e) {
                faults[i] = e;
            }
        });
        for (Exception fault : faults) {
            if (fault instanceof ModelFormatException e) {
                throw e;
            } else if (fault instanceof TraceFormatException e) {
                throw e;
            } else if (fault instanceof SweepException e) {
                throw e;
            }
        }
    }

    /**
     * Simulate what is missing of a share.
     *
     * @throws IOException when a result can't be written; those that could be are kept
     */
    public void run(Share share, ResultStore store, Listener listener) throws IOException {
        BitSet done = store.done();
        int[] points = IntStream.range(0, grid.size())
                .filter(point -> share.contains(point) && !done.get(point))
                .toArray();
        AtomicInteger ended = new AtomicInteger();
        inParallel(points.length, i -> {
            store.add(points[i], simulator.row(points[i]));
            listener.pointEnded(ended.incrementAndGet(), points.length);
        });
    }

    /** What a thread does with a number. */
    @FunctionalInterface
    private interface Task {
        void run(int number) throws IOException;
    }

    /** Run a task for each number below a count, in their order as far as there are threads; the first failure ends it. */
    private void inParallel(int count, Task task) throws IOException {
        AtomicInteger next = new AtomicInteger();
        Callable<Void> worker = () -> {
            for (int number = next.getAndIncrement(); number < count; number = next.getAndIncrement()) {
                try {
                    task.run(number);
                } catch (IOException | RuntimeException | Error e) {
                    next.set(count);
                    throw e;
                }
            }
            return null;
        };
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (Future<Void> future : pool.invokeAll(Collections.nCopies(threads, worker))) {
                future.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            pool.shutdown();
        }
    }

    private static IOException failure(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException exception) {
            throw exception;
        }
        return (IOException) cause;
    }
}
