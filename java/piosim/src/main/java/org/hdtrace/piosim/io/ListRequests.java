// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;

/**
 * List I/O: requests of several ranges each, of which PVFS takes 64; with one range each what a library does that knows no
 * better. Pieces of memory count like ranges: a request ends behind the last one that it may have, and so does its range. PVFS knows a
 * list as a datatype of bytes, so all of it goes to each server: a node for each range and one for the byte.
 *
 * <p>Source: HDTrace paper, section 6: a contiguous range with its data value by value in memory goes in requests of 64 values; ROMIO's
 * {@code ad_pvfs2_write_list_classic.c}; OrangeFS's {@code pvfs-request.c} and {@code pint-request-encode.h}. Deviation: a single range is
 * described as the original does ({@link org.hdtrace.piosim.storage.FileSystem}), which had 8 bytes for each range of a list, too.
 */
final class ListRequests implements Operations {
    /** What a node of a datatype takes in a request: five numbers of eight bytes and nine of four. */
    static final int NODE_BYTES = 76;

    private final boolean read;
    private final BlockIterator ranges;
    /** Null for memory that doesn't matter. */
    private final BlockIterator memory;

    private final long most;
    private List<Piece> pieces = List.of();
    /** What is left of the range. */
    private long offset;

    private long left;
    /** What is left of the piece of memory. */
    private long leftInMemory;

    /** Of data whose place in memory doesn't matter. */
    ListRequests(boolean read, FileRanges ranges, long most) {
        this(read, ranges, null, most);
    }

    /**
     * Requests for some ranges.
     *
     * @param memory pieces of as many bytes, null where they don't matter
     * @param most ranges in a request, and pieces of memory
     */
    ListRequests(boolean read, FileRanges ranges, BlockIterator memory, long most) {
        this.read = read;
        this.ranges = ranges.iterator();
        this.memory = memory;
        this.most = Math.max(1, most);
    }

    @Override
    public boolean next() {
        if (!hasRange()) {
            return false;
        }
        List<Piece> request = new ArrayList<>((int) Math.min(most, 8));
        long inMemory = leftInMemory > 0 ? 1 : 0;
        while ((left > 0 || request.size() < most) && hasRange()) {
            long start = offset;
            while (left > 0 && (memory == null || leftInMemory > 0 || inMemory < most)) {
                if (memory != null && leftInMemory == 0) {
                    inMemory++;
                }
                take();
            }
            if (offset > start) {
                request.add(new Piece(start, offset - start));
            }
            if (left > 0) {
                break;
            }
        }
        pieces = request;
        return true;
    }

    private boolean hasRange() {
        if (left == 0 && ranges.next()) {
            offset = ranges.offset();
            left = ranges.length();
        }
        return left > 0;
    }

    /** Go on to the end of the range or of the piece of memory, whichever comes first. */
    private void take() {
        long taken = left;
        if (memory != null) {
            if (leftInMemory == 0) {
                if (!memory.next()) {
                    throw new IllegalStateException("memory ends before the file's ranges");
                }
                leftInMemory = memory.length();
            }
            taken = Math.min(taken, leftInMemory);
            leftInMemory -= taken;
        }
        offset += taken;
        left -= taken;
    }

    @Override
    public boolean isRead() {
        return read;
    }

    @Override
    public List<Piece> pieces() {
        return pieces;
    }

    @Override
    public int typeBytes() {
        return pieces.size() > 1 ? (pieces.size() + 1) * NODE_BYTES : 0;
    }
}
