// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.compression;

import java.nio.file.Path;

/** A file could not be made, as on a full disk; what it was to be made of is still there. */
public final class RecodingException extends Exception {
    private static final long serialVersionUID = 1L;

    RecodingException(Path file, String reason, Throwable cause) {
        super(file + ": " + reason, cause);
    }
}
