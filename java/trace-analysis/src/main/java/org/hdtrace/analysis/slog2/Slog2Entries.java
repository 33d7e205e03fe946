// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.DoubleConsumer;
import org.hdtrace.format.TraceFormatException;

/**
 * All entries of a file by their earliest time; of those that begin together states come first, the longest before all others, and of
 * those that are equal in this the first in the file. The nodes of the tree are read as time comes to them, so that only those are
 * held that may have an entry now. Not thread-safe.
 */
final class Slog2Entries {
    private static final Comparator<Slog2Primitive> ORDER = Comparator.comparingDouble(Slog2Primitive::earliest)
            .thenComparing(entry -> entry.category().shape() != Slog2Category.Shape.STATE)
            .thenComparing(Comparator.comparingDouble(Slog2Primitive::latest).reversed())
            .thenComparingLong(Slog2Primitive::place);

    private final Path path;
    private final Slog2File file;
    private final DoubleConsumer progress;
    private final Deque<Slog2NodePlace> waiting = new ArrayDeque<>();
    private final PriorityQueue<Slog2Primitive> read = new PriorityQueue<>(ORDER);
    private final int nodes;
    private double last = Double.NEGATIVE_INFINITY;

    /**
     * The entries from the first on.
     *
     * @param progress is told which share of the nodes was read
     */
    Slog2Entries(Path path, Slog2File file, DoubleConsumer progress) {
        this.path = path;
        this.file = file;
        this.progress = progress;
        List<Slog2NodePlace> all = file.nodes().stream()
                .sorted(Comparator.comparingDouble(Slog2NodePlace::earliest))
                .toList();
        waiting.addAll(all);
        nodes = all.size();
    }

    /** The next entry; null when there is none. */
    Slog2Primitive next() throws TraceFormatException {
        while (!waiting.isEmpty()
                && (read.isEmpty() || waiting.peek().earliest() <= read.peek().earliest())) {
            read.addAll(file.read(waiting.remove()));
            progress.accept(1 - (double) waiting.size() / nodes);
        }
        Slog2Primitive next = read.poll();
        if (next != null) {
            if (next.earliest() < last) {
                throw TraceFormatException.atByte(
                        path, next.place(), "a node of the tree: an entry begins before its node does");
            }
            last = next.earliest();
        }
        return next;
    }
}
