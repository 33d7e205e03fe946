// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.folder;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;

/**
 * A folder that is made beside its place and put there as a whole or not at all; what is left of it is removed in the end, also when
 * the process is asked to end before.
 *
 * <p>Thread: one thread at a time.
 */
public final class NewFolder implements AutoCloseable {
    private final TemporaryFolder root;
    private final MadeFolders parents;
    private final Path target;

    private NewFolder(TemporaryFolder root, MadeFolders parents, Path target) {
        this.root = root;
        this.parents = parents;
        this.target = target;
    }

    /**
     * Check that the place can be used, and make the folder; missing folders around it are made.
     *
     * @throws TraceFormatException when something is there already, or can't be made
     */
    public static NewFolder create(Path target) throws TraceFormatException, IOException {
        Path place = target.toAbsolutePath().normalize();
        if (place.getParent() == null) {
            throw TraceFormatException.atByte(target, 0, "can't be made: it is the root of the file system");
        }
        Path around = existing(place.getParent());
        if (around == null || !Files.isDirectory(around)) {
            throw TraceFormatException.atByte(target, 0, "can't be made: " + around + " is no folder");
        }
        refuseFull(target, place);
        MadeFolders parents = new MadeFolders();
        try {
            parents.make(place.getParent());
            TemporaryFolder root = TemporaryFolder.create(place.getParent(), "." + place.getFileName() + "-");
            NewFolder made = new NewFolder(root, parents, place);
            Files.createDirectory(made.folder());
            return made;
        } catch (IOException e) {
            parents.removeEmpty();
            throw TraceFormatException.atByte(target, 0, "can't be made: " + cause(e));
        }
    }

    /** The innermost folder of a path that is there; null for none. */
    public static Path existing(Path folder) {
        Path at = folder;
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        return at;
    }

    private static void refuseFull(Path target, Path place) throws TraceFormatException, IOException {
        if (!Files.exists(place)) {
            return;
        }
        if (!Files.isDirectory(place)) {
            throw TraceFormatException.atByte(target, 0, "exists already");
        }
        try (Stream<Path> files = Files.list(place)) {
            if (files.findAny().isPresent()) {
                throw TraceFormatException.atByte(target, 0, "exists already and is not empty");
            }
        }
    }

    /** What Java says alone is often just the name of the folder. */
    private static String cause(IOException e) {
        return e instanceof AccessDeniedException
                ? "permission denied"
                : e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    /** The folder to write to. */
    public Path folder() {
        return root.path().resolve("project");
    }

    /** A place for files in between, which are removed in the end. */
    public Path besides(String name) {
        return root.path().resolve(name);
    }

    /** Put the folder in its place. */
    public void publish() throws IOException {
        if (Files.isDirectory(target)) {
            Files.delete(target);
        }
        root.moveOut(folder(), target);
    }

    @Override
    public void close() throws IOException {
        root.close();
        parents.removeEmpty();
    }
}
