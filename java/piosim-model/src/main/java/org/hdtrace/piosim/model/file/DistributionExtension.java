// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.hdtrace.format.trace.DataElement;

/**
 * Distributions that a jar on the class path adds. It is found by {@link java.util.ServiceLoader} through its file {@code
 * META-INF/services/org.hdtrace.piosim.model.file.DistributionExtension}; a project file itself can load nothing.
 */
public interface DistributionExtension {
    /**
     * What a project file states.
     *
     * @param file number of the file in the application, from 0
     * @param details elements of the distribution other than {@code ChunkSize}
     */
    record Statement(int file, long chunkSize, List<DataElement> details) {
        public Statement {
            details = List.copyOf(details);
        }
    }

    /** Makers by name; what is wrong with a statement is an IllegalArgumentException. */
    Map<String, Function<Statement, Distribution>> distributions();
}
