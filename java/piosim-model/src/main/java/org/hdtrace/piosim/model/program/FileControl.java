// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Objects;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileView;
import org.hdtrace.piosim.model.file.MemoryLayout;

/** Commands about a file as a whole, and accesses whose place is found out while they run. */
public sealed interface FileControl extends Command {
    ApplicationFile file();

    /**
     * What all ranks that have a file open do together.
     *
     * @param type FILE_SYNC, FILE_SET_SIZE, FILE_PREALLOCATE or FILE_SEEK_SHARED
     * @param size bytes of the file afterwards; of a seek, visible bytes before the shared pointer
     * @param communicator that the file was opened with
     * @param opening see {@link Opening#number}
     */
    record Together(
            CommandType type, ApplicationFile file, long size, Communicator communicator, int opening, Origin origin)
            implements FileControl, Command.Collective {
        private static final Set<CommandType> TYPES = Set.of(
                CommandType.FILE_SYNC,
                CommandType.FILE_SET_SIZE,
                CommandType.FILE_PREALLOCATE,
                CommandType.FILE_SEEK_SHARED);

        public Together {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(communicator, "communicator");
            Objects.requireNonNull(origin, "origin");
            Amounts.bytes("size", size);
            FileControl.require(TYPES, type);
        }

        /** One for a file that the ranks have open once. */
        public Together(CommandType type, ApplicationFile file, long size, Communicator communicator, Origin origin) {
            this(type, file, size, communicator, 0, origin);
        }
    }

    /**
     * What one rank does.
     *
     * @param type FILE_DELETE or FILE_GET_SIZE
     */
    record Alone(CommandType type, ApplicationFile file, Origin origin) implements FileControl {
        private static final Set<CommandType> TYPES = Set.of(CommandType.FILE_DELETE, CommandType.FILE_GET_SIZE);

        public Alone {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(origin, "origin");
            FileControl.require(TYPES, type);
        }
    }

    /** An access where the pointer stands that all ranks share, which it moves by what it asks for. */
    sealed interface AtPointer extends FileControl permits Shared, Ordered {
        /** Null for the file as it is. */
        FileView view();

        /** Where in memory the data is. */
        MemoryLayout memory();

        FileHints hints();

        /** See {@link Opening#number}. */
        int opening();

        /** That the file was opened with. */
        Communicator opened();

        /** Whether it writes; otherwise it reads. */
        boolean writes();
    }

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
            implements AtPointer {
        private static final Set<CommandType> TYPES =
                Set.of(CommandType.FILE_READ_SHARED, CommandType.FILE_WRITE_SHARED);

        public Shared {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(memory, "memory");
            Objects.requireNonNull(hints, "hints");
            Objects.requireNonNull(opened, "opened");
            Objects.requireNonNull(origin, "origin");
            Amounts.bytes("size", bytes);
            FileControl.require(TYPES, type);
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

        @Override
        public boolean writes() {
            return type == CommandType.FILE_WRITE_SHARED;
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
            implements AtPointer, Command.Collective {
        private static final Set<CommandType> TYPES =
                Set.of(CommandType.FILE_READ_ORDERED, CommandType.FILE_WRITE_ORDERED);

        public Ordered {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(memory, "memory");
            Objects.requireNonNull(hints, "hints");
            Objects.requireNonNull(communicator, "communicator");
            Objects.requireNonNull(origin, "origin");
            Amounts.bytes("size", bytes);
            FileControl.require(TYPES, type);
        }

        @Override
        public Communicator opened() {
            return communicator;
        }

        @Override
        public boolean writes() {
            return type == CommandType.FILE_WRITE_ORDERED;
        }
    }

    private static void require(Set<CommandType> types, CommandType type) {
        if (!types.contains(type)) {
            throw new IllegalArgumentException("type=" + type + ": must be one of " + types);
        }
    }
}
