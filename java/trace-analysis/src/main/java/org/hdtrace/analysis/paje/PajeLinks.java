// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Which begin of a link belongs to which end: of equal keys the first to the first. Begins and ends are numbered as they come. */
final class PajeLinks {
    static final int NONE = -1;

    private final Map<String, Deque<Integer>> begun = new HashMap<>();
    private final Map<String, Deque<Integer>> ended = new HashMap<>();
    private int[] fromOfBegin = new int[64];
    private int[] toOfBegin = new int[64];
    private int[] beginOfEnd = new int[64];
    private int begins;
    private int ends;
    private int pairs;

    void begin(String link, int container) {
        if (begins == fromOfBegin.length) {
            fromOfBegin = Arrays.copyOf(fromOfBegin, 2 * begins);
            toOfBegin = Arrays.copyOf(toOfBegin, 2 * begins);
        }
        fromOfBegin[begins] = container;
        toOfBegin[begins] = NONE;
        Integer end = take(ended, link);
        if (end == null) {
            begun.computeIfAbsent(link, unused -> new ArrayDeque<>()).add(begins);
        } else {
            // beginOfEnd holds the container until its begin is known.
            toOfBegin[begins] = -beginOfEnd[end] - 2;
            beginOfEnd[end] = begins;
            pairs++;
        }
        begins++;
    }

    void end(String link, int container) {
        if (ends == beginOfEnd.length) {
            beginOfEnd = Arrays.copyOf(beginOfEnd, 2 * ends);
        }
        Integer begin = take(begun, link);
        if (begin == null) {
            beginOfEnd[ends] = -container - 2;
            ended.computeIfAbsent(link, unused -> new ArrayDeque<>()).add(ends);
        } else {
            beginOfEnd[ends] = begin;
            toOfBegin[begin] = container;
            pairs++;
        }
        ends++;
    }

    private static Integer take(Map<String, Deque<Integer>> waiting, String link) {
        Deque<Integer> first = waiting.get(link);
        if (first == null) {
            return null;
        }
        Integer taken = first.remove();
        if (first.isEmpty()) {
            waiting.remove(link);
        }
        return taken;
    }

    /** The container where a link ends, or {@link #NONE}. */
    int endContainer(int begin) {
        return toOfBegin[begin];
    }

    /** The begin of an end, or {@link #NONE}. */
    int beginOf(int end) {
        return Math.max(NONE, beginOfEnd[end]);
    }

    int beginContainer(int begin) {
        return fromOfBegin[begin];
    }

    int pairs() {
        return pairs;
    }

    /** Begins and ends without another side. */
    int unmatched() {
        return begins + ends - 2 * pairs;
    }
}
