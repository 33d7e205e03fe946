// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import java.nio.file.Path;

/** A file of a {@link FileSink}, which alone may change it. */
final class FileState {
    final Path path;
    /** It has been made. */
    boolean made;

    FileState(Path path) {
        this.path = path;
    }
}
