// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
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
                fits = IndexCheck.fits(index, trace);
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
