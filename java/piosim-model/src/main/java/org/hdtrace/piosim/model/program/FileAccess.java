// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Objects;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Piece;

/** Commands that move data between a rank and a file. */
public sealed interface FileAccess extends Command
        permits Command.FileRead, Command.FileWrite, FileAccess.ReadAll, FileAccess.WriteAll {
    ApplicationFile file();

    /** Absolute ranges of the file in the order of the access, neighbours joined; may be empty. */
    List<Piece> pieces();

    @Override
    default long bytes() {
        return Amounts.sum(pieces());
    }

    /**
     * All ranks that have a file open read ranges of it together.
     *
     * @param pieces those of the calling rank
     * @param communicator that the file was opened with
     * @param request number that a later {@link Command.Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record ReadAll(ApplicationFile file, List<Piece> pieces, Communicator communicator, long request, Origin origin)
            implements FileAccess, Command.Collective {
        public ReadAll {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(origin, "origin");
            pieces = List.copyOf(pieces);
            Amounts.pieces(pieces);
            Objects.requireNonNull(communicator, "communicator");
        }

        @Override
        public CommandType type() {
            return CommandType.FILE_READ_ALL;
        }
    }

    /**
     * All ranks that have a file open write ranges of it together.
     *
     * @param pieces those of the calling rank
     * @param communicator that the file was opened with
     * @param request number that a later {@link Command.Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record WriteAll(ApplicationFile file, List<Piece> pieces, Communicator communicator, long request, Origin origin)
            implements FileAccess, Command.Collective {
        public WriteAll {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(origin, "origin");
            pieces = List.copyOf(pieces);
            Amounts.pieces(pieces);
            Objects.requireNonNull(communicator, "communicator");
        }

        @Override
        public CommandType type() {
            return CommandType.FILE_WRITE_ALL;
        }
    }
}
