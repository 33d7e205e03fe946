// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Makes the store of a project from its traces, several at once; of a damaged one from what is complete before the damage. Memory: per thread a block of states for each depth and
 * the sums of one page for each width of buckets; and some bytes per thousand states.
 *
 * <p>One builder makes one store, on any thread.
 */
public final class StoreBuilder {
    private static final int CHECK_EVERY = 8192;

    private final List<Path> traces;
    private final Progress progress;
    private final BooleanSupplier cancelled;
    private final Predicate<TraceCursor> wanted;
    private final boolean kept;
    /** Where states come from instead of the traces, or null. */
    private final StoreSieve sieve;

    private Watcher watcher = trace -> entry -> {};
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> categories = new ArrayList<>();
    private final List<TraceFormatException> unreadable = new ArrayList<>();

    /** Is told how far the building is; by one thread at a time. */
    @FunctionalInterface
    public interface Progress {
        /**
         * Some more of a trace was read.
         *
         * @param bytes since the last time
         */
        void read(Path trace, long bytes);
    }

    /** Sees what is read of traces; several traces at once, each by one thread. */
    @FunctionalInterface
    public interface Watcher {
        /** A trace is read from its beginning, maybe not the first time; who takes each of its entries that is wanted, and stays at it. */
        Consumer<TraceCursor> begin(Path trace);
    }

    /** A builder for traces that are read in this order. */
    public StoreBuilder(List<Path> traces, Progress progress, BooleanSupplier cancelled) {
        this(traces, progress, cancelled, entry -> true, true, null);
    }

    private StoreBuilder(
            List<Path> traces,
            Progress progress,
            BooleanSupplier cancelled,
            Predicate<TraceCursor> wanted,
            boolean kept,
            StoreSieve sieve) {
        this.traces = List.copyOf(traces);
        this.progress = progress;
        this.cancelled = cancelled;
        this.wanted = wanted;
        this.kept = kept;
        this.sieve = sieve;
    }

    /** A builder of a store with some of the states and events; it serves once and is not kept. */
    public StoreBuilder only(Predicate<TraceCursor> accepted) {
        return new StoreBuilder(traces, progress, cancelled, accepted, false, null);
    }

    /** From now on somebody sees what is read of traces. */
    public void watch(Watcher other) {
        watcher = other;
    }

    /** As {@link #only} from the store of the same traces, which are not read then, by what it knows. */
    public StoreBuilder only(StoreFile store, WantedStates.Selection accepted) {
        StoreSieve some = new StoreSieve(store, accepted);
        return new StoreBuilder(traces, progress, cancelled, wanted, false, some);
    }

    /**
     * Builds the store in the first place that can be written and opens it. The store of a trace that may be still written
     * is not kept: it serves this once.
     *
     * @throws IOException if no place can be written
     * @throws CancellationException if it was cancelled; nothing is left behind then
     */
    public StoreFile build(Path project, StoreFolder folder) throws IOException {
        IOException failure = null;
        for (Path place : folder.places(project)) {
            Path draft;
            try {
                draft = StoreFolder.draft(place);
            } catch (IOException e) {
                failure = e;
                continue;
            }
            try {
                return build(draft, place);
            } catch (UncheckedIOException | IOException e) {
                // Such as a full disk; another place may have room.
                failure = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            } finally {
                Files.deleteIfExists(draft);
            }
        }
        throw failure;
    }

    private StoreFile build(Path draft, Path place) throws IOException {
        numbers.clear();
        categories.clear();
        List<SourceMark> marks = SourceMark.of(traces);
        List<StoredTrace> rows;
        try (FileSpace space = new FileSpace(draft, StoreFile.HEAD_BYTES, this::isCancelled)) {
            rows = readAll(space);
            StoreFile.finish(space, traces, marks, categories, rows);
        }
        StoreFile store = StoreFile.open(draft, place, traces, marks);
        if (kept && rows.stream().allMatch(StoredTrace::complete)) {
            StoreFolder.commit(draft, place);
        }
        return store;
    }

    /**
     * Builds the store in memory, for projects that are small.
     *
     * @throws IOException if it takes more than half of what Java may use
     */
    public StoreFile buildInMemory() throws IOException {
        MemorySpace space = new MemorySpace(Runtime.getRuntime().maxMemory() / 2);
        List<StoredTrace> rows = readAll(space);
        return StoreFile.inSpace(space, categories, rows);
    }

