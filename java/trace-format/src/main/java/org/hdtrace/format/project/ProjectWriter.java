// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.io.IOException;
import java.nio.file.Path;

/** Writes project files. */
@SuppressWarnings("DoNotCallSuggester")
public final class ProjectWriter {
    private ProjectWriter() {}

    public static void write(Project project, Path file) throws IOException {
        write(project.content(), file);
    }

    public static void write(ProjectDescription project, Path file) throws IOException {
        throw new UnsupportedOperationException();
    }
}
