// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file can't be written, in words; Java often tells it only by the class of the exception. */
final class Causes {
    private Causes() {}

    static String of(FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return "no such folder";
        }
        if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
            return "exists and is no folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e.getReason() == null ? "the file system refuses it" : e.getReason();
    }
}
