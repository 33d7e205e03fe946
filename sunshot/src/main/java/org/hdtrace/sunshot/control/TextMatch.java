// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What somebody types to find a name: letters that occur in order ({@code rk3} finds {@code Rank 3}), or a regular
 * expression between slashes. Case does not matter. Immutable.
 */
public final class TextMatch {
    /** Score of a text that does not fit. */
    public static final int NONE = Integer.MIN_VALUE;

    private static final int FOLLOWS = 6;
    private static final int WORD_START = 8;
    private static final int IMPOSSIBLE = Integer.MIN_VALUE / 2;

    private final String letters;
    private final Pattern pattern;

    private TextMatch(String letters, Pattern pattern) {
        this.letters = letters;
        this.pattern = pattern;
    }

    /**
     * Reads what was typed; blanks between letters mean nothing, a closing slash may still be missing.
     *
     * @throws IllegalArgumentException if what stands between slashes is no regular expression
     */
    public static TextMatch of(String typed) {
        if (!typed.startsWith("/")) {
            return new TextMatch(typed.toLowerCase(Locale.ROOT).replaceAll("\\s+", ""), null);
        }
        String inner =
                typed.length() > 1 && typed.endsWith("/") ? typed.substring(1, typed.length() - 1) : typed.substring(1);
        try {
            return new TextMatch("", Pattern.compile(inner, Pattern.CASE_INSENSITIVE));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("not a regular expression: " + e.getDescription(), e);
        }
    }

    /** How well a text fits, larger is better, or {@link #NONE}. Letters that follow each other or begin words count more. */
    public int score(String text) {
        if (pattern != null) {
            Matcher matcher = pattern.matcher(text);
            return matcher.find() ? -matcher.start() : NONE;
        }
        return letters.isEmpty() ? 0 : fuzzy(text);
    }

    /** The items that fit, best first; of equal ones the earlier. */
    public <T> List<T> best(List<T> items, Function<T, String> text, int most) {
        record Scored<T>(T item, int score) {}
        List<Scored<T>> fitting = new ArrayList<>();
        for (T item : items) {
            int score = score(text.apply(item));
            if (score != NONE) {
                fitting.add(new Scored<>(item, score));
            }
        }
        fitting.sort(Comparator.comparingInt(scored -> -scored.score()));
        return fitting.stream().limit(most).map(Scored::item).toList();
    }

    /** The best way to lay the letters over the text, by dynamic programming over (letter, place). */
    private int fuzzy(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        int length = Math.min(lower.length(), text.length());
        int[] ending = new int[length];
        for (int letter = 0; letter < letters.length(); letter++) {
            int[] next = new int[length];
            int best = letter == 0 ? 0 : IMPOSSIBLE;
            for (int at = 0; at < length; at++) {
                boolean follows = letter > 0 && at > 0 && ending[at - 1] > IMPOSSIBLE;
                int before = follows ? Math.max(best, ending[at - 1] + FOLLOWS) : best;
                boolean fits = lower.charAt(at) == letters.charAt(letter) && before > IMPOSSIBLE;
                next[at] = fits
                        ? before + (startsWord(text, at) ? WORD_START : 0) - (letter == 0 ? at / 4 : 0)
                        : IMPOSSIBLE;
                if (letter > 0) {
                    best = Math.max(best, ending[at]);
                }
            }
            ending = next;
        }
        int best = IMPOSSIBLE;
        for (int score : ending) {
            best = Math.max(best, score);
        }
        return best == IMPOSSIBLE ? NONE : best - length / 8;
    }

    private static boolean startsWord(String text, int at) {
        if (at == 0) {
            return true;
        }
        char before = text.charAt(at - 1);
        return !Character.isLetterOrDigit(before)
                || (Character.isUpperCase(text.charAt(at)) && Character.isLowerCase(before))
                || (Character.isDigit(text.charAt(at)) && !Character.isDigit(before));
    }
}
