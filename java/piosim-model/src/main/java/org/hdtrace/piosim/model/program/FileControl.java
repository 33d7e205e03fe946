// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Objects;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;

/** Commands about a file as a whole. */
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
            Command.requireType(TYPES, type);
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
            Command.requireType(TYPES, type);
        }
    }
}
