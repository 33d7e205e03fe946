// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** Finds the first and the last place between two entries at the outermost nesting of a piece of text that is cut anywhere. */
final class PieceScan {
    private static final byte[] NESTED = "Nested".getBytes(US_ASCII);

    private final byte[] bytes;
    private final int length;
    /** Where start tags begin, how deep that is, and whether the entry there may be the parent of a block before it. */
    private int[] places = new int[64];

    private int[] depths = new int[64];
    private boolean[] parents = new boolean[64];
    private int count;
    private int depth;
    private boolean behindBlock;
    private boolean rooted;

    PieceScan(byte[] bytes, int length) {
        this.bytes = bytes;
        this.length = length;
    }

    /** The piece is the beginning of the text: what its first tag opens is the program. */
    void startAtRoot() {
        rooted = true;
    }

    void run() {
        int at = next('<', 0);
        if (rooted && at < length) {
            at = next('<', tagEnd(at));
        }
        while (at < length) {
            int end = tagEnd(at);
            if (end >= length) {
                return;
            }
            if (bytes[at + 1] == '/') {
                depth--;
                behindBlock = isNested(at + 2);
            } else if (bytes[at + 1] != '!' && bytes[at + 1] != '?') {
                start(at, end);
            }
            at = next('<', end);
        }
    }

    private void start(int at, int end) {
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
            depths = Arrays.copyOf(depths, 2 * count);
            parents = Arrays.copyOf(parents, 2 * count);
        }
        places[count] = at;
        depths[count] = depth;
        parents[count++] = behindBlock;
        behindBlock = false;
        depth += bytes[end - 1] == '/' ? 0 : 1;
    }

    private boolean isNested(int at) {
        return at + NESTED.length < length && Arrays.equals(bytes, at, at + NESTED.length, NESTED, 0, NESTED.length);
    }

    private int next(char wanted, int from) {
        int at = from;
        while (at < length && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    /** Where a tag ends, which is not inside of a value. */
    private int tagEnd(int at) {
        int quote = 0;
        for (int i = at; i < length; i++) {
            if (quote == 0 && bytes[i] == '>') {
                return i;
            }
            if (bytes[i] == '\'' || bytes[i] == '"') {
                quote = quote == 0 ? bytes[i] : quote == bytes[i] ? 0 : quote;
            }
        }
        return length;
    }

    private int outermost() {
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            least = Math.min(least, depths[i]);
        }
        return least;
    }

    /** The outermost place from which on all the rest up to the end stays inside. */
    int from() {
        return firstAt(outermost());
    }

    private int firstAt(int wanted) {
        for (int i = 0; i < count; i++) {
            if (depths[i] == wanted) {
                return places[i];
            }
        }
        return length;
    }

    /** The last outermost place where no block waits for its parent. */
    int to() {
        int wanted = outermost();
        for (int i = count - 1; i >= 0; i--) {
            if (depths[i] == wanted && !parents[i]) {
                return places[i];
            }
        }
        return 0;
    }

    /** Whether there is anything between the two places; at the end of the text the second one is that end. */
    boolean hasRange(boolean last) {
        return count > 0 && (last || from() < to());
    }
}
