// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder that appears whole or not at all: it is filled under another name beside its own. */
final class OutputFolder {
    private final Path target;
    private final Path unfinished;

    private OutputFolder(Path target) {
        this.target = target;
        this.unfinished = target.resolveSibling(target.getFileName() + ".tmp");
    }

    /** Fills a folder. */
    interface Filling {
        void fill(Path folder) throws IOException;
    }

    /** @throws UsageException when there is something in it already */
    static OutputFolder at(Path folder) throws UsageException, IOException {
        Path target = folder.toAbsolutePath().normalize();
        if (Files.isRegularFile(target)) {
            throw new UsageException("-o " + folder + ": is a file");
        }
        if (Files.isDirectory(target)) {
            try (Stream<Path> content = Files.list(target)) {
                if (content.findAny().isPresent()) {
                    throw new UsageException("-o " + folder + ": is not empty");
                }
            }
        }
        return new OutputFolder(target);
    }

    void fill(Filling filling) throws IOException {
        remove(unfinished);
        Files.createDirectories(unfinished);
        try {
            filling.fill(unfinished);
            Files.deleteIfExists(target);
            Files.move(unfinished, target);
        } finally {
            remove(unfinished);
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> content;
        try (Stream<Path> listing = Files.list(folder)) {
            content = listing.toList();
        }
        for (Path file : content) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
