// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.DoubleConsumer;
import org.hdtrace.format.TraceFormatException;

/**
 * Makes projects of the traces of another program. Found by {@link Importers} through {@link java.util.ServiceLoader}: a new one is a
 * public class without arguments and a line in {@code META-INF/services}.
 *
 * <p>Thread: one thread at a time.
 */
public interface Importer {
    /** As {@code hdtrace import} calls the format. */
    String name();

    /** For {@code --help}: what it reads. */
    String summary();

    /** For dialogs: the format, and how files of it are called if they have an ending. */
    default String title() {
        return name();
    }

    /** Whether the name of a file, or its first bytes, say that it is of this format. Never throws. */
    boolean accepts(Path file);

    /**
     * Make the project.
     *
     * @param target its folder; must not exist or be empty. It appears when everything is in it
     * @param progress is told now and then which share of the trace was read, 0 to 1; what it throws ends the import
     * @throws TraceFormatException when the trace can't be read, or the target can't be used
     * @throws IOException when the project can't be written
     */
    ImportSummary run(Path trace, Path target, DoubleConsumer progress) throws TraceFormatException, IOException;
}
