// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.nio.file.Path;
import java.util.Objects;

/** Input that can't be used: names the file, the place in it and the cause. The only exception that readers throw for bad input. */
public final class TraceFormatException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_REASON = 1000;

    private final transient Path file;
    private final String position;
    private final String reason;

    public TraceFormatException(Path file, String position, String reason) {
        this(file, position, reason, null);
    }

    public TraceFormatException(Path file, String position, String reason, Throwable cause) {
        super(file + ": " + position + ": " + oneLine(reason), cause);
        this.file = Objects.requireNonNull(file);
        this.position = Objects.requireNonNull(position);
        this.reason = oneLine(reason);
    }

    /** Reasons quote the file, which may hold anything: control characters must not reach a terminal. */
    private static String oneLine(String reason) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < reason.length() && line.length() < LONGEST_REASON; i++) {
            char c = reason.charAt(i);
            boolean shown = !Character.isISOControl(c) && c != '\u2028' && c != '\u2029';
            line.append(shown ? String.valueOf(c) : String.format("\\x%02x", (int) c));
        }
        return line.toString();
    }

    /** For a place given as an offset in the uncompressed text. */
    public static TraceFormatException atByte(Path file, long offset, String reason) {
        return new TraceFormatException(file, "byte " + offset, reason);
    }

    public Path file() {
        return file;
    }

    /** "line 3" or "byte 812"; files that can't be opened report "byte 0". */
    public String position() {
        return position;
    }

    /** The cause alone, without file and place. */
    public String reason() {
        return reason;
    }
}
