// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.select;

import java.util.Arrays;
import java.util.List;

/**
 * A list of patterns, of which one must fit: the value of {@code --names} and {@code --rows}, as {@code "File_*,Send"}.
 *
 * @param globs the patterns; none means that everything fits
 */
public record Globs(List<Glob> globs) {
    private static final Globs ALL = new Globs(List.of());

    public Globs {
        globs = List.copyOf(globs);
    }

    /** Fits everything. */
    public static Globs all() {
        return ALL;
    }

    /**
     * Patterns separated by commas; blanks around them don't count.
     *
     * @throws IllegalArgumentException when one of them is empty
     */
    public static Globs parse(String text) {
        List<Glob> globs = Arrays.stream(text.split(",", -1))
                .map(part -> new Glob(part.strip()))
                .toList();
        if (globs.stream().anyMatch(glob -> glob.pattern().isEmpty())) {
            throw new IllegalArgumentException("'" + text + "' has an empty pattern");
        }
        return new Globs(globs);
    }

    public boolean matches(CharSequence text) {
        for (Glob glob : globs) {
            if (glob.matches(text)) {
                return true;
            }
        }
        return globs.isEmpty();
    }
}
