// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import org.hdtrace.format.TraceFormatException;

/**
 * Finds out which operation of one run is which of another.
 *
 * <p>As long as the next operations of both agree in name, size, count, root and communicator they belong together.
 * Where they don't, the next {@value #WINDOW} of each side are laid against each other by the longest common subsequence
 * of their names; among equally long ones that with the most agreement in the attributes is taken. Only its first half
 * is believed before looking again, so a run that differs everywhere costs a fixed number of steps per operation. What
 * the subsequence leaves out is reported as unmatched; operations of different name never match.
 *
 * <p>Memory: two windows. Thread: one thread at a time. Source: SUNSHOT 6.
 */
public final class OperationMatcher {
    /** Operations of each side that are looked at to find the way back. */
    public static final int WINDOW = 64;

    // Any difference in the number of names outweighs all differences in attributes.
    private static final int NAME_WEIGHT = WINDOW + 1;

    /** Receives the outcome, in the order of both runs. */
    public interface Sink {
        void matched(Operation a, Operation b);

        void onlyA(Operation a);

        void onlyB(Operation b);
    }

    private final Window a;
    private final Window b;
    private final Sink sink;
    private final int[][] score = new int[WINDOW + 1][WINDOW + 1];

    private OperationMatcher(OperationSource a, OperationSource b, Sink sink) {
        this.a = new Window(a);
        this.b = new Window(b);
        this.sink = sink;
    }

    /**
     * Match two runs of a rank.
     *
     * @throws TraceFormatException when one of the sources fails
     */
    public static void match(OperationSource a, OperationSource b, Sink sink) throws TraceFormatException {
        new OperationMatcher(a, b, sink).run();
    }

    private void run() throws TraceFormatException {
        while (a.require(1) && b.require(1)) {
            if (a.get(0).agreesWith(b.get(0))) {
                sink.matched(a.take(), b.take());
            } else {
                a.require(WINDOW);
                b.require(WINDOW);
                resynchronise();
            }
        }
        while (a.require(1)) {
            sink.onlyA(a.take());
        }
        while (b.require(1)) {
            sink.onlyB(b.take());
        }
    }

    private void resynchronise() {
        computeScores();
        int sizeA = a.size();
        int sizeB = b.size();
        int takenA = 0;
        int takenB = 0;
        int i = 0;
        int j = 0;
        while (i < sizeA && j < sizeB) {
            int pair = weight(i - takenA, j - takenB);
            if (pair > 0 && score[i][j] == score[i + 1][j + 1] + pair) {
                boolean first = takenA == 0 && takenB == 0;
                if (!first && (i >= WINDOW / 2 || j >= WINDOW / 2)) {
                    return;
                }
                drop(i - takenA, j - takenB);
                sink.matched(a.take(), b.take());
                takenA = ++i;
                takenB = ++j;
            } else if (score[i][j] == score[i + 1][j]) {
                i++;
            } else {
                j++;
            }
        }
        if (takenA == 0 && takenB == 0) {
            drop(sizeA, sizeB);
        }
    }

    private void drop(int countA, int countB) {
        for (int k = 0; k < countA; k++) {
            sink.onlyA(a.take());
        }
        for (int k = 0; k < countB; k++) {
            sink.onlyB(b.take());
        }
    }

    /** score[i][j]: the best that can be had from operation i of a and j of b on. */
    private void computeScores() {
        int sizeA = a.size();
        int sizeB = b.size();
        for (int i = sizeA; i >= 0; i--) {
            for (int j = sizeB; j >= 0; j--) {
                if (i == sizeA || j == sizeB) {
                    score[i][j] = 0;
                    continue;
                }
                int pair = weight(i, j);
                int best = Math.max(score[i + 1][j], score[i][j + 1]);
                score[i][j] = pair == 0 ? best : Math.max(best, score[i + 1][j + 1] + pair);
            }
        }
    }

    private int weight(int i, int j) {
        Operation left = a.get(i);
        Operation right = b.get(j);
        if (!left.name().equals(right.name())) {
            return 0;
        }
        return left.attributesAgree(right) ? NAME_WEIGHT + 1 : NAME_WEIGHT;
    }

    /** The next operations of a source, at most WINDOW of them. */
    private static final class Window {
        private final OperationSource source;
        private final Operation[] ring = new Operation[WINDOW];
        private int head;
        private int size;
        private boolean ended;

        private Window(OperationSource source) {
            this.source = source;
        }

        /** Read ahead until there are so many; false when the source ends before. */
        private boolean require(int count) throws TraceFormatException {
            while (size < count && !ended) {
                Operation next = source.next();
                if (next == null) {
                    ended = true;
                } else {
                    ring[(head + size) % WINDOW] = next;
                    size++;
                }
            }
            return size >= count;
        }

        private int size() {
            return size;
        }

        private Operation get(int index) {
            return ring[(head + index) % WINDOW];
        }

        private Operation take() {
            Operation first = ring[head];
            ring[head] = null;
            head = (head + 1) % WINDOW;
            size--;
            return first;
        }
    }
}
