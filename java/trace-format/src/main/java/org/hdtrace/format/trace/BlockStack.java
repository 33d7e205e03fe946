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
    private int depth;
    /** Whether the innermost block has an entry. */
    private boolean hasEntry;

    BlockStack(Path file) {
        this.file = file;
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

    /** Step into the block whose tag is at that offset; whether it has no parent. */
    boolean open(long offset) throws TraceFormatException {
        if (scout == null) {
            scout = new NestingScout(ByteSource.open(file), offset, 0);
        }
        depth++;
        orphan[depth] = scout.isOrphan(offset);
        hasEntry = false;
        return orphan[depth];
    }

    void close(int count) {
        depth -= count;
        hasEntry = true;
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
