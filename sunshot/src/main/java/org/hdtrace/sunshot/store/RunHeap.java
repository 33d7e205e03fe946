// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

/** The runs of a level that was written out of order, the one whose next state starts first on top. */
final class RunHeap {
    private final LevelColumns columns;
    /** Index of the next state of each run; moved by the owner. */
    private final int[] next;

    private final int[] heap;
    private int size;

    RunHeap(LevelColumns columns, int[] next) {
        this.columns = columns;
        this.next = next;
        this.heap = new int[next.length];
        this.size = next.length;
        for (int run = 0; run < size; run++) {
            heap[run] = run;
        }
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i);
        }
    }

    /** The run on top, or -1 when none is left. */
    int first() {
        return size == 0 ? -1 : heap[0];
    }

    /** Puts the run on top where it belongs after its next state changed, or takes it away. */
    void update(boolean hasMore) {
        if (!hasMore) {
            heap[0] = heap[--size];
        }
        if (size > 0) {
            sink(0);
        }
    }

    private void sink(int from) {
        int run = heap[from];
        int at = from;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], run)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = run;
    }

    private boolean isBefore(int run, int other) {
        int order = Long.compare(columns.startNanos(next[run]), columns.startNanos(next[other]));
        return order != 0 ? order < 0 : run < other;
    }
}
