// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.sunshot.store.StoreFolder;

/** Folders of the current user. */
final class UserFolders {
    private UserFolders() {}

    /** Beside projects, else in {@link #cache} of who has a home, as indexes are. */
    static StoreFolder stores() {
        return found().map(StoreFolder::withCache).orElseGet(StoreFolder::beside);
    }

    /**
     * {@code $XDG_CACHE_HOME/hdtrace}, by default {@code ~/.cache/hdtrace}; for who has no home a folder of their own among the temporary
     * files, which is made.
     *
     * @throws IOException when that folder can't be made, or another user has made it
     */
    static Path cache() throws IOException {
        Optional<Path> found = found();
        return found.isPresent()
                ? found.get()
                : temporary(
                        Path.of(System.getProperty("java.io.tmpdir", ".")), System.getProperty("user.name", "unknown"));
    }

    /** A folder among those of all users that others neither read nor have made before. */
    static Path temporary(Path around, String user) throws IOException {
        Path folder = around.resolve("hdtrace-" + FileNames.sanitise(user));
        Set<PosixFilePermission> own = PosixFilePermissions.fromString("rwx------");
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(own));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw refusal(folder, "is no folder");
            }
            if (!Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(currentUser(around))) {
                throw refusal(folder, "belongs to another user");
            }
            Files.setPosixFilePermissions(folder, own);
        }
        return folder;
    }

    private static FileSystemException refusal(Path folder, String why) {
        return new FileSystemException(folder.toString(), null, why + "; set XDG_CACHE_HOME to a folder of your own");
    }

    /** Who files of this process belong to: its user may have no name. */
    private static UserPrincipal currentUser(Path around) throws IOException {
        Path file = Files.createTempFile(around, "hdtrace-", ".user");
        try {
            return Files.getOwner(file);
        } finally {
            Files.delete(file);
        }
    }

    private static Optional<Path> found() {
        String cache = System.getenv("XDG_CACHE_HOME");
        String home = System.getProperty("user.home", "");
        try {
            // A relative one is to be ignored, says the XDG Base Directory Specification.
            if (cache != null && Path.of(cache).isAbsolute()) {
                return Optional.of(Path.of(cache, "hdtrace"));
            }
            return Path.of(home).isAbsolute() ? Optional.of(Path.of(home, ".cache", "hdtrace")) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
