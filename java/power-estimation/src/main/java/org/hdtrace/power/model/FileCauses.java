// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file can't be read or written, in words; what Java says alone is often just the name of the file. */
public final class FileCauses {
    private FileCauses() {}

    public static String words(IOException problem) {
        String known = ofItsPlace(problem);
        if (known != null) {
            return known;
        }
        if (problem instanceof FileSystemException named && named.getReason() != null) {
            return named.getReason();
        }
        return String.valueOf(problem.getMessage());
    }

    /** Whether it is the place that was asked for that doesn't do, not the machine. */
    public static boolean isOfItsPlace(IOException problem) {
        return ofItsPlace(problem) != null;
    }

    private static String ofItsPlace(IOException problem) {
        if (problem instanceof NoSuchFileException) {
            return "no such file";
        }
        if (problem instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (problem instanceof FileAlreadyExistsException) {
            return "there is something else";
        }
        boolean isBelowFile =
                problem instanceof FileSystemException named && "Not a directory".equals(named.getReason());
        return isBelowFile ? "not a folder" : null;
    }
}
