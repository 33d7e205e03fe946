// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Objects;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileView;
import org.hdtrace.piosim.model.file.MemoryLayout;

/** Transfers where the pointer stands that all ranks share, which they move by what they ask for. */
public sealed interface PointerAccess extends FileTransfer permits PointerAccess.Shared, PointerAccess.Ordered {
    /** Null for the file as it is. */
    FileView view();

    /** See {@link Opening#number}. */
    int opening();

    /** That the file was opened with. */
    Communicator opened();

    /**
     * An access of one rank where the pointer stands that all ranks share.
     *
     * @param type FILE_READ_SHARED or FILE_WRITE_SHARED
     * @param view null for the file as it is
     * @param memory where its data is
     * @param opened communicator that the file was opened with
     * @param opening see {@link Opening#number}
     * @param request number that a later {@link Command.Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record Shared(
            CommandType type,
            ApplicationFile file,
            FileView view,
            long bytes,
            MemoryLayout memory,
            FileHints hints,
            Communicator opened,
            int opening,
            long request,
            Origin origin)
            implements PointerAccess {
        private static final Set<CommandType> TYPES =
                Set.of(CommandType.FILE_READ_SHARED, CommandType.FILE_WRITE_SHARED);

        public Shared {
            FileTransfer.check(TYPES, type, file, memory, hints, origin);
            Objects.requireNonNull(opened, "opened");
            Amounts.bytes("size", bytes);
        }

        /** One of a file that the ranks have open once, and of data that is one piece in memory. */
        public Shared(
                CommandType type,
                ApplicationFile file,
                FileView view,
                long bytes,
                FileHints hints,
                Communicator opened,
                long request,
                Origin origin) {
            this(type, file, view, bytes, MemoryLayout.CONTIGUOUS, hints, opened, 0, request, origin);
        }
    }

    /**
     * An access of all ranks that have a file open, one behind the other in their order from where the shared pointer stands.
     *
     * @param type FILE_READ_ORDERED or FILE_WRITE_ORDERED
     * @param view of the calling rank, null for the file as it is
     * @param bytes of the calling rank
     * @param memory where its data is
     * @param communicator that the file was opened with
     * @param opening see {@link Opening#number}
     * @param request number that a later {@link Command.Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record Ordered(
            CommandType type,
            ApplicationFile file,
            FileView view,
            long bytes,
            MemoryLayout memory,
            FileHints hints,
            Communicator communicator,
            int opening,
            long request,
            Origin origin)
            implements PointerAccess, Command.Collective {
        private static final Set<CommandType> TYPES =
                Set.of(CommandType.FILE_READ_ORDERED, CommandType.FILE_WRITE_ORDERED);

        public Ordered {
            FileTransfer.check(TYPES, type, file, memory, hints, origin);
            Objects.requireNonNull(communicator, "communicator");
            Amounts.bytes("size", bytes);
        }

        @Override
        public Communicator opened() {
            return communicator;
        }
    }
}
