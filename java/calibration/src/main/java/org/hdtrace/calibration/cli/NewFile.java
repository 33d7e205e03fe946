// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are there whole or not at all. */
final class NewFile {
    private NewFile() {}

    static void write(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
