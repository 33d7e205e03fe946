// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.MemoryLayout;
import org.hdtrace.piosim.model.file.Piece;

/** Transfers from or to ranges of a file that the program says. */
public sealed interface FileAccess extends FileTransfer permits FileAccess.Alone, FileAccess.Together {
    /** What is accessed; may be empty. */
    FileRanges ranges();

    /** The ranges in a list, neighbours joined: for few of them. */
    default List<Piece> pieces() {
        return ranges().list();
    }

    @Override
    default long bytes() {
        return ranges().bytes();
    }

    /**
     * An access of one rank.
     *
     * @param type FILE_READ or FILE_WRITE
     * @param memory where its data is
     * @param request number that a later {@link Command.Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record Alone(
            CommandType type,
            ApplicationFile file,
            FileRanges ranges,
            MemoryLayout memory,
            FileHints hints,
            long request,
            Origin origin)
            implements FileAccess {
        private static final Set<CommandType> TYPES = Set.of(CommandType.FILE_READ, CommandType.FILE_WRITE);

        public Alone {
            FileTransfer.check(TYPES, type, file, memory, hints, origin);
            Amounts.ranges(ranges);
        }

        /** One of data that is one piece in memory. */
        public Alone(
                CommandType type,
                ApplicationFile file,
                FileRanges ranges,
                FileHints hints,
                long request,
                Origin origin) {
            this(type, file, ranges, MemoryLayout.CONTIGUOUS, hints, request, origin);
        }

        /** One of ranges that are listed. */
        public Alone(CommandType type, ApplicationFile file, List<Piece> pieces, long request, Origin origin) {
            this(type, file, FileRanges.of(pieces), FileHints.NONE, request, origin);
        }

        /** One of ranges that are listed, for which its rank waits. */
        public Alone(CommandType type, ApplicationFile file, List<Piece> pieces, Origin origin) {
            this(type, file, pieces, BLOCKING, origin);
        }
    }

    /**
     * The part of one rank in an access of all ranks that have a file open.
     *
     * @param type FILE_READ_ALL or FILE_WRITE_ALL
     * @param memory where its data is
     * @param communicator that the file was opened with
     * @param request number that a later {@link Command.Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record Together(
            CommandType type,
            ApplicationFile file,
            FileRanges ranges,
            MemoryLayout memory,
            FileHints hints,
            Communicator communicator,
            long request,
            Origin origin)
            implements FileAccess, Command.Collective {
        private static final Set<CommandType> TYPES = Set.of(CommandType.FILE_READ_ALL, CommandType.FILE_WRITE_ALL);

        public Together {
            FileTransfer.check(TYPES, type, file, memory, hints, origin);
            Amounts.ranges(ranges);
            Objects.requireNonNull(communicator, "communicator");
        }

        /** One of data that is one piece in memory. */
        public Together(
                CommandType type,
                ApplicationFile file,
                FileRanges ranges,
                FileHints hints,
                Communicator communicator,
                long request,
                Origin origin) {
            this(type, file, ranges, MemoryLayout.CONTIGUOUS, hints, communicator, request, origin);
        }

        /** One of ranges that are listed. */
        public Together(
                CommandType type,
                ApplicationFile file,
                List<Piece> pieces,
                Communicator communicator,
                long request,
                Origin origin) {
            this(type, file, FileRanges.of(pieces), FileHints.NONE, communicator, request, origin);
        }
    }
}
