// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.List;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;

/**
 * Data sieving: reads all of the file that a buffer holds from the next wanted byte on, gaps too; to write, changes what is
 * wanted in the buffer and writes all of it back. Buffers end with the access.
 *
 * <p>Source: Thakur, Gropp, Lusk: Data Sieving and Collective I/O in ROMIO (1999), section 3. Deviation: nobody locks.
 */
final class SievedAccess implements Operations {
    private final boolean writes;
    private final long buffer;
    private final long end;
    private final BlockIterator ranges;
    /** Where the next wanted byte is and how far the range around it goes. */
    private long wanted;

    private long wantedEnd;
    private Piece held;
    private boolean reading;

    /** Of ordered ranges with at least one byte. */
    SievedAccess(boolean writes, FileRanges ranges, long buffer) {
        this.writes = writes;
        this.buffer = buffer;
        this.ranges = ranges.iterator();
        end = ranges.end();
        step();
    }

    @Override
    public boolean next() {
        if (reading && writes) {
            reading = false;
            return true;
        }
        if (wanted >= wantedEnd) {
            return false;
        }
        held = new Piece(wanted, Math.min(buffer, end - wanted));
        reading = true;
        long heldEnd = held.offset() + held.size();
        while (wanted < wantedEnd && wantedEnd <= heldEnd) {
            step();
        }
        if (wanted < wantedEnd) {
            wanted = Math.max(wanted, heldEnd);
        }
        return true;
    }

    private void step() {
        if (ranges.next()) {
            wanted = ranges.offset();
            wantedEnd = wanted + ranges.length();
        } else {
            wanted = wantedEnd;
        }
    }

    @Override
    public boolean isRead() {
        return reading;
    }

    @Override
    public List<Piece> pieces() {
        return List.of(held);
    }
}
