// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The waiting accesses of one kind to one file, by offset. A job joins the neighbours that it continues or overlaps, up
 * to a largest size, in logarithmic time; so an access is what the original found by comparing all jobs with each other.
 *
 * <p>Writes never overlap here: data for a range that waits already replaces it where it is, as in a cache, and only
 * the rest is added. Reads may overlap where they would be too large together.
 */
final class FileAccesses {
    private static final Comparator<DiskAccess> PLACE = FileAccesses::comparePlaces;

    private final TreeSet<DiskAccess> byOffset = new TreeSet<>(PLACE);
    /** Which {@link #byOffset} is asked for. */
    private final DiskAccess place = new DiskAccess();

    private final long limit;
    private final long maxHole;
    private final Set<DiskAccess> byAge;

    /**
     * No accesses.
     *
     * @param limit largest size in bytes of what is joined
     * @param maxHole bytes that may lie between reads that are joined
     * @param byAge has them, too, beside those to other files
     */
    FileAccesses(long limit, long maxHole, Set<DiskAccess> byAge) {
        this.limit = limit;
        this.maxHole = maxHole;
        this.byAge = byAge;
    }

    private static int comparePlaces(DiskAccess one, DiskAccess other) {
        return one.offset() != other.offset()
                ? Long.compare(one.offset(), other.offset())
                : Long.compare(one.serial(), other.serial());
    }

    boolean isEmpty() {
        return byOffset.isEmpty();
    }

    DiskAccess lowest() {
        return byOffset.first();
    }

    /** The last one that begins at or before an offset, or null. */
    DiskAccess atOrBelow(long offset) {
        return byOffset.floor(place.at(offset));
    }

    /** The first one that begins behind an offset, or null. */
    DiskAccess above(long offset) {
        return byOffset.higher(place.at(offset));
    }

    void remove(DiskAccess access) {
        byOffset.remove(access);
        byAge.remove(access);
    }

    /** See {@link JobQueue#cut}, of writes, of which none overlaps another. */
    long cut(long end, Consumer<DiskJob> without) {
        long bytes = 0;
        while (!byOffset.isEmpty() && byOffset.last().end() > end) {
            DiskAccess last = byOffset.last();
            if (last.offset() >= end) {
                remove(last);
            }
            bytes += last.cut(end, without);
        }
        return bytes;
    }

    void addRead(DiskJob job) {
        DiskAccess below = atOrBelow(job.offset);
        DiskAccess above = above(job.offset);
        DiskAccess joined = new DiskAccess(job);
        if (below != null && canJoin(below, joined)) {
            remove(below);
            joined.join(below);
        }
        if (above != null && canJoin(joined, above)) {
            remove(above);
            joined.join(above);
        }
        insert(joined);
    }

    private boolean canJoin(DiskAccess below, DiskAccess above) {
        long hole = Math.max(0, above.offset() - below.end());
        return hole <= maxHole
                && Math.max(below.end(), above.end()) - below.offset() <= limit
                && below.need() + above.need() + hole <= limit;
    }

    /** The result is the number of bytes that replace waiting ones. */
    long addWrite(DiskJob job) {
        long replaced = 0;
        for (long from = job.offset; from < job.end(); ) {
            DiskAccess below = atOrBelow(from);
            long to;
            if (below != null && from < below.end()) {
                to = Math.min(below.end(), job.end());
                below.share(job, to - from);
                replaced += to - from;
            } else {
                DiskAccess above = above(from);
                to = above == null ? job.end() : Math.min(job.end(), above.offset());
                addWrite(job, from, to - from, below, above);
            }
            from = to;
        }
        return replaced;
    }

    /** Add a part of a job into a gap. Where it joins a neighbour that one grows in its place, as nothing lies between. */
    private void addWrite(DiskJob job, long from, long size, DiskAccess below, DiskAccess above) {
        boolean continues = below != null && below.end() == from && below.size() + size <= limit;
        if (continues) {
            // What comes now is younger, so its place by age stays, too.
            below.extend(job, size);
        }
        long start = continues ? below.offset() : from;
        boolean continued =
                above != null && above.offset() == from + size && from + size - start + above.size() <= limit;
        if (continued && continues) {
            remove(above);
            byAge.remove(below);
            below.join(above);
            byAge.add(below);
        } else if (continued) {
            above.joinInFront(new DiskAccess(job, from, size));
        } else if (!continues) {
            insert(new DiskAccess(job, from, size));
        }
    }

    private void insert(DiskAccess access) {
        byOffset.add(access);
        byAge.add(access);
    }
}
