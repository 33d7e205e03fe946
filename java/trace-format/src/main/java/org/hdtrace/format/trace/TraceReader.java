// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;

/**
 * Reads a trace as a sequence of top-level trees. A tree is in memory as a whole, with everything nested in it; {@link
 * TraceCursor} does without.
 *
 * <p>Thread: one thread at a time. Source: FORMATS A2, B 1.3.
 */
public final class TraceReader implements AutoCloseable {
    private final TraceCursor cursor;
    /** By depth: entries that wait for their parent, which is one level above. */
    private final List<List<TraceEntry>> waiting = new ArrayList<>();

    private boolean orphan;
    private int depth;

    private TraceReader(TraceCursor cursor) {
        this.cursor = cursor;
    }

    public static TraceReader open(Path file) throws TraceFormatException {
        return new TraceReader(TraceCursor.open(file));
    }

    public static TraceReader open(TraceSource source) throws TraceFormatException {
        return open(source.path());
    }

    public Path file() {
        return cursor.file();
    }

    public ProgramHeader program() {
        return cursor.program();
    }

    /** The next top-level entry with its children, or null at the end. Orphans come on their own, where they stand in the file. */
    public TraceEntry next() throws TraceFormatException {
        while (cursor.next()) {
            TraceEntry entry = cursor.isEvent() ? cursor.entry() : stateWithChildren();
            if (cursor.depth() == 0 || cursor.isOrphan()) {
                orphan = cursor.isOrphan();
                depth = cursor.depth();
                return entry;
            }
            waitingAt(cursor.depth()).add(entry);
        }
        return null;
    }

    /** Whether the parent of the entry returned last is not in the file. */
    public boolean isOrphan() {
        return orphan;
    }

    /** Number of states around the entry returned last: 0 unless it is an orphan. */
    public int depth() {
        return depth;
    }

    public boolean isComplete() {
        return cursor.isComplete();
    }

    public long unusableBytes() {
        return cursor.unusableBytes();
    }

    public List<Finding> findings() {
        return cursor.findings();
    }

    @Override
    public void close() {
        cursor.close();
    }

    private TraceEntry stateWithChildren() {
        List<TraceEntry> children = waitingAt(cursor.depth() + 1);
        State state = new State(
                cursor.name(), cursor.startNanos(), cursor.endNanos(), cursor.attributes(), cursor.data(), children);
        children.clear();
        return state;
    }

    private List<TraceEntry> waitingAt(int level) {
        while (waiting.size() <= level) {
            waiting.add(new ArrayList<>());
        }
        return waiting.get(level);
    }
}
