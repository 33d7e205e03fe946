// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

/**
 * Where something was stated: in a line of the model file or by an option.
 *
 * @param line 0 when it isn't in the file
 * @param option as typed, with its value; empty when it is in the file
 */
public record Place(int line, String option) {
    /** Nowhere that a user could look. */
    public static final Place NONE = new Place(0, "");

    static Place ofLine(int line) {
        return line == 0 ? NONE : new Place(line, "");
    }

    static Place ofOption(String option) {
        return new Place(0, option);
    }

    /** For the beginning of a message: {@code line 7}, the option, or nothing. */
    public String text() {
        return option.isEmpty() ? line > 0 ? "line " + line : "" : option;
    }
}
