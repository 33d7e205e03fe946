// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.nio.file.Path;
import java.util.Objects;
import org.hdtrace.format.trace.TraceSource;

/**
 * A trace of a project.
 *
 * @param host name of the host, or of the outermost node when no level is a host
 * @param rank world rank, or -1
 * @param thread number of the thread, or -1
 */
public record TraceFile(Path path, TopologyNode node, String host, int rank, int thread) implements TraceSource {
    public TraceFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(host, "host");
    }
}
