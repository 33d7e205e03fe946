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
    private final Map<Path, CompletableFuture<Path>> running = new ConcurrentHashMap<>();
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
            build(trace);
        }
        return index;
    }

    /**
     * Make the index of a trace, unless that is being done already. Cancelling the future stops it.
     *
     * @return where the index is, once it is there; fails with a {@link TraceFormatException} as {@link IndexStore#build}
     */
    public CompletableFuture<Path> build(Path trace) {
        CompletableFuture<Path> fresh = new CompletableFuture<>();
        CompletableFuture<Path> known = running.putIfAbsent(trace, fresh);
        if (known != null) {
            return known;
        }
        fresh.whenComplete((place, failure) -> running.remove(trace, fresh));
        try {
            pool.execute(() -> build(trace, fresh));
        } catch (RejectedExecutionException e) {
            fresh.cancel(false);
        }
        return fresh;
    }

    /** Stop; what was not finished is cancelled. */
    @Override
    public void close() {
        closed = true;
        pool.shutdown();
        running.values().forEach(future -> future.cancel(false));
    }

    private void build(Path trace, CompletableFuture<Path> future) {
        try {
            if (!future.isDone()) {
                future.complete(store.build(trace, () -> closed || future.isDone()));
            }
        } catch (TraceFormatException | RuntimeException e) {
            future.completeExceptionally(e);
        }
    }
}
