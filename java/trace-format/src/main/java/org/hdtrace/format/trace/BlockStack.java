// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/** The {@code Nested} blocks around a cursor's place in a trace. */
final class BlockStack implements AutoCloseable {
    private final Path file;
    /** By depth: whether the open block has a parent. */
    private final boolean[] orphan = new boolean[Limits.DEPTH + 1];

    private NestingScout scout;
    private TraceWatcher watcher;
    private int depth;
    /** Whether the innermost block has an entry. */
    private boolean hasEntry;

    BlockStack(Path file) {
        this.file = file;
    }

    /** Tell somebody of the blocks; whether they have a parent is not looked for then. */
    void watch(TraceWatcher toTell) {
        watcher = toTell;
    }

    int depth() {
        return depth;
    }

    boolean isOrphan() {
        return orphan[depth];
    }

    boolean isFull() {
        return depth == Limits.DEPTH;
    }

    boolean canClose() {
        return depth > 0 && hasEntry;
    }

    void addEntry() {
        hasEntry = true;
    }

    /** Step into the block whose tag is at that offset and ends at the other; whether it has no parent. */
    boolean open(long offset, long endOffset) throws TraceFormatException {
        depth++;
        hasEntry = false;
        if (watcher != null) {
            watcher.nesting(depth, endOffset);
            return false;
        }
        if (scout == null) {
            scout = new NestingScout(ByteSource.open(file), offset, 0);
        }
        orphan[depth] = scout.isOrphan(offset);
        return orphan[depth];
    }

    /** Step out of the innermost block, whose end tag ends at that offset. */
    void close(long endOffset) {
        depth--;
        hasEntry = true;
        if (watcher != null) {
            watcher.nesting(depth, endOffset);
        }
    }

    /** The trace ends, whatever is open. */
    void closeAll() {
        depth = 0;
    }

    /** Begin in the middle: below that many blocks whose tags are before the offset. */
    void start(long offset, int blocks) throws TraceFormatException {
        if (blocks == 0) {
            return;
        }
        scout = new NestingScout(ByteSource.open(file), offset, blocks);
        for (int i = 1; i <= blocks; i++) {
            orphan[i] = scout.isOrphan(NestingScout.before(i));
        }
        depth = blocks;
        hasEntry = true;
    }

    @Override
    public void close() {
        if (scout != null) {
            scout.close();
        }
    }
}
