// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.select;

import java.util.Objects;

/**
 * A pattern in which {@code *} stands for any number of characters ({@code /} included) and {@code ?} for exactly one;
 * all other characters stand for themselves, case counts. Matching takes time proportional to pattern times text at
 * worst.
 *
 * @param pattern as written
 */
public record Glob(String pattern) {
    public Glob {
        Objects.requireNonNull(pattern, "pattern");
    }

    /** Whether the whole text fits the pattern. */
    public boolean matches(CharSequence text) {
        int t = 0;
        int p = 0;
        int star = -1;
        int starText = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                starText = t;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                // The last star takes one character more; earlier stars never need to change.
                p = star + 1;
                t = ++starText;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    @Override
    public String toString() {
        return pattern;
    }
}
