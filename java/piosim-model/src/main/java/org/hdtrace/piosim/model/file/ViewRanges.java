// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.format.project.DatatypeLayout;

/** A range of the bytes that a view shows, cut into the file's ranges step by step. */
final class ViewRanges implements FileRanges {
    private final FileView view;
    private final long position;
    private final long bytes;
    private final boolean ordered;
    private final long first;
    private final long end;

    ViewRanges(FileView view, long position, long bytes) {
        this.view = view;
        this.position = position;
        this.bytes = bytes;
        long tiles = (Math.addExact(position, bytes) - 1) / view.fileType().size()
                - position / view.fileType().size();
        ordered = view.fileType().isOrdered() && (tiles == 0 || view.tilesFollow());
        long low = Long.MAX_VALUE;
        long high = 0;
        if (ordered) {
            low = view.offsetOf(position);
            high = view.offsetOf(position + bytes - 1) + 1;
        } else {
            for (BlockIterator ranges = iterator(); ranges.next(); ) {
                low = Math.min(low, ranges.offset());
                high = Math.max(high, ranges.offset() + ranges.length());
            }
        }
        if (low < 0) {
            throw new IllegalArgumentException("offset=" + low + ": before the beginning of the file");
        }
        first = low;
        end = high;
    }

    @Override
    public DatatypeLayout type() {
        return view.fileType();
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public long first() {
        return first;
    }

    @Override
    public long end() {
        return end;
    }

    @Override
    public boolean isOrdered() {
        return ordered;
    }

    @Override
    public BlockIterator iterator() {
        return new Steps(position);
    }

    @Override
    public BlockIterator from(long offset) {
        if (offset <= first) {
            return new Steps(position);
        }
        if (view.tilesFollow()) {
            return new Steps(Math.max(position, view.positionOf(offset)));
        }
        // Ordered all the same, so all of it is in one copy.
        long tile = position / view.fileType().size();
        long before = view.fileType().bytesBefore(offset - view.start(tile));
        return new Steps(Math.max(position, tile * view.fileType().size() + before));
    }

    @Override
    public String toString() {
        return bytes + " bytes of a view from " + first + " to " + end;
    }

    /** Copy by copy of the file type; pieces that touch are joined, across copies, too. */
    private final class Steps implements BlockIterator {
        private long left;
        private long tile;
        private BlockIterator blocks;
        private long nextOffset;
        private long nextLength;
        private long offset;
        private long length;

        Steps(long from) {
            long size = view.fileType().size();
            left = position + bytes - from;
            tile = from / size;
            blocks = view.fileType().blocksAfter(from % size);
            fetch();
        }

        @Override
        public boolean next() {
            if (nextLength == 0) {
                return false;
            }
            offset = nextOffset;
            length = nextLength;
            fetch();
            while (nextLength > 0 && nextOffset == offset + length) {
                length += nextLength;
                fetch();
            }
            return true;
        }

        @Override
        public long offset() {
            return offset;
        }

        @Override
        public long length() {
            return length;
        }

        private void fetch() {
            nextLength = 0;
            if (left <= 0) {
                return;
            }
            if (!blocks.next()) {
                tile++;
                blocks = view.fileType().blocks(1);
                blocks.next();
            }
            nextOffset = Math.addExact(view.start(tile), blocks.offset());
            nextLength = Math.min(left, blocks.length());
            left -= nextLength;
        }
    }
}
