// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;

/** Makes one result of those of a file's pieces, which come in the order of the file. What stands behind a failure is left out. */
final class PieceJoin<A> implements Workers.Sink<FileResult<A>> {
    private final FileFold<A> fold;
    private final Workers.Sink<FileResult<A>> sink;
    private FileResult<A> joined;

    PieceJoin(FileFold<A> fold, Workers.Sink<FileResult<A>> sink) {
        this.fold = fold;
        this.sink = sink;
    }

    @Override
    public void accept(FileResult<A> piece) throws TraceFormatException {
        if (joined == null || !joined.file().path().equals(piece.file().path())) {
            finish();
            joined = piece;
        } else if (joined.failure().isEmpty()) {
            Set<Finding> findings = new LinkedHashSet<>(joined.findings());
            findings.addAll(piece.findings());
            joined = new FileResult<>(
                    joined.file(),
                    fold.append(joined.value(), piece.value()),
                    piece.failure(),
                    new ArrayList<>(findings),
                    piece.damage().or(joined::damage));
        }
    }

    /** Hand over the last file. */
    void finish() throws TraceFormatException {
        if (joined != null) {
            FileResult<A> whole = joined;
            joined = null;
            sink.accept(whole);
        }
    }
}
