// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.hdtrace.format.Limits;
import org.hdtrace.format.Saturated;

/**
 * What every record of an index obeys, whoever wrote it; one that doesn't is damaged, and its index counts as none. As sums are
 * told twice, by blocks and every 256 blocks for all before, damage behind the last of them shows only where it is implausible.
 *
 * <p>Thread: one thread at a time. Source: FORMATS A5.
 */
final class RecordRules {
    private final SumRows soFar = new SumRows();
    private int metNames;
    private int blocks;
    private long lastSums = -1;

    /** A block, of which {@code names} names were told before. */
    void block(ByteBuffer body, int names) throws IOException {
        blockAlone(body, names);
        int count = RecordWalk.rows(body, IndexFormat.BLOCK_BODY);
        for (int i = 0; i < count; i++) {
            int row = IndexFormat.BLOCK_BODY + i * IndexFormat.ROW_BYTES;
            int name = body.getInt(row);
            metNames = Math.max(metNames, name + 1);
            soFar.addBlockRow(body, row);
            require(
                    soFar.inclusiveNanos(name) >= 0 && soFar.bytes(name) >= 0,
                    "holds sums that are larger than " + Long.MAX_VALUE);
        }
        blocks++;
    }

    /** A block of which nothing but its number of names is known. */
    static void blockAlone(ByteBuffer body, int names) throws IOException {
        long span = spanOf(body, names);
        long states = 0;
        int count = RecordWalk.rows(body, IndexFormat.BLOCK_BODY);
        for (int i = 0; i < count; i++) {
            int row = IndexFormat.BLOCK_BODY + i * IndexFormat.ROW_BYTES;
            int name = body.getInt(row);
            int number = body.getInt(row + 4);
            require(name >= 0 && name < names, "counts a state without a name");
            require(number > 0, "counts " + number + " states of a name");
            long inclusive = checkTimes(body, row);
            require(inclusive <= Saturated.multiply(number, span), "tells of times that its block doesn't hold");
            states += number;
        }
        require(states == body.getInt(28), "counts " + states + " states and says " + body.getInt(28));
    }

    /** The time from the earliest to the latest of a block, ns, as far as that can be told. */
    private static long spanOf(ByteBuffer body, int names) throws IOException {
        RecordWalk.rows(body, IndexFormat.BLOCK_BODY);
        long earliest = body.getLong(8);
        long latest = body.getLong(16);
        int depth = body.getInt(24);
        require(depth >= 0 && depth <= Limits.DEPTH, "begins at a nesting depth of " + depth);
        require(names <= IndexFormat.NAMES, "has too many names");
        return earliest > latest ? 0 : Saturated.subtract(latest, earliest);
    }

    /** The times and bytes of a row; the inclusive time. */
    private static long checkTimes(ByteBuffer body, int row) throws IOException {
        long inclusive = body.getLong(row + 8);
        long exclusive = body.getLong(row + 16);
        require(inclusive >= 0 && exclusive >= 0 && exclusive <= inclusive, "holds times that can't be");
        require(body.getLong(row + 24) >= 0, "holds a negative number of bytes");
        return inclusive;
    }

    /** Sums over all blocks so far, which stand at that place. */
    void sums(long place, ByteBuffer body, int names) throws IOException {
        int count = RecordWalk.rows(body, IndexFormat.SUMS_BODY);
        require(blocks > 0 && blocks % IndexFormat.SUMS_EVERY == 0, "has sums behind block " + blocks);
        require(body.getLong(0) == lastSums, "has sums that don't know those before");
        require(count >= metNames && count <= names, "has sums of " + count + " names");
        for (int i = 0; i < count; i++) {
            int row = IndexFormat.SUMS_BODY + i * IndexFormat.ROW_BYTES;
            boolean right = body.getLong(row) == soFar.count(i)
                    && body.getLong(row + 8) == soFar.inclusiveNanos(i)
                    && body.getLong(row + 16) == soFar.exclusiveNanos(i)
                    && body.getLong(row + 24) == soFar.bytes(i);
            require(right, "has sums that are not those of its blocks");
        }
        lastSums = place;
    }

    /** Sums are those before them and of the blocks in between. */
    static void follow(SumRows sums, SumRows before, int names) throws IOException {
        for (int i = 0; i < names; i++) {
            require(sums.isSame(i, before), "has sums that are not those of its blocks");
        }
    }

    /** All records were told. */
    void end(EndRecord end) throws IOException {
        require(end == null || end.lastSums() == lastSums, "ends without its last sums");
    }

    private static void require(boolean right, String otherwise) throws IOException {
        if (!right) {
            throw new IOException("the index " + otherwise);
        }
    }
}
