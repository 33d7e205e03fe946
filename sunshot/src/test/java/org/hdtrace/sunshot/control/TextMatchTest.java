// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextMatchTest {
    private static List<String> best(String typed, String... texts) {
        return TextMatch.of(typed).best(List.of(texts), text -> text, 10);
    }

    @Test
    void lettersMustOccurInOrder() {
        assertEquals(List.of("Zoom in", "Size of coin"), best("zoin", "Size of coin", "Zoom in", "Izon"));
        assertEquals(List.of(), best("abc", "cba"));
    }

    @Test
    void beginningsOfWordsAndRunsOfLettersComeFirst() {
        assertEquals("Undo zoom", best("uz", "Mouse buzz", "Undo zoom").get(0));
        assertEquals("Rank 13", best("r13", "Rank 103", "Rank 13").get(0));
        assertEquals("File_write_at", best("fwa", "Affwat", "File_write_at").get(0));
    }

    @Test
    void blanksMeanNothingAndNothingFitsEverything() {
        assertEquals(List.of("Zoom in"), best("zo in", "Zoom in"));
        assertEquals(List.of("b", "a"), best("", "b", "a"));
    }

    @Test
    void slashesHoldARegularExpression() {
        assertEquals(List.of("n1/3/0", "n2/3/0"), best("/n[12].3/", "n1/3/0", "n3/3/0", "n2/3/0"));
        IllegalArgumentException problem = assertThrows(IllegalArgumentException.class, () -> TextMatch.of("/n[/"));
        assertTrue(problem.getMessage().startsWith("not a regular expression"), problem.getMessage());
    }

    /** A text fits exactly when the letters are a subsequence of it. */
    @Test
    void fitsExactlySubsequences() {
        Random random = new Random(7);
        for (int i = 0; i < 3000; i++) {
            String text = word(random, 1 + random.nextInt(9));
            String typed = word(random, 1 + random.nextInt(4));
            boolean fits = TextMatch.of(typed).score(text) != TextMatch.NONE;
            assertEquals(isSubsequence(typed.replace(" ", ""), text), fits, typed + " in " + text);
        }
        assertNotEquals(TextMatch.NONE, TextMatch.of("x").score("X"));
    }

    private static String word(Random random, int length) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append("abAB _".charAt(random.nextInt(6)));
        }
        return word.toString();
    }

    private static boolean isSubsequence(String letters, String text) {
        List<Character> left = new ArrayList<>();
        letters.toLowerCase(Locale.ROOT).chars().forEach(letter -> left.add((char) letter));
        for (char letter : text.toLowerCase(Locale.ROOT).toCharArray()) {
            if (!left.isEmpty() && left.get(0) == letter) {
                left.remove(0);
            }
        }
        return left.isEmpty();
    }
}
