// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Objects;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileView;

/** Commands about a file as a whole, and accesses whose place is found out while they run. */
public sealed interface FileControl extends Command {
    ApplicationFile file();

    /**
     * What all ranks that have a file open do together.
     *
     * @param type FILE_SYNC, FILE_SET_SIZE, FILE_PREALLOCATE or FILE_SEEK_SHARED
     * @param size bytes of the file afterwards; of a seek, visible bytes before the shared pointer
     * @param communicator that the file was opened with
     */
    record Together(CommandType type, ApplicationFile file, long size, Communicator communicator, Origin origin)
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

    /**
     * An access of one rank where the pointer stands that all ranks share, which it moves.
     *
     * @param type FILE_READ_SHARED or FILE_WRITE_SHARED
     * @param view null for the file as it is
     * @param opened communicator that the file was opened with
     * @param request number that a later {@link Command.Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record Shared(
            CommandType type,
            ApplicationFile file,
            FileView view,
            long bytes,
            FileHints hints,
            Communicator opened,
            long request,
            Origin origin)
            implements FileControl {
        private static final Set<CommandType> TYPES =
                Set.of(CommandType.FILE_READ_SHARED, CommandType.FILE_WRITE_SHARED);

        public Shared {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(hints, "hints");
            Objects.requireNonNull(opened, "opened");
            Objects.requireNonNull(origin, "origin");
            Amounts.bytes("size", bytes);
            FileControl.require(TYPES, type);
        }
    }

    private static void require(Set<CommandType> types, CommandType type) {
        if (!types.contains(type)) {
            throw new IllegalArgumentException("type=" + type + ": must be one of " + types);
        }
    }
}
