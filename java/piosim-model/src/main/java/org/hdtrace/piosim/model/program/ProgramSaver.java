// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.trace.TraceWriter;

/**
 * Saves a program as a project that {@link TraceApplication} makes the same program of: its simulation takes the same
 * time, to the nanosecond. The states are those of a recorded run; since nothing has run, each call takes 1 ns.
 *
 * <p>What is written is read again and compared, command by command, before it gets its name. So what a trace can't tell,
 * as a file that is emptied when it is opened, is an error, and never a program that differs from
 * the one saved. Source: MODEL A3, FORMATS A1.
 */
public final class ProgramSaver {
    private ProgramSaver() {}

    /**
     * Save a program in a folder of its own. The folder appears when it is complete.
     *
     * @param folder must not exist; those above it are made when needed
     * @return the project file
     * @throws FileAlreadyExistsException when the folder exists
     * @throws TraceFormatException when a trace can't tell what the program does; nothing is left then
     */
    public static Path save(Application program, Path folder) throws IOException, TraceFormatException {
        Path target = folder.toAbsolutePath().normalize();
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(folder.toString());
        }
        Files.createDirectories(target.getParent());
        Path unfinished = target.resolveSibling("." + target.getFileName() + "."
                + ProcessHandle.current().pid() + "." + Long.toHexString(System.nanoTime()));
        String name = FileNames.sanitise(program.name());
        try {
            Files.createDirectory(unfinished);
            write(program, name, unfinished, folder);
            SavedProgram.compare(program, unfinished, folder);
            Files.move(unfinished, target);
        } finally {
            delete(unfinished);
        }
        return folder.resolve(name + ".proj");
    }

    private static void write(Application program, String name, Path folder, Path named)
            throws IOException, TraceFormatException {
        for (int rank = 0; rank < program.rankCount(); rank++) {
            for (int thread = 0; thread < program.threadCount(rank); thread++) {
                List<String> path = SavedProgram.path(rank, program.threadNumber(rank, thread));
                Path file = folder.resolve(FileNames.trace(name, path));
                double speed = recordedSpeed(program, rank, thread);
                try (TraceWriter writer = TraceWriter.create(file, SavedProgram.head(path, speed));
                        CommandStream commands = program.open(rank, thread)) {
                    new ThreadWriter(writer, new CallStates(rank, program.communicators())).write(commands);
                } catch (ArithmeticException | IllegalArgumentException e) {
                    throw new TraceFormatException(
                            named, String.join("/", path), "can't be written: " + e.getMessage(), e);
                }
            }
        }
        ProjectWriter.write(SavedProgram.describe(program, name), folder.resolve(name + ".proj"));
    }

    /** Of the first computation that was measured with any; whether the others agree, the comparison finds out. */
    private static double recordedSpeed(Application program, int rank, int thread) throws TraceFormatException {
        try (CommandStream commands = program.open(rank, thread)) {
            for (Command command = commands.next(); command != null; command = commands.next()) {
                if (command instanceof Compute compute
                        && compute.unit() == Compute.Unit.NANOSECONDS
                        && compute.recordedSpeed() != Compute.UNKNOWN_SPEED) {
                    return compute.recordedSpeed();
                }
            }
        }
        return Compute.UNKNOWN_SPEED;
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
