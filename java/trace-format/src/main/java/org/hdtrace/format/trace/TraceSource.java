// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;

/** Anything that names a trace file, so that a project's entries can be opened directly. */
public interface TraceSource {
    Path path();
}
