// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.OptionalInt;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.model.file.FileRanges;

/**
 * Which requests a rank's own access comes to. What is contiguous in file and memory takes one. Else ROMIO's driver for PVFS lists
 * ranges and pieces of memory, or tells datatypes; its generic driver sieves, or goes from piece to piece where {@code romio_ds_*} is disabled, and puts
 * what is contiguous in the file into its buffer first. {@code romio_ds_*}, when it is enabled or disabled, has the generic driver's
 * rules used, since PVFS's doesn't look at it.
 *
 * <p>Source: ROMIO's {@code ad_pvfs2_read.c}, {@code ad_pvfs2_write.c}, {@code ad_read_str.c} and {@code ad_write_str.c}; HDTrace
 * paper, section 6, for {@code romio_pvfs2_listio_*}, with which PVFS is told all of the memory's layout at once.
 */
final class AloneRules {
    private AloneRules() {}

    static Operations operations(FileTask task) {
        FileRanges ranges = task.ranges();
        boolean reads = !task.writes();
        boolean oneRange = ranges.isContiguous();
        boolean onePiece = task.memory().isContiguous();
        if (oneRange && onePiece) {
            return new ListRequests(reads, ranges, 1);
        }
        boolean posix = task.isOn("romio_pvfs2_posix_read", "romio_pvfs2_posix_write");
        if (!posix && task.isOn("romio_pvfs2_dtype_read", "romio_pvfs2_dtype_write")) {
            OptionalInt bytes = DatatypeRequests.typeBytes(ranges, task.memory());
            // What can't be told is listed, whatever the hints about lists say.
            return bytes.isPresent()
                    ? new DatatypeRequests(reads, ranges, bytes.getAsInt())
                    : new ListRequests(reads, ranges, task.listPieces());
        }
        if (!posix && task.isOn("romio_pvfs2_listio_read", "romio_pvfs2_listio_write")) {
            return new ListRequests(reads, ranges, task.listPieces());
        }
        BlockIterator memory = onePiece ? null : task.memory().pieces(ranges.bytes());
        Switch sieve = task.sieve();
        boolean generic = task.isGeneric();
        if (!generic && sieve == Switch.AUTOMATIC && !posix) {
            return new ListRequests(reads, ranges, memory, task.listPieces());
        }
        // PVFS has no locks, so nobody sieves there to write unless that is enabled.
        boolean sieves = sieve == Switch.ENABLE || (sieve == Switch.AUTOMATIC && (reads || generic));
        if (!sieves || !ranges.isOrdered()) {
            return new ListRequests(reads, ranges, memory, 1);
        }
        String size = reads ? HintValues.READ_BUFFER : HintValues.WRITE_BUFFER;
        long buffer = HintValues.number(task.call(), task.hints(), size);
        return oneRange
                ? new ListRequests(reads, ranges, new EqualPieces(buffer), 1)
                : new SievedAccess(task.writes(), ranges, buffer);
    }

    /** A buffer that is filled again and again. */
    private record EqualPieces(long length) implements BlockIterator {
        @Override
        public boolean next() {
            return true;
        }

        @Override
        public long offset() {
            return 0;
        }
    }
}
