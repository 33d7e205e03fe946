// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that is removed with all that is in it when it is closed, or when the process is asked to end (SIGINT, SIGTERM)
 * before that. Only what is moved out of it stays.
 *
 * <p>Thread: any.
 */
final class TemporaryFolder implements AutoCloseable {
    /** At the end of a process its threads may still write while the folder is emptied. */
    private static final int ATTEMPTS = 50;

    private static final long PAUSE_MILLIS = 20;

    private final Path path;
    private final Thread atExit = new Thread(this::removeAtExit, "hdtrace-remove");
    private boolean removed;

    private TemporaryFolder(Path path) {
        this.path = path;
    }

    /** Make one with a name of its own. */
    static TemporaryFolder create(Path parent, String prefix) throws IOException {
        TemporaryFolder folder = new TemporaryFolder(Files.createTempDirectory(parent, prefix));
        Runtime.getRuntime().addShutdownHook(folder.atExit);
        return folder;
    }

    Path path() {
        return path;
    }

    /** Give a folder inside its place outside, in one step; never a part of it. */
    synchronized void moveOut(Path inside, Path target) throws IOException {
        if (removed) {
            throw new IOException("the process was asked to end");
        }
        Files.move(inside, target, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process ends, and the hook does it.
            return;
        }
        remove();
    }

    private synchronized void remove() throws IOException {
        removed = true;
        List<Path> all;
        try (Stream<Path> files = Files.walk(path)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }

    private void removeAtExit() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                remove();
                return;
            } catch (NoSuchFileException e) {
                return;
            } catch (IOException e) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
