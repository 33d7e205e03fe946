// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.nio.file.Path;
import java.util.Objects;

/** Something noteworthy about a file that could be read all the same. */
public record Finding(Path file, String position, Severity severity, String text) {
    public Finding {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(text, "text");
    }

    @Override
    public String toString() {
        return file + ": " + position + ": " + text;
    }
}
