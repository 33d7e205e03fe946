// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compression;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.compression.RecodingException;
import org.hdtrace.format.compression.TraceRecoder;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Workers;

/**
 * Gives the traces of a project another form, several at a time. The project file and indexes stay valid: they name no files and
 * count in uncompressed text.
 *
 * <p>Thread: one thread at a time.
 */
public final class ProjectRecoder {
    private final List<Path> traces;
    private final Work work;
    private RecodingSummary sum = new RecodingSummary(0, 0, 0, 0);

    /** What is done to one trace: {@link TraceRecoder#compress} or {@link TraceRecoder#decompress}. */
    @FunctionalInterface
    public interface Work {
        TraceRecoder.Result apply(Path trace) throws TraceFormatException, RecodingException;
    }

    /** Carries the reason through the workers. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final RecodingException reason;

        Stopped(RecodingException reason) {
            super(reason);
            this.reason = reason;
        }
    }

    public ProjectRecoder(Project project, Work work) {
        this.traces = project.traces().stream().map(TraceFile::path).toList();
        this.work = work;
    }

    /**
     * Do the work for every trace; what is done stays done when another one fails.
     *
     * @throws TraceFormatException when a trace can't be read or is still being written; in the latter case nothing was done
     * @throws RecodingException when a new file can't be written
     */
    public RecodingSummary run(Workers workers) throws TraceFormatException, RecodingException {
        for (Path trace : traces) {
            TraceRecoder.requireComplete(trace);
        }
        try {
            workers.each(traces, this::apply, this::add);
        } catch (Stopped e) {
            throw e.reason;
        }
        return sum;
    }

    private TraceRecoder.Result apply(Path trace) throws TraceFormatException {
        try {
            return work.apply(trace);
        } catch (RecodingException e) {
            throw new Stopped(e);
        }
    }

    private void add(TraceRecoder.Result result) {
        int changed = result.changed() ? 1 : 0;
        sum = new RecodingSummary(
                sum.files() + changed,
                sum.unchanged() + 1 - changed,
                sum.bytesBefore() + result.bytesBefore(),
                sum.bytesAfter() + result.bytesAfter());
    }
}
