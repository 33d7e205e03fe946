// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.hdtrace.format.TraceFormatException;

/**
 * Makes missing and stale indexes in the background while the caller reads on. Its threads don't keep a program alive; closing
 * it stops what is being made and leaves nothing half behind.
 *
 * <p>Any thread.
 */
public final class IndexService implements AutoCloseable {
    private final IndexStore store;
    private final ExecutorService pool;
    private final Map<Path, Job> running = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * Start it.
     *
     * @param threads how many indexes are made at once
     */
    public IndexService(IndexStore store, int threads) {
        this.store = Objects.requireNonNull(store, "store");
        ThreadFactory factory = work -> {
            Thread thread = new Thread(work, "hdtrace-index");
            thread.setDaemon(true);
            return thread;
        };
        this.pool = Executors.newFixedThreadPool(threads, factory);
    }

    /** The index of a trace, to be closed; when there is none that fits it one is made, and this is empty for now. */
    public Optional<TraceIndex> openOrBuild(Path trace) {
        Optional<TraceIndex> index = store.open(trace);
        if (index.isEmpty()) {
            start(trace);
        }
        return index;
    }

    /**
     * Make the index of a trace, unless that is being done already. Cancelling the future stops it.
     *
     * @return where the index is, once it is there; fails with a {@link TraceFormatException} as {@link IndexStore#build}
     */
    public CompletableFuture<Path> build(Path trace) {
        return start(trace).done;
    }

    /** Stop; what was not finished is cancelled. */
    @Override
    public void close() {
        closed = true;
        pool.shutdown();
        running.values().forEach(job -> job.done.cancel(false));
    }

    /** An index that is being made or waits for a thread; removed from the running ones when it is done. */
    private final class Job implements Runnable {
        private final Path trace;
        private final CompletableFuture<Path> done = new CompletableFuture<>();

        private Job(Path trace) {
            this.trace = trace;
        }

        @Override
        public void run() {
            try {
                if (!done.isDone()) {
                    done.complete(store.build(trace, () -> closed || done.isDone()));
                }
            } catch (TraceFormatException | RuntimeException e) {
                done.completeExceptionally(e);
            } finally {
                running.remove(trace, this);
            }
        }
    }

    private Job start(Path trace) {
        Job fresh = new Job(trace);
        // One that was cancelled makes no index any more.
        Job job = running.merge(trace, fresh, (known, wanted) -> known.done.isDone() ? wanted : known);
        if (job.equals(fresh)) {
            try {
                pool.execute(job);
            } catch (RejectedExecutionException e) {
                job.done.cancel(false);
            }
        }
        return job;
    }
}
