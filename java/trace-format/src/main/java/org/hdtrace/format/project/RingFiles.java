// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * Rings (X.ring) that processes left beside their traces when they died (FORMATS A11). Only the program of the C side makes
 * them part of the traces; here it is found and run.
 */
public final class RingFiles {
    static final String CONVERTER = "hdtrace-merge";
    private static final String ENDING = ".ring";

    private final Path directory;
    private final List<Path> programs;

    /** {@code programs}: tried in this order; a bare name is looked for where the system looks for programs. */
    RingFiles(Path directory, List<Path> programs) {
        this.directory = directory;
        this.programs = List.copyOf(programs);
    }

    /**
     * Bring the traces of a folder up to date; what can't be is told, a finding for each ring that is left. Opening a project
     * does it, too.
     *
     * @throws TraceFormatException when there are rings but no converter
     */
    public static List<Finding> convert(Path directory) throws TraceFormatException {
        return new RingFiles(directory, knownPrograms()).convert(Files.isWritable(directory));
    }

    List<Finding> convert(boolean writable) throws TraceFormatException {
        List<Path> rings = list();
        if (rings.isEmpty()) {
            return List.of();
        }
        if (!writable) {
            return note(rings, Severity.ERROR, "holds records that its trace lacks, and the folder can't be written");
        }
        Outcome outcome = runFirst(rings.get(0));
        List<Path> left = list();
        return outcome.status() == 0
                ? note(left, Severity.NOTE, "its process still writes it; its trace lacks these records")
                : note(left, Severity.ERROR, "holds records that its trace lacks: " + outcome.complaint());
    }

    private List<Path> list() throws TraceFormatException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw TraceFormatException.atByte(directory, 0, "can't be listed: " + ByteSource.cause(e));
        }
    }

    private static List<Finding> note(List<Path> rings, Severity severity, String text) {
        return rings.stream()
                .map(ring -> new Finding(ring, "byte 0", severity, text))
                .toList();
    }

    private record Outcome(int status, String complaint) {}

    private Outcome runFirst(Path ring) throws TraceFormatException {
        for (Path program : programs) {
            Optional<Outcome> outcome = run(program);
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        String reason = "holds records that its trace lacks, and the program that takes them over, " + CONVERTER
                + ", is not there; build it (hdtrace build), or put it on the path";
        throw TraceFormatException.atByte(ring, 0, reason);
    }

    /** Empty when there is no such program. */
    private Optional<Outcome> run(Path program) {
        ProcessBuilder builder = new ProcessBuilder(
                        program.toString(),
                        "--rings",
                        directory.toAbsolutePath().toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String complaint = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            return Optional.of(new Outcome(process.waitFor(), complaint.strip().replace('\n', ';')));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(new Outcome(1, "interrupted"));
        }
    }

    /** Beside the jars of a build (build/java) or of an installation (share/hdtrace/java), then on the path. */
    private static List<Path> knownPrograms() {
        List<Path> programs = new ArrayList<>();
        CodeSource source = RingFiles.class.getProtectionDomain().getCodeSource();
        if (source != null) {
            try {
                Path jars = Path.of(source.getLocation().toURI()).getParent();
                programs.add(jars.resolve("../release/bin").resolve(CONVERTER).normalize());
                programs.add(jars.resolve("../../../bin").resolve(CONVERTER).normalize());
            } catch (URISyntaxException | IllegalArgumentException e) {
                // no file: only the path is left
            }
        }
        programs.add(Path.of(CONVERTER));
        return programs;
    }
}
