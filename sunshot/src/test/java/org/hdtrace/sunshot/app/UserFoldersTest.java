// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of who has no home lies among those of other users. */
class UserFoldersTest {
    @TempDir
    private Path around;

    private static String mode(Path folder) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    }

    private void refused(String why) {
        FileSystemException e = assertThrows(FileSystemException.class, () -> UserFolders.temporary(around, "someone"));
        String line = Problems.describe(e);
        assertTrue(line.startsWith(around.resolve("hdtrace-someone") + ": " + why), line);
    }

    @Test
    void othersCantReadIt() throws Exception {
        Path made = UserFolders.temporary(around, "some/one");
        assertEquals(around.resolve("hdtrace-some-one"), made);
        assertEquals("rwx------", mode(made));
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertEquals(made, UserFolders.temporary(around, "some/one"));
        assertEquals("rwx------", mode(made));
    }

    @Test
    void whatIsNoFolderIsRefused() throws Exception {
        Path other = Files.createDirectory(around.resolve("other"));
        Files.createSymbolicLink(around.resolve("hdtrace-someone"), other);
        refused("is no folder");
    }

    @Test
    void thatOfAnotherUserIsRefused() throws Exception {
        Path taken = Files.createDirectory(around.resolve("hdtrace-someone"));
        Assumptions.assumeTrue(
                Files.getAttribute(taken, "unix:uid").equals(0), "only root can give a folder to somebody else");
        Files.setAttribute(taken, "unix:uid", 4711);
        String before = mode(taken);
        refused("belongs to another user");
        assertEquals(before, mode(taken), "it stays as it was");
    }
}
