// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Why something can't be written. */
final class OutputFailure {
    private OutputFailure() {}

    /** What to say of it; some exceptions have just the name of the file as message, and then their kind is the reason. */
    static String cause(IOException e) {
        boolean named = e instanceof FileSystemException known && known.getReason() == null;
        return named ? e.getClass().getSimpleName().replaceAll("([a-z])([A-Z])", "$1 $2") : e.getMessage();
    }
}
