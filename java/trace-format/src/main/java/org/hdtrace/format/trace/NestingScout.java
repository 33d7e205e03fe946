// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.internal.XmlScanner;
import org.hdtrace.format.internal.XmlScanner.Token;

/**
 * Runs ahead of a cursor and tells which {@code Nested} blocks have no parent. Children stand before their parent in the file,
 * so only reading on shows whether the parent is there. It reads as far as the end of the top-level state whose children the
 * cursor has reached, from its own copy of the source; files without nesting are never read twice.
 */
final class NestingScout implements AutoCloseable {
    private final XmlScanner scanner;
    /** Blocks without parent whose offsets are kept. */
    static final int MOST_BLOCKS = 1 << 17;

    /** Sorted offsets of the blocks without parent. */
    private long[] orphans = new long[4];

    private int orphanCount;
    /** From there to the end of the top-level state too many blocks have none: all of them are taken for such. */
    private long orphansFrom = Long.MAX_VALUE;

    private long scannedTo;
    private boolean finished;
    private int elementDepth;
    /** Whether the outermost open element is an event. */
    private boolean event;
    /** By depth: offsets of closed blocks that wait for their parent. */
    private final List<List<Long>> waiting = new ArrayList<>();
    /** By depth: the first one that is not in the list for want of room. */
    private final long[] waitingFrom = new long[Limits.DEPTH + 3];
    /** Offsets of the open blocks. */
    private final List<Long> open = new ArrayList<>();
    /** Whether the innermost open block has an entry. */
    private boolean hasEntry;

    /** Begins at a place that lies in that many blocks, which have the offsets {@link #before}. */
    NestingScout(ByteSource source, long startOffset, int blocks) throws TraceFormatException {
        source.skipTo(startOffset);
        this.scanner = new XmlScanner(source);
        this.scannedTo = startOffset;
        Arrays.fill(waitingFrom, Long.MAX_VALUE);
        for (int depth = 1; depth <= blocks; depth++) {
            open.add(before(depth));
            hasEntry = true;
        }
        if (blocks > 0) {
            scanGroup(startOffset);
        }
    }

    /** Stands for the offset of a block that was open where the scout began, by its depth. */
    static long before(int depth) {
        return -depth;
    }

    /** Whether the block whose tag is at that offset has no parent. */
    boolean isOrphan(long blockOffset) {
        if (blockOffset >= scannedTo) {
            scanGroup(blockOffset);
        }
        return blockOffset >= orphansFrom || Arrays.binarySearch(orphans, 0, orphanCount, blockOffset) >= 0;
    }

    long bytesRead() {
        return scanner.bytesRead();
    }

    @Override
    public void close() {
        scanner.close();
    }

    /** Read on until all blocks up to that offset are decided. */
    private void scanGroup(long blockOffset) {
        // Nobody asks for blocks of top-level states that were left behind.
        orphanCount = 0;
        orphansFrom = Long.MAX_VALUE;
        try {
            while (!finished && (scannedTo <= blockOffset || !open.isEmpty() || isWaiting())) {
                step(scanner.next(false));
                scannedTo = scanner.nextOffset();
            }
        } catch (TraceFormatException e) {
            // The cursor will come to the same place and report it.
            finish();
        }
        Arrays.sort(orphans, 0, orphanCount);
    }

    private void step(Token token) {
        boolean nested =
                elementDepth == 0 && (token == Token.START || token == Token.END) && scanner.nameEquals("Nested");
        switch (token) {
            case START -> {
                if (nested && scanner.isSelfClosing()) {
                    if (hasEntry && !open.isEmpty()) {
                        closeBlock();
                    }
                } else if (nested) {
                    open.add(scanner.offset());
                    hasEntry = false;
                } else {
                    startElement();
                }
            }
            case END -> {
                if (nested && !open.isEmpty()) {
                    closeBlock();
                } else if (elementDepth > 0) {
                    endElement();
                } else {
                    finish();
                }
            }
            case CUT, EOF -> finish();
            case TEXT -> {}
        }
        if (open.size() > Limits.DEPTH) {
            finish();
        }
    }

    private void startElement() {
        if (elementDepth == 0) {
            event = scanner.nameEquals("Event");
        }
        elementDepth++;
        if (scanner.isSelfClosing()) {
            endElement();
        }
    }

    /** Only a whole entry is one; its data may be cut. */
    private void endElement() {
        elementDepth--;
        if (elementDepth > 0) {
            return;
        }
        hasEntry = true;
        if (!event) {
            waitingAt(open.size() + 1).clear();
            waitingFrom[open.size() + 1] = Long.MAX_VALUE;
        }
    }

    private void closeBlock() {
        int depth = open.size();
        orphanWaiting(depth + 1);
        long block = open.remove(depth - 1);
        if (waitingAt(depth).size() < TraceFindings.LIMIT) {
            waitingAt(depth).add(block);
        } else {
            waitingFrom[depth] = Math.min(waitingFrom[depth], block);
        }
        hasEntry = true;
    }

    private void finish() {
        finished = true;
        scannedTo = Long.MAX_VALUE;
        for (int depth = 0; depth < waiting.size(); depth++) {
            orphanWaiting(depth);
        }
        orphan(open);
    }

    private void orphanWaiting(int depth) {
        orphan(waitingAt(depth));
        orphansFrom = Math.min(orphansFrom, waitingFrom[depth]);
        waitingFrom[depth] = Long.MAX_VALUE;
    }

    private void orphan(List<Long> blocks) {
        for (long block : blocks) {
            if (orphanCount == MOST_BLOCKS) {
                orphansFrom = Math.min(orphansFrom, block);
                continue;
            }
            if (orphanCount == orphans.length) {
                orphans = Arrays.copyOf(orphans, orphanCount * 2);
            }
            orphans[orphanCount++] = block;
        }
        blocks.clear();
    }

    private boolean isWaiting() {
        return !waitingAt(1).isEmpty();
    }

    private List<Long> waitingAt(int depth) {
        while (waiting.size() <= depth) {
            waiting.add(new ArrayList<>());
        }
        return waiting.get(depth);
    }
}
