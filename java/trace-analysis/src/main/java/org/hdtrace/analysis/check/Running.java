// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Whether the process that writes a file is still at work, so that the file has no end yet. Only those of this machine can be
 * asked; a process that began after the file has got the number of another one.
 */
final class Running {
    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
    private static final long NANOS = 1_000_000_000L;

    private Running() {}

    /**
     * Ask.
     *
     * @param host as the file names it
     * @param process its number as text
     * @param openedNanos when the file was opened, whole seconds in ns since the epoch
     */
    static boolean writes(String host, String process, long openedNanos) {
        if (!process.matches("[1-9][0-9]{0,9}") || !host.equals(ownHost())) {
            return false;
        }
        Instant opened = Instant.ofEpochSecond(openedNanos / NANOS + 1);
        return ProcessHandle.of(Long.parseLong(process))
                .filter(ProcessHandle::isAlive)
                .flatMap(found -> found.info().startInstant())
                .filter(started -> !started.isAfter(opened))
                .isPresent();
    }

    private static String ownHost() {
        try {
            return Files.readString(HOST).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
