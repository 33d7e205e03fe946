// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Objects;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.MemoryLayout;

/**
 * Commands that move data between a rank and a file: to ranges that the program says ({@link FileAccess}) or where the pointer stands
 * that all ranks share ({@link PointerAccess}), of one rank or of all together. Which of them, and whether they read or write, is
 * their type.
 */
public sealed interface FileTransfer extends Command permits FileAccess, PointerAccess {
    ApplicationFile file();

    /** Where in memory the data is. */
    MemoryLayout memory();

    /** What the program said when it opened the file and later. */
    FileHints hints();

    /** Whether it writes; otherwise it reads. */
    default boolean writes() {
        return switch (type()) {
            case FILE_WRITE, FILE_WRITE_ALL, FILE_WRITE_SHARED, FILE_WRITE_ORDERED -> true;
            default -> false;
        };
    }

    /**
     * Check what all of them have.
     *
     * @throws IllegalArgumentException naming the type unless it is one of some
     */
    static void check(
            Set<CommandType> types,
            CommandType type,
            ApplicationFile file,
            MemoryLayout memory,
            FileHints hints,
            Origin origin) {
        Command.requireType(types, type);
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(hints, "hints");
        Objects.requireNonNull(origin, "origin");
    }
}
