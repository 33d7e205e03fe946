// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CancellationException;
import org.hdtrace.sunshot.model.LoadMonitor;

/**
 * Lets one trace be imported once at a time, by this process or others: a lock on a file that is there as long as somebody has it. It
 * saves work only: where there are no locks, or the file was removed under somebody who waited, two may go on, of which one publishes
 * its project.
 *
 * <p>Thread: one.
 */
final class ImportLock implements AutoCloseable {
    private static final long PAUSE_MILLIS = 50;

    private final Path file;
    private final FileChannel channel;

    private ImportLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Waits until nobody else has it.
     *
     * @param file is made, with the folder that it is in
     * @param waiting is told to the monitor when somebody else has it
     * @throws CancellationException if the monitor asked to stop meanwhile
     */
    static ImportLock take(Path file, LoadMonitor monitor, String waiting) {
        FileChannel channel = null;
        try {
            Files.createDirectories(file.getParent());
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            while (!isTaken(channel)) {
                monitor.progress(0, waiting);
                if (monitor.isCancelled()) {
                    throw new CancellationException();
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (IOException e) {
            log("there is no lock for an import", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(channel);
            throw new CancellationException();
        } catch (CancellationException e) {
            close(channel);
            throw e;
        }
        return new ImportLock(file, channel);
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Another thread of this process has it.
            return false;
        }
    }

    /** Removed before it is free, so that who comes next makes another one. */
    @Override
    public void close() {
        try {
            if (channel != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            log("the file of a lock stays", e);
        }
        close(channel);
    }

    private static void close(FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            log("a lock was not closed", e);
        }
    }

    private static void log(String what, IOException e) {
        System.getLogger(ImportLock.class.getName()).log(System.Logger.Level.DEBUG, what, e);
    }
}
