// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.hdtrace.format.TraceFormatException;

/**
 * Does the same work for many files on several threads and hands the results over in the order of the files, so that what comes
 * out does not depend on the number of threads. Only a few results wait at any time, however many files there are.
 *
 * <p>Thread: immutable, any; the results are taken on the thread that asked for the work. The threads don't keep the process
 * alive.
 */
public final class Workers {
    /** Results that may wait for an earlier one, per thread. */
    private static final int AHEAD = 4;

    private final int threads;

    private Workers(int threads) {
        this.threads = threads;
    }

    /** That many threads; with one, the caller does everything itself. */
    public static Workers of(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=" + threads + " is less than 1");
        }
        return new Workers(threads);
    }

    /** As many threads as the machine can run at once. */
    public static Workers allCores() {
        return of(Runtime.getRuntime().availableProcessors());
    }

    public int threads() {
        return threads;
    }

    /** Work for one item, done on any thread. Long work should end early when its thread is interrupted: nobody waits for it then. */
    @FunctionalInterface
    public interface Task<T, R> {
        R apply(T item) throws TraceFormatException;
    }

    /** Takes the result of one item; called in the order of the items, by one thread. */
    @FunctionalInterface
    public interface Sink<R> {
        void accept(R result) throws TraceFormatException;
    }

    /**
     * Do the work for all items. When it fails for one, the results of those before it have been handed over, and no task is
     * running any more when this returns.
     *
     * @throws TraceFormatException of the first item in the list for which the task failed, or of the sink
     */
    public <T, R> void each(List<T> items, Task<T, R> task, Sink<R> sink) throws TraceFormatException {
        int used = Math.min(threads, items.size());
        if (used <= 1) {
            for (T item : items) {
                sink.accept(task.apply(item));
            }
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(used, Workers::thread);
        try {
            inOrder(pool, used * AHEAD, items, task, sink);
        } finally {
            pool.shutdownNow();
            awaitEnd(pool);
        }
    }

    private static <T, R> void inOrder(
            ExecutorService pool, int mostWaiting, List<T> items, Task<T, R> task, Sink<R> sink)
            throws TraceFormatException {
        Deque<Future<R>> waiting = new ArrayDeque<>();
        for (T item : items) {
            if (waiting.size() == mostWaiting) {
                sink.accept(result(waiting.remove()));
            }
            waiting.add(pool.submit(() -> task.apply(item)));
        }
        while (!waiting.isEmpty()) {
            sink.accept(result(waiting.remove()));
        }
    }

    private static <R> R result(Future<R> future) throws TraceFormatException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("interrupted while files were read");
            cancelled.initCause(e);
            throw cancelled;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TraceFormatException cause) {
                throw cause;
            }
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private static void awaitEnd(ExecutorService pool) {
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = pool.awaitTermination(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "hdtrace-reader");
        thread.setDaemon(true);
        return thread;
    }
}
