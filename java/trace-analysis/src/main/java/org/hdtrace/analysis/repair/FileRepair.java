// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.hdtrace.format.TraceFormatException;

/**
 * Makes a whole file of a damaged one, or tells that nothing of it can be used. Thread: any, several at once for files that
 * get different names.
 *
 * @param target folder of the new files
 * @param scratch folder for files in between
 */
record FileRepair(Path target, Path scratch) {
    /**
     * What came of a file.
     *
     * @param written the new file; null for none
     */
    record Result(List<Repair> repairs, Path written) {}

    /** That a new file can't be written ends all work. */
    static final class NotWritten extends UncheckedIOException {
        private static final long serialVersionUID = 1;

        NotWritten(IOException cause) {
            super(cause);
        }
    }

    /** Repair a file; one without damage is copied as it is. Throws {@link NotWritten}. */
    Result apply(Path file) {
        RepairLog log = new RepairLog(String.valueOf(file.getFileName()));
        try {
            Path written = write(file, log);
            return new Result(log.all(), Files.exists(written) ? written : null);
        } catch (IOException e) {
            throw new NotWritten(e);
        }
    }

    private Path write(Path file, RepairLog log) throws IOException {
        Path to = target.resolve(ProjectRebuild.plain(file));
        try {
            switch (ProjectRebuild.ending(file)) {
                case ".stat" -> StatisticsRepair.repair(file, to, log);
                case ".rel" -> RelationRepair.repair(file, to, own("rest"), log);
                default -> TraceRepair.repair(file, to, log);
            }
        } catch (TraceFormatException e) {
            Files.deleteIfExists(to);
            log.lost(e.position(), "the file is left out: " + e.reason());
        }
        if (log.isEmpty() && !hasTail(file)) {
            Files.delete(to);
            return Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return to;
    }

    /** A file in between that no other thread uses. */
    private Path own(String name) {
        return scratch.resolve(name + "-" + Thread.currentThread().getId());
    }

    /** A trace that was not closed is in two files. */
    private static boolean hasTail(Path file) {
        return Files.exists(file.resolveSibling(ProjectRebuild.plain(file) + ".tail"));
    }
}
