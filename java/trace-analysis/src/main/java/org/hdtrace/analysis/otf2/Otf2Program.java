// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.hdtrace.format.TraceFormatException;

/**
 * The program that reads and writes archives, while it runs. It is looked for in the folder that the system property {@code
 * hdtrace.programs} names.
 *
 * <p>Thread: one thread at a time.
 */
final class Otf2Program implements AutoCloseable {
    private static final String NAME = "hdtrace-otf2";
    private static final int BAD_INPUT = 2;
    private static final int TEXT_CHARACTERS = 1 << 16;
    private static final int PATIENCE_SECONDS = 5;

    private final Path archive;
    private final Path about;
    private final Process process;
    private final Path errors;

    private Otf2Program(Path archive, Path about, Process process, Path errors) {
        this.archive = archive;
        this.about = about;
        this.process = process;
        this.errors = errors;
    }

    /**
     * Start it.
     *
     * @param verb {@code read} or {@code write}
     * @param archive to read, or the folder to write to
     * @param about the archive, for messages; its name stands there where the program names the other one
     * @param errors a file for what the program complains of; the caller removes it
     * @throws TraceFormatException when there is no such program
     */
    static Otf2Program start(String verb, Path archive, Path about, Path errors)
            throws TraceFormatException, IOException {
        if (verb.equals("read") && !Files.isRegularFile(archive)) {
            String reason = Files.isDirectory(archive) ? "is a folder; name the file .otf2 in it" : "no such file";
            throw TraceFormatException.atByte(about, 0, "can't be opened: " + reason);
        }
        Path program = Path.of(System.getProperty("hdtrace.programs", "")).resolve(NAME);
        if (!Files.isExecutable(program)) {
            throw TraceFormatException.atByte(
                    about,
                    0,
                    "OTF2 needs " + NAME + ", which is not built (Debian: libotf2-trace-dev, then hdtrace build)");
        }
        Process process = new ProcessBuilder(program.toString(), verb, archive.toString())
                .redirectError(errors.toFile())
                .start();
        return new Otf2Program(archive, about, process, errors);
    }

    /** What it reads. */
    Writer input() {
        return new BufferedWriter(
                new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), TEXT_CHARACTERS);
    }

    /** What it tells. */
    BufferedReader output() {
        return new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8), TEXT_CHARACTERS);
    }

    /**
     * End what it reads, and wait for its end. It ends by itself when it has told everything, or nothing more comes.
     *
     * @throws TraceFormatException when it has refused its input
     * @throws IOException when it could not do what it should
     */
    void finish() throws TraceFormatException, IOException {
        int status;
        endInput();
        try {
            status = process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (status == 0) {
            return;
        }
        String said = Files.readString(errors)
                .lines()
                .findFirst()
                .orElse(NAME + " ended with status " + status)
                .replace(archive.toString(), about.toString());
        String reason =
                said.startsWith(about + ": ") ? said.substring(about.toString().length() + 2) : said;
        if (status == BAD_INPUT) {
            throw TraceFormatException.atByte(about, 0, reason);
        }
        throw new IOException(reason);
    }

    private void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It takes no more: its status tells why.
        }
    }

    /** Ends it when it still runs; when this returns it writes no more. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
