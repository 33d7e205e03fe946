// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import org.hdtrace.format.project.DatatypeLayout;

/**
 * What a rank sees of a file: copies of a file type, one after the other, from a displacement on. Positions count visible
 * bytes.
 *
 * <p>Thread: immutable, any. Source: MPI 4.0, chapter 14.3.
 */
public final class FileView {
    private final long displacement;
    private final long etypeSize;
    private final DatatypeLayout fileType;
    private final boolean overlapping;

    /**
     * A view.
     *
     * @param displacement first byte of the view in the file
     * @param etypeSize bytes of the unit in which the program counts
     * @param fileType its bytes are visible, its gaps not
     * @throws IllegalArgumentException when no byte is visible
     */
    public FileView(long displacement, long etypeSize, DatatypeLayout fileType) {
        if (displacement < 0 || etypeSize <= 0 || fileType.size() <= 0) {
            throw new IllegalArgumentException("displacement=" + displacement + " etype=" + etypeSize + " filetype="
                    + fileType.size() + " bytes: must be >= 0, and the types > 0");
        }
        this.displacement = displacement;
        this.etypeSize = etypeSize;
        this.fileType = fileType;
        overlapping = !(fileType.isOrdered() && tilesFollow()) && TileOverlap.exists(fileType);
    }

    /** Bytes of the unit in which the program counts. */
    public long etypeSize() {
        return etypeSize;
    }

    /** Whether a byte of the file is seen twice, so that MPI lets nobody write through the view. */
    public boolean overlapsItself() {
        return overlapping;
    }

    /**
     * The ranges of the file that hold a range of the visible bytes.
     *
     * @throws IllegalArgumentException when they lie before the beginning of the file
     * @throws ArithmeticException when they lie beyond any size
     */
    public FileRanges ranges(long position, long size) {
        if (size == 0) {
            return FileRanges.NONE;
        }
        return fileType.isContiguous()
                ? FileRanges.of(Math.addExact(offsetOf(0), position), size)
                : new ViewRanges(this, position, size);
    }

    /** Where a visible byte is in the file. */
    public long offsetOf(long position) {
        long rest = position % fileType.size();
        var block = fileType.blocksAfter(rest);
        if (!block.next()) {
            throw new IllegalStateException("position=" + position + ": the file type has no such byte");
        }
        return Math.addExact(start(position / fileType.size()), block.offset());
    }

    /** Number of visible bytes before an offset; where copies of the file type lie between each other, of that byte. */
    public long positionOf(long offset) {
        long extent = fileType.extent();
        if (extent <= 0) {
            return Math.max(0, offset - displacement);
        }
        if (!tilesFollow()) {
            long found = interleavedPosition(offset);
            if (found >= 0) {
                return found;
            }
        }
        long tile = Math.max(0, Math.floorDiv(offset - displacement - fileType.dataLower(), extent));
        return tile * fileType.size() + fileType.bytesBefore(offset - start(tile));
    }

    DatatypeLayout fileType() {
        return fileType;
    }

    /** Where a copy of the file type begins. */
    long start(long tile) {
        return Math.addExact(displacement, Math.multiplyExact(tile, fileType.extent()));
    }

    /** Whether each copy of the file type lies behind the one before. */
    boolean tilesFollow() {
        return fileType.extent() >= fileType.dataUpper() - fileType.dataLower();
    }

    private long interleavedPosition(long offset) {
        long extent = fileType.extent();
        long within = offset - displacement;
        long first = Math.max(0, Math.floorDiv(within - fileType.dataUpper(), extent) + 1);
        long last = Math.floorDiv(within - fileType.dataLower(), extent);
        for (long tile = first; tile <= last; tile++) {
            long place = within - tile * extent;
            long before = fileType.bytesBefore(place);
            if (fileType.bytesBefore(place + 1) > before) {
                return tile * fileType.size() + before;
            }
        }
        return -1;
    }
}
