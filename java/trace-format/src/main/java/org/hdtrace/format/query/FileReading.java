// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/** Reads files or pieces of them, each on its own, for a fold; any number of threads share it. */
final class FileReading<A> {
    /** Entries between two looks at whether anybody still waits for the result; a power of two. */
    private static final int PATIENCE = 1 << 10;

    private final EntryFilter filter;
    private final TimeSeek seek;
    private final FileFold<A> fold;
    private final Consumer<Path> progress;

    FileReading(EntryFilter filter, TimeSeek seek, FileFold<A> fold, Consumer<Path> progress) {
        this.filter = filter;
        this.seek = seek;
        this.fold = fold;
        this.progress = progress;
    }

    FileResult<A> read(FilePieces.Piece piece) {
        TraceFile file = piece.file();
        if (piece.isFirst()) {
            tell(file.path());
        }
        A sum = fold.begin(file);
        try (TraceCursor cursor = TraceCursor.open(file.path(), filter)) {
            piece.limit(cursor, seek, filter);
            Optional<TraceFormatException> failure = readAll(cursor, sum);
            Optional<Damage> damage = failure.map(Damage::broken).or(() -> Damage.of(cursor));
            return new FileResult<>(file, sum, failure, cursor.findings(), damage);
        } catch (TraceFormatException e) {
            return new FileResult<>(file, sum, Optional.of(e), List.of(), Optional.of(Damage.refused(e)));
        }
    }

    private Optional<TraceFormatException> readAll(TraceCursor cursor, A sum) {
        try {
            for (long count = 1; cursor.next(); count++) {
                fold.add(sum, cursor);
                if ((count & (PATIENCE - 1)) == 0 && Thread.currentThread().isInterrupted()) {
                    throw new CancellationException("interrupted while " + cursor.file() + " was read");
                }
            }
            return Optional.empty();
        } catch (TraceFormatException e) {
            return Optional.of(e);
        }
    }

    /** Whoever shows the progress need not know about threads. */
    private synchronized void tell(Path file) {
        progress.accept(file);
    }
}
