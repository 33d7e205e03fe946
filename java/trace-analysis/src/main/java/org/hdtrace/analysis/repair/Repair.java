// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.util.Objects;

/**
 * One thing that was done to a file.
 *
 * @param file name of the file in the damaged project
 * @param position "byte 812" of the uncompressed text, or "whole file"
 * @param kind what it means
 * @param text what was done
 */
public record Repair(String file, String position, Kind kind, String text) {
    public Repair {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
    }

    /** Whether something is gone. */
    public enum Kind {
        /** Nothing is lost. */
        MENDED,
        /** Something that was in the project once is not in the new one. */
        LOST
    }

    @Override
    public String toString() {
        return file + ": " + position + ": " + text;
    }
}
