// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.EntryFilter;

/**
 * How somebody who reads whole traces deals with indexes: not at all; using those that fit; or making those that are missing,
 * too, on the way through the trace, so that the next one need not read it.
 *
 * <p>Thread: any.
 */
public final class Indexing {
    /** A smaller trace is read before anybody looks up. */
    private static final long LEAST_BYTES = 1 << 20;

    private final IndexStore store;
    /** {@link Long#MAX_VALUE}: none are made. */
    private final long leastBytes;

    private final AtomicInteger made = new AtomicInteger();

    private Indexing(IndexStore store, long leastBytes) {
        this.store = store;
        this.leastBytes = leastBytes;
    }

    /** Every trace is read. */
    public static Indexing none() {
        return new Indexing(null, Long.MAX_VALUE);
    }

    /** Valid indexes are used. */
    public static Indexing using(IndexStore store) {
        return new Indexing(Objects.requireNonNull(store, "store"), Long.MAX_VALUE);
    }

    /** Valid indexes are used; those of traces of 1 MiB and more are made when they are missing. */
    public static Indexing making(IndexStore store) {
        return new Indexing(Objects.requireNonNull(store, "store"), LEAST_BYTES);
    }

    /** The index of a trace, to be closed; empty when there is none that fits it. */
    public Optional<TraceIndex> open(Path trace) {
        return store == null ? Optional.empty() : store.open(trace);
    }

    /**
     * Step through a trace, and make its index where that is wanted. Events may come even if the filter wants none, and all
     * names: an index needs them.
     *
     * @param filter wants no data
     */
    public IndexingCursor scan(Path trace, EntryFilter filter) throws TraceFormatException {
        return isLarge(trace) ? IndexingCursor.making(trace, store) : IndexingCursor.plain(trace, filter);
    }

    /** To be told when a scan has ended. */
    public void note(IndexingCursor scanned) {
        if (scanned.index().isPresent()) {
            made.incrementAndGet();
        }
    }

    /** How many indexes were made. */
    public int made() {
        return made.get();
    }

    private boolean isLarge(Path trace) {
        try {
            return leastBytes != Long.MAX_VALUE && Files.size(trace) >= leastBytes;
        } catch (IOException e) {
            // Whoever reads it says why it can't be.
            return false;
        }
    }
}
