// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;

/**
 * List I/O: requests of several ranges each, of which PVFS takes 64; with one range each what a library does that knows no
 * better. Source: HDTrace paper, section 6.
 */
final class ListRequests implements Operations {
    private final boolean read;
    private final BlockIterator ranges;
    private final long most;
    private List<Piece> pieces = List.of();

    ListRequests(boolean read, FileRanges ranges, long most) {
        this.read = read;
        this.ranges = ranges.iterator();
        this.most = Math.max(1, most);
    }

    @Override
    public boolean next() {
        List<Piece> request = new ArrayList<>((int) Math.min(most, 8));
        while (request.size() < most && ranges.next()) {
            request.add(new Piece(ranges.offset(), ranges.length()));
        }
        pieces = request;
        return !request.isEmpty();
    }

    @Override
    public boolean isRead() {
        return read;
    }

    @Override
    public List<Piece> pieces() {
        return pieces;
    }
}
