// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Writes small files of text such that nobody sees one half-written. */
final class WholeFile {
    private WholeFile() {}

    /**
     * Replaces a file at once; its folder is there. Waits for the disk.
     *
     * @throws IOException if it can't be written; what was there stays
     */
    static void replace(Path file, List<String> lines) throws IOException {
        Path made = Files.createTempFile(file.toAbsolutePath().getParent(), ".sunshot", ".part");
        try {
            Files.write(made, lines, UTF_8);
            Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(made);
        }
    }
}