    private List<StoredTrace> readAll(Space space) throws IOException {
        List<StoredTrace> rows = new ArrayList<>();
        unreadable.clear();
        try {
            if (sieve == null) {
                Workers.allCores().each(traces, trace -> read(trace, space), done -> {
                    rows.add(done.row());
                    done.unreadable().ifPresent(unreadable::add);
                });
            } else {
                List<Integer> all = IntStream.range(0, traces.size()).boxed().toList();
                Workers.allCores().each(all, trace -> take(trace, space), rows::add);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (TraceFormatException e) {
            throw new IllegalStateException("a trace that can't be read is an empty row", e);
        }
        return rows;
    }

    /** Why nothing of some traces could be read, in their order; their rows are empty. */
    public List<TraceFormatException> unreadable() {
        return List.copyOf(unreadable);
    }

    /** What was read of a trace, and why if it was nothing. */
    private record Done(StoredTrace row, Optional<TraceFormatException> unreadable) {}

    private StoredTrace take(int number, Space space) {
        Path trace = traces.get(number);
        try {
            StoredTrace taken = sieve.take(number, new RowWriter(space), this::number, () -> tell(trace, 0));
            tell(trace, Files.size(trace));
            return taken;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Done read(Path trace, Space space) {
        RowWriter row = new RowWriter(space);
        try (TraceCursor cursor = TraceCursor.open(trace, EntryFilter.all().withoutData())) {
            return new Done(read(cursor, row), Optional.empty());
        } catch (TraceFormatException e) {
            return new Done(nothing(row, e), Optional.of(e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StoredTrace nothing(RowWriter row, TraceFormatException why) {
        try {
            return new StoredTrace(row.finish(), 0, Long.MAX_VALUE, Long.MIN_VALUE, false, List.of(why.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private StoredTrace read(TraceCursor cursor, RowWriter row) throws IOException, TraceFormatException {
        Map<String, Integer> known = new HashMap<>();
        Consumer<TraceCursor> watching = watcher.begin(cursor.file());
        List<String> notes = new ArrayList<>();
        long states = 0;
        long earliest = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        long told = 0;
        for (int entry = 1; isNext(cursor, entry == 1, notes); entry++) {
            if (wanted.test(cursor)) {
                long start = cursor.startNanos();
                long end = cursor.isEvent() ? start : Math.max(start, cursor.endNanos());
                watching.accept(cursor);
                add(row, cursor, known.computeIfAbsent(cursor.name(), this::number), end);
                states += cursor.isEvent() ? 0 : 1;
                earliest = Math.min(earliest, start);
                latest = Math.max(latest, end);
            }
            if (entry % CHECK_EVERY == 0) {
                tell(cursor.file(), cursor.byteOffset() - told);
                told = cursor.byteOffset();
            }
        }
        boolean complete = notes.isEmpty() && cursor.isComplete();
        tell(cursor.file(), cursor.textEnd() - told);
        cursor.findings().forEach(finding -> notes.add(finding.toString()));
        return new StoredTrace(row.finish(), states, earliest, latest, complete, notes);
    }

    /** Damage ends a trace, unless it is at its beginning, where there is nothing before it. */
    private static boolean isNext(TraceCursor cursor, boolean first, List<String> notes) throws TraceFormatException {
        try {
            return cursor.next();
        } catch (TraceFormatException e) {
            if (first) {
                throw e;
            }
            notes.add(e.getMessage());
            return false;
        }
    }

    private static void add(RowWriter row, TraceCursor cursor, int category, long end) throws IOException {
        if (cursor.isEvent()) {
            row.event(cursor.startNanos(), category, cursor.byteOffset());
        } else {
            row.state(cursor.depth(), cursor.startNanos(), end, category, cursor.byteOffset());
        }
    }

    private synchronized int number(String name) {
        return numbers.computeIfAbsent(name, key -> {
            categories.add(key);
            return categories.size() - 1;
        });
    }

    private void tell(Path trace, long bytes) {
        if (isCancelled()) {
            throw new CancellationException("loading was cancelled");
        }
        synchronized (progress) {
            progress.read(trace, bytes);
        }
    }

    private boolean isCancelled() {
        return cancelled.getAsBoolean() || Thread.currentThread().isInterrupted();
    }
}
