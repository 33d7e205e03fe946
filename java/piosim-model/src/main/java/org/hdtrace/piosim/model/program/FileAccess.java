// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Objects;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.MemoryLayout;
import org.hdtrace.piosim.model.file.Piece;

/** Commands that move data between a rank and a file. */
public sealed interface FileAccess extends Command
        permits Command.FileRead, Command.FileWrite, FileAccess.ReadAll, FileAccess.WriteAll {
    ApplicationFile file();

    /** What the program said when it opened the file and later. */
    FileHints hints();

    /** What is accessed; may be empty. */
    FileRanges ranges();

    /** Where in memory the data is. */
    MemoryLayout memory();

    /** The ranges in a list, neighbours joined: for few of them. */
    default List<Piece> pieces() {
        return ranges().list();
    }

    @Override
    default long bytes() {
        return ranges().bytes();
    }

    /**
     * All ranks that have a file open read ranges of it together.
     *
     * @param ranges those of the calling rank
     * @param memory where its data is
     * @param communicator that the file was opened with
     * @param request number that a later {@link Command.Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record ReadAll(
            ApplicationFile file,
            FileRanges ranges,
            MemoryLayout memory,
            FileHints hints,
            Communicator communicator,
            long request,
            Origin origin)
            implements FileAccess, Command.Collective {
        public ReadAll {
            Objects.requireNonNull(memory, "memory");
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(origin, "origin");
            Objects.requireNonNull(hints, "hints");
            Amounts.ranges(ranges);
            Objects.requireNonNull(communicator, "communicator");
        }

        /** One of data that is one piece in memory. */
        public ReadAll(
                ApplicationFile file,
                FileRanges ranges,
                FileHints hints,
                Communicator communicator,
                long request,
                Origin origin) {
            this(file, ranges, MemoryLayout.CONTIGUOUS, hints, communicator, request, origin);
        }

        /** One of ranges that are listed. */
        public ReadAll(
                ApplicationFile file, List<Piece> pieces, Communicator communicator, long request, Origin origin) {
            this(file, FileRanges.of(pieces), FileHints.NONE, communicator, request, origin);
        }

        @Override
        public CommandType type() {
            return CommandType.FILE_READ_ALL;
        }
    }

    /**
     * All ranks that have a file open write ranges of it together.
     *
     * @param ranges those of the calling rank
     * @param memory where its data is
     * @param communicator that the file was opened with
     * @param request number that a later {@link Command.Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record WriteAll(
            ApplicationFile file,
            FileRanges ranges,
            MemoryLayout memory,
            FileHints hints,
            Communicator communicator,
            long request,
            Origin origin)
            implements FileAccess, Command.Collective {
        public WriteAll {
            Objects.requireNonNull(memory, "memory");
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(origin, "origin");
            Objects.requireNonNull(hints, "hints");
            Amounts.ranges(ranges);
            Objects.requireNonNull(communicator, "communicator");
        }

        /** One of data that is one piece in memory. */
        public WriteAll(
                ApplicationFile file,
                FileRanges ranges,
                FileHints hints,
                Communicator communicator,
                long request,
                Origin origin) {
            this(file, ranges, MemoryLayout.CONTIGUOUS, hints, communicator, request, origin);
        }

        /** One of ranges that are listed. */
        public WriteAll(
                ApplicationFile file, List<Piece> pieces, Communicator communicator, long request, Origin origin) {
            this(file, FileRanges.of(pieces), FileHints.NONE, communicator, request, origin);
        }

        @Override
        public CommandType type() {
            return CommandType.FILE_WRITE_ALL;
        }
    }
}
