// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * The {@code Nested} blocks around a cursor's place in a trace. That a block has no parent shows only where the parent should
 * be, so blocks are remembered until then. Who wants to know it earlier makes a scout run ahead, which reads the text twice.
 */
final class BlockStack implements AutoCloseable {
    private final Path file;
    private final LongConsumer onOrphan;
    /** By depth, of the open blocks: where their tags are. */
    private final long[] offsets = new long[Limits.DEPTH + 2];

    /** Whether they have no parent, as the scout says. */
    private final boolean[] orphan = new boolean[Limits.DEPTH + 2];
    /** Whether the orphan is known to the cursor. */
    private final boolean[] told = new boolean[Limits.DEPTH + 2];
    /** By depth: closed blocks that wait for their parent. */
    private final long[][] waiting = new long[Limits.DEPTH + 3][];

    private final int[] waitingCount = new int[Limits.DEPTH + 3];
    /** Those beyond the ones whose offsets are kept: their number and the first one's offset. */
    private final long[] moreCount = new long[Limits.DEPTH + 3];

    private final long[] moreOffset = new long[Limits.DEPTH + 3];
    private int depth;
    /** Whether the innermost block has an entry. */
    private boolean hasEntry;

    private TraceWatcher watcher;
    private NestingScout scout;
    /** Read by scouts that are gone. */
    private long bytesBefore;

    private TraceFormatException failure;
    private long startOffset;
    private int startDepth;

    /** {@code onOrphan} is told the offset of each block without parent. */
    BlockStack(Path file, LongConsumer onOrphan) {
        this.file = file;
        this.onOrphan = onOrphan;
    }

    /** Tell somebody of the blocks. */
    void watch(TraceWatcher toTell) {
        watcher = toTell;
    }

    int depth() {
        return depth;
    }

    boolean isFull() {
        return depth == Limits.DEPTH;
    }

    boolean canClose() {
        return depth > 0 && hasEntry;
    }

    /** Go on at top level behind a gap: what the scout knows of the text before is no use. */
    void jump() {
        settle();
        if (scout != null) {
            bytesBefore += scout.bytesRead();
            scout.close();
            scout = null;
        }
        depth = 0;
    }

    /** Text that was read ahead. */
    long bytesRead() {
        return scout == null ? bytesBefore : bytesBefore + scout.bytesRead();
    }

    /** Begin in the middle: below that many blocks whose tags are before the offset. */
    void start(long offset, int blocks) {
        startOffset = offset;
        startDepth = blocks;
        for (depth = 0; depth < blocks; ) {
            depth++;
            offsets[depth] = NestingScout.before(depth);
            told[depth] = true;
        }
        hasEntry = blocks > 0;
    }

    /** Note an entry of the innermost block; a state is the parent of the blocks before it. */
    void addEntry(boolean event) {
        hasEntry = true;
        if (!event) {
            forget(depth + 1);
        }
    }

    /** Step into the block whose tag is at that offset and ends at the other. */
    void open(long offset, long endOffset) {
        depth++;
        offsets[depth] = offset;
        told[depth] = false;
        hasEntry = false;
        if (watcher != null) {
            watcher.nesting(depth, endOffset);
        }
        if (scout != null) {
            ask(depth);
        }
    }

    /** Step out of the innermost block, whose end tag ends at that offset. */
    void leave(long endOffset) {
        tellWaiting(depth + 1);
        if (!told[depth]) {
            await(offsets[depth]);
        }
        depth--;
        hasEntry = true;
        if (watcher != null) {
            watcher.nesting(depth, endOffset);
        }
    }

    /** No parent comes any more. */
    void finish() {
        for (int i = depth + 1; i > 0; i--) {
            tellWaiting(i);
        }
        for (int i = depth; i > 0; i--) {
            tell(i);
        }
        depth = 0;
    }

    /** Whether the innermost block has no parent. When the file can't be read again nobody knows, see {@link #check}. */
    boolean isOrphan() {
        if (depth == 0) {
            return false;
        }
        if (scout == null && failure == null) {
            runAhead();
        }
        return failure != null || orphan[depth];
    }

    /** Number of blocks around the place that have a parent; the same reservation as for {@link #isOrphan}. */
    int keptDepth() {
        int kept = 0;
        if (depth > 0 && (!isOrphan() || failure == null)) {
            for (int i = 1; i <= depth; i++) {
                kept += orphan[i] ? 0 : 1;
            }
        }
        return kept;
    }

    /** Fails where {@link #isOrphan} could not find out. */
    void check() throws TraceFormatException {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        if (scout != null) {
            scout.close();
        }
    }

    /** Find out about all blocks that no parent was met for, where reading ends early. */
    void settle() {
        if (depth == 0 && waitingCount[1] == 0) {
            return;
        }
        if (scout == null && failure == null) {
            runAhead();
        }
        for (int level = 1; level <= depth + 1 && failure == null; level++) {
            for (int i = 0; i < waitingCount[level]; i++) {
                if (scout.isOrphan(waiting[level][i])) {
                    onOrphan.accept(waiting[level][i]);
                }
            }
            // They wait for the same parent as the last of those.
            if (moreCount[level] > 0 && scout.isOrphan(waiting[level][waitingCount[level] - 1])) {
                tellMore(level);
            }
            forget(level);
        }
    }

    private void runAhead() {
        long first = waitingCount[1] > 0 ? waiting[1][0] : offsets[1];
        boolean fromStart = first < 0;
        try {
            ByteSource source = ByteSource.open(file);
            scout = new NestingScout(source, fromStart ? startOffset : first, fromStart ? startDepth : 0);
        } catch (TraceFormatException e) {
            failure = e;
            return;
        }
        for (int i = 1; i <= depth; i++) {
            ask(i);
        }
    }

    private void ask(int level) {
        orphan[level] = scout.isOrphan(offsets[level]);
        if (orphan[level]) {
            tell(level);
        }
    }

    private void tell(int level) {
        if (!told[level]) {
            told[level] = true;
            onOrphan.accept(offsets[level]);
        }
    }

    private void await(long offset) {
        if (waitingCount[depth] == TraceFindings.LIMIT) {
            moreOffset[depth] = moreCount[depth]++ == 0 ? offset : moreOffset[depth];
            return;
        }
        long[] blocks = waiting[depth];
        if (blocks == null || waitingCount[depth] == blocks.length) {
            waiting[depth] = blocks == null ? new long[2] : Arrays.copyOf(blocks, blocks.length * 2);
        }
        waiting[depth][waitingCount[depth]++] = offset;
    }

    private void tellWaiting(int level) {
        for (int i = 0; i < waitingCount[level]; i++) {
            onOrphan.accept(waiting[level][i]);
        }
        tellMore(level);
        forget(level);
    }

    private void tellMore(int level) {
        for (long i = 0; i < moreCount[level]; i++) {
            onOrphan.accept(moreOffset[level]);
        }
    }

    private void forget(int level) {
        waitingCount[level] = 0;
        moreCount[level] = 0;
    }
}
