// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names of index files. */
final class IndexPlace {
    private static final String ENDING = ".idx";

    private IndexPlace() {}

    /** {@code X.trc.idx}, also for a compressed trace: offsets are of the text. */
    static String nameBeside(Path trace) {
        String name = String.valueOf(trace.getFileName());
        boolean compressed = name.endsWith(".zst") || name.endsWith(".gz");
        return (compressed ? name.substring(0, name.lastIndexOf('.')) : name) + ENDING;
    }

    /** By path, size and time of the trace, so that another one in its place gets another index. */
    static String nameInCache(Path trace) {
        String key = trace.toAbsolutePath().normalize() + "\n" + state(trace);
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16) + ENDING;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String state(Path trace) {
        try {
            return Files.size(trace) + "\n" + Files.getLastModifiedTime(trace);
        } catch (IOException e) {
            // Whoever wants to read it will say why it can't be.
            return "";
        }
    }
}
