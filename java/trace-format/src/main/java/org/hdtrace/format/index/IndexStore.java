// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * Where the indexes of traces are: beside them, or in a cache folder where their own can't be written. Files are renamed into
 * place when they are whole, so that any number of readers and builders, also in other processes, may work at once: the last
 * builder wins, and all of them made the same.
 *
 * <p>Immutable; any thread.
 */
public final class IndexStore {
    /** In longer texts sums of sums tell of damage. */
    private static final long COMPARED_BYTES = (long) IndexFormat.SUMS_EVERY * IndexFormat.BLOCK_BYTES;

    private final Path cacheFolder;

    private IndexStore(Path cacheFolder) {
        this.cacheFolder = cacheFolder;
    }

    /** Indexes beside their traces only. */
    public static IndexStore beside() {
        return new IndexStore(null);
    }

    /** Indexes beside their traces, else in that folder, which is created when it is needed. */
    public static IndexStore withCache(Path folder) {
        return new IndexStore(Objects.requireNonNull(folder, "folder"));
    }

    /** The index of a trace, to be closed; empty when there is none that fits it. */
    public Optional<TraceIndex> open(Path trace) {
        for (Path place : places(trace)) {
            Optional<TraceIndex> index = open(trace, place);
            if (index.isPresent()) {
                return index;
            }
        }
        return Optional.empty();
    }

    /**
     * Why the index of a trace has to be made: there is none, it is damaged or that of another text, or the trace has grown.
     * More is compared than when one is opened, the whole trace where that is short.
     *
     * @return empty when there is one that says all that can be said; {@code ""} when there is none at all
     * @throws TraceFormatException when the trace can't be read where its index says
     */
    public Optional<String> staleness(Path trace) throws TraceFormatException {
        String reason = "";
        for (Path place : places(trace)) {
            if (!Files.exists(place)) {
                continue;
            }
            try (TraceIndex index = TraceIndex.read(place)) {
                String found = staleness(index, place, trace);
                if (found == null) {
                    return Optional.empty();
                }
                reason = reason.isEmpty() ? found : reason;
            } catch (IOException e) {
                reason = reason.isEmpty() ? e.getMessage() : reason;
            }
        }
        return Optional.of(reason);
    }

    /** Null when there is nothing against it. */
    private static String staleness(TraceIndex index, Path place, Path trace) throws IOException, TraceFormatException {
        index.blocks();
        if (!IndexCheck.fits(index, trace)) {
            return "it does not fit its trace";
        }
        if (!IndexCheck.isCurrent(index, trace)) {
            return "its trace has grown";
        }
        if (index.coveredBytes() > COMPARED_BYTES || !place.equals(IndexComparison.beside(trace))) {
            return null;
        }
        List<Finding> wrong = new ArrayList<>();
        IndexComparison.compare(trace, wrong::add);
        return wrong.isEmpty() ? null : wrong.get(0).text();
    }

    /**
     * Make the index of a trace, whether it has one or not. Of a trace that is cut or still growing it covers the whole blocks.
     *
     * @param cancelled is asked now and then
     * @return where the index is
     * @throws TraceFormatException when the trace can't be read to its end, has a state that ends before it begins or more
     *     than 65536 names of states, or when the index can't be written
     * @throws java.util.concurrent.CancellationException when it was cancelled; nothing is left behind then
     */
    public Path build(Path trace, BooleanSupplier cancelled) throws TraceFormatException {
        IOException failure = null;
        for (Path place : places(trace)) {
            try (IndexDraft draft = IndexDraft.create(place)) {
                IndexBuilder.write(trace, draft.target(), cancelled);
                return draft.commit();
            } catch (IOException e) {
                failure = e;
            }
        }
        throw TraceFormatException.atByte(trace, 0, "its index can't be written: " + ByteSource.cause(failure));
    }

    /** Begin the index of a trace in the first place that can be written. */
    IndexDraft draft(Path trace) throws IOException {
        IOException failure = new IOException("no place for an index");
        for (Path place : places(trace)) {
            try {
                return IndexDraft.create(place);
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private List<Path> places(Path trace) {
        Path beside = trace.resolveSibling(IndexPlace.nameBeside(trace));
        return cacheFolder == null
                ? List.of(beside)
                : List.of(beside, cacheFolder.resolve(IndexPlace.nameInCache(trace)));
    }

    private static Optional<TraceIndex> open(Path trace, Path place) {
        try {
            TraceIndex index = TraceIndex.read(place);
            boolean fits = false;
            try {
                fits = index.coveredBytes() > 0 && IndexCheck.fits(index, trace);
            } finally {
                if (!fits) {
                    index.close();
                }
            }
            return fits ? Optional.of(index) : Optional.empty();
        } catch (IOException e) {
            // None, of another version, damaged or not readable: the trace tells the same.
            return Optional.empty();
        }
    }
}
