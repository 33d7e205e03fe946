// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.output.ProjectOutput;

/**
 * A folder that a simulated project goes to. It is looked at before the simulation, so that a long run doesn't fail in
 * the end, and never holds anything of a recording: only what an earlier simulation wrote is ever removed, and only
 * when asked for.
 *
 * <p>The project is written to a hidden folder in it first. Its files take their places when all of them are complete;
 * else nothing of them stays. What a killed process left the next one removes: a lock of the operating system, which ends
 * with its process however it ends, tells whether a hidden folder is in use.
 */
final class OutputFolder implements AutoCloseable {
    private static final int MOST_TURNS = 100;
    private static final String STAGE = ".simulated-";
    private static final String LOCK = "lock";
    private static final List<String> ENDINGS =
            List.of(".trc", ".trc.zst", ".trc.tail", ".info", ".stat", ".rel", ".proj");

    private final Path path;
    private final List<Path> earlier;
    /** Folders that weren't there before, the innermost first. */
    private final List<Path> created = new ArrayList<>();

    private Path stage;
    private FileChannel lock;

    private OutputFolder(Path path, List<Path> earlier) {
        this.path = path;
        this.earlier = earlier;
    }

    /**
     * Check a folder, which needn't exist; nothing is changed yet.
     *
     * @param inputs folders whose projects are simulated
     * @param force whether the files of an earlier simulation may go
     * @throws UsageException when nothing can or should be written there
     */
    static OutputFolder check(Path path, Collection<Path> inputs, boolean force) throws UsageException, IOException {
        requireWritable(path);
        if (!Files.exists(path)) {
            return new OutputFolder(path, List.of());
        }
        for (Path input : inputs) {
            if (Files.isSameFile(path, input.toAbsolutePath())) {
                throw refusal(path, "holds a project that is to be simulated, choose another folder");
            }
        }
        List<Path> present = traceFiles(path);
        if (!present.isEmpty() && !force) {
            throw refusal(
                    path,
                    "holds HDTrace files already, as " + present.get(0).getFileName()
                            + "; choose another folder, or --force replaces an earlier simulation");
        }
        Set<Path> simulated = simulated(present);
        for (Path file : present) {
            if (!simulated.contains(file)) {
                throw refusal(
                        path,
                        "holds " + file.getFileName()
                                + ", which no simulation wrote; --force replaces only simulated projects");
            }
        }
        return new OutputFolder(path, present);
    }

    /** The hidden folder that a project is to be written to; it is made. */
    Path stage() throws IOException {
        createFolders();
        removeAbandoned();
        do {
            stage = Files.createTempDirectory(path, STAGE);
            lock = FileChannel.open(stage.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            // Another process may have taken it for abandoned before it was locked.
        } while (!take(lock, true) || !Files.exists(stage.resolve(LOCK)));
        return stage;
    }

    /** Remove the hidden folders of processes that were killed. */
    private void removeAbandoned() throws IOException {
        for (Path folder : allFiles(path)) {
            Path locked = folder.resolve(LOCK);
            if (folder.getFileName().toString().startsWith(STAGE) && Files.isWritable(locked)) {
                try (FileChannel channel = FileChannel.open(locked, StandardOpenOption.WRITE)) {
                    if (take(channel, false)) {
                        remove(folder);
                    }
                } catch (NoSuchFileException e) {
                    System.getLogger(OutputFolder.class.getName())
                            .log(System.Logger.Level.DEBUG, "somebody else has just removed it", e);
                }
            }
        }
    }

    /**
     * Lock a file until it is closed.
     *
     * @param withoutLocks the answer of a file system that knows no locks
     * @return false when another process has it, or this one otherwise
     */
    private static boolean take(FileChannel file, boolean withoutLocks) {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return withoutLocks;
        }
    }

    /**
     * Put what was written into its place, and remove what an earlier simulation wrote; project files are the last of
     * both, so that the rest stays recognisable.
     *
     * @param project the project file in the hidden folder
     * @return the project file
     */
    Path publish(Path project) throws IOException {
        for (Path file : earlier) {
            Files.deleteIfExists(file);
        }
        for (Path file : allFiles(stage)) {
            if (!file.equals(project) && !file.endsWith(LOCK)) {
                Files.move(file, path.resolve(file.getFileName()));
            }
        }
        Path published = Files.move(project, path.resolve(project.getFileName()));
        created.clear();
        return published;
    }

    /** Remove what isn't in its place. */
    @Override
    public void close() throws IOException {
        if (stage != null) {
            remove(stage);
            stage = null;
            lock.close();
        }
        for (Path folder : created) {
            Files.deleteIfExists(folder);
        }
        created.clear();
    }

    /** Also while somebody still writes to it, who can't when it is gone. */
    private static void remove(Path folder) throws IOException {
        for (int turn = 1; ; turn++) {
            for (Path file : allFiles(folder)) {
                Files.deleteIfExists(file);
            }
            try {
                Files.deleteIfExists(folder);
                return;
            } catch (DirectoryNotEmptyException e) {
                if (turn == MOST_TURNS) {
                    throw e;
                }
            }
        }
    }

    private void createFolders() throws IOException {
        Path missing = path.toAbsolutePath().normalize();
        while (missing != null && !Files.exists(missing)) {
            created.add(missing);
            missing = missing.getParent();
        }
        Files.createDirectories(path);
    }

    /** The same failure, of a file in the hidden folder with the name of its place. */
    FileSystemException inPlace(FileSystemException e) {
        boolean staged =
                stage != null && e.getFile() != null && Path.of(e.getFile()).startsWith(stage);
        if (!staged) {
            return e;
        }
        Path place = path.resolve(stage.relativize(Path.of(e.getFile())));
        FileSystemException named = new FileSystemException(place.toString(), null, Causes.of(e));
        named.initCause(e);
        return named;
    }

    private static void requireWritable(Path path) throws UsageException {
        Path existing = path.toAbsolutePath().normalize();
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            throw refusal(path, existing + " exists and is no folder");
        }
        if (!Files.isWritable(existing)) {
            throw refusal(path, existing + ": permission denied");
        }
    }

    /** The HDTrace files of a folder, project files last, otherwise by name. */
    private static List<Path> traceFiles(Path folder) throws IOException {
        List<Path> all = allFiles(folder);
        List<Path> ordered = new ArrayList<>();
        for (String ending : ENDINGS) {
            all.stream().filter(file -> file.toString().endsWith(ending)).forEach(ordered::add);
        }
        return ordered;
    }

    private static List<Path> allFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** The files that belong to simulated projects. */
    private static Set<Path> simulated(List<Path> present) {
        Set<Path> simulated = new HashSet<>();
        for (Path file : present) {
            if (file.toString().endsWith(".proj")) {
                open(file).ifPresent(project -> addSimulated(project, simulated));
            }
        }
        return simulated;
    }

    /** Empty when the file can't be read: nobody can say what wrote it, so it stays. */
    private static Optional<Project> open(Path file) {
        try {
            return Optional.of(Project.open(file));
        } catch (TraceFormatException e) {
            return Optional.empty();
        }
    }

    private static void addSimulated(Project project, Set<Path> simulated) {
        if (ProjectOutput.isSimulated(project.content())) {
            simulated.add(project.file());
            project.traces().forEach(trace -> simulated.add(trace.path()));
            project.statistics().forEach(statistics -> simulated.add(statistics.path()));
            project.relations().forEach(relation -> simulated.add(relation.path()));
        }
    }

    private static UsageException refusal(Path path, String cause) {
        return new UsageException("-o " + path + ": " + cause);
    }
}
