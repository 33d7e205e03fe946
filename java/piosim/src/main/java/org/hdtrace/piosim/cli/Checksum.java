// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;

/** SHA-256 of what a simulation reads, in hexadecimal digits. */
final class Checksum {
    private static final int BUFFER = 1 << 16;

    private Checksum() {}

    static String of(Path file) throws IOException {
        return of(List.of(file));
    }

    /** Of a project's file and its traces in their order; where they lie doesn't matter. */
    static String of(Project project) throws IOException {
        return of(Stream.concat(
                        Stream.of(project.file()), project.traces().stream().map(TraceFile::path))
                .toList());
    }

    private static String of(List<Path> files) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        byte[] buffer = new byte[BUFFER];
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    digest.update(buffer, 0, count);
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
