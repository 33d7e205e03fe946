// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.hdtrace.analysis.relations.TooManyOperationsError;
import org.hdtrace.format.TraceFormatException;

/** Turns what went wrong into one line for people, on a terminal or in a dialog. */
final class Problems {
    private Problems() {}

    static String describe(Throwable problem) {
        Throwable cause = unwrap(problem);
        if (cause instanceof TraceFormatException) {
            return cause.getMessage();
        }
        if (cause instanceof NoSuchFileException missing) {
            return missing.getFile() + ": no such file or folder";
        }
        if (cause instanceof AccessDeniedException denied) {
            return denied.getFile() + ": access denied";
        }
        if (cause instanceof FileSystemException file && file.getReason() == null) {
            return file.getFile() + ": cannot be read or written";
        }
        if (cause instanceof TooManyOperationsError) {
            return cause.getMessage();
        }
        if (cause instanceof OutOfMemoryError) {
            return "out of memory; give Java more with -Xmx";
        }
        if (cause instanceof CancellationException) {
            return "cancelled";
        }
        String text = cause.getMessage();
        return text == null || text.isBlank() ? cause.getClass().getSimpleName() : text;
    }

    /** 2 for bad input or usage, 1 for a failure of the job. */
    static int exitStatus(Throwable problem) {
        Throwable cause = unwrap(problem);
        boolean input = cause instanceof TraceFormatException || cause instanceof IllegalArgumentException;
        return input ? Main.BAD_INPUT : 1;
    }

    private static Throwable unwrap(Throwable problem) {
        boolean wrapper = problem instanceof ExecutionException
                || problem instanceof InvocationTargetException
                || problem instanceof UncheckedIOException;
        return wrapper && problem.getCause() != null ? problem.getCause() : problem;
    }
}
