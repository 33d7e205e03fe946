// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.swing.SwingUtilities;

/**
 * Does work beside the event thread and hands the result back to it. Only the newest request counts: one that waits is
 * replaced, so that fast zooming never queues pictures nobody will see.
 */
final class LatestTask {
    private final ExecutorService worker;
    private final AtomicReference<Runnable> waiting = new AtomicReference<>();
    private final long pauseNanos;
    /** Of the worker alone, as {@link System#nanoTime}. */
    private long earliest = System.nanoTime();

    LatestTask(String name) {
        this(name, 0);
    }

    /** Work whose results stand beside the timelines: while the view moves they follow some times a second, as with {@link Calmly}. */
    static LatestTask calm(String name) {
        return new LatestTask(name, TimeUnit.MILLISECONDS.toNanos(Calmly.MILLIS));
    }

    // No result depends on the priority.
    @SuppressWarnings("ThreadPriorityCheck")
    private LatestTask(String name, long pauseNanos) {
        this.pauseNanos = pauseNanos;
        worker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            // Behind the event thread, where the Java machine cares for priorities, as hdtrace view starts it.
            thread.setPriority(Thread.MIN_PRIORITY);
            return thread;
        });
    }

    /** Computes on the worker, then delivers on the event thread; what is asked for behind {@link #stop} is not done. */
    <T> void submit(Supplier<T> work, Consumer<T> deliver) {
        Runnable job = () -> {
            T result = work.get();
            SwingUtilities.invokeLater(() -> deliver.accept(result));
        };
        if (!worker.isShutdown() && waiting.getAndSet(job) == null) {
            worker.execute(this::runWaiting);
        }
    }

    private void runWaiting() {
        if (pauseNanos > 0 && !pause()) {
            return;
        }
        Runnable job = waiting.getAndSet(null);
        if (job != null) {
            job.run();
        }
    }

    /** Whether the worker goes on: it is interrupted when nobody wants results any more. */
    private boolean pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(earliest - System.nanoTime());
        } catch (InterruptedException e) {
            return false;
        }
        earliest = System.nanoTime() + pauseNanos;
        return true;
    }

    void stop() {
        worker.shutdownNow();
    }
}
