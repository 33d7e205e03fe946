// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.List;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;

/**
 * Datatype I/O: PVFS is told the datatypes of file and memory in place of lists, so one request has all ranges. Source: Ching, Choudhary,
 * Liao, Ross, Gropp: Efficient Structured Data Access in Parallel File Systems (Cluster 2003); ROMIO's {@code ad_pvfs2_io_dtype.c}.
 * Deviation: a request of more than {@value #MOST} ranges is cut there, and ROMIO lists ranges of types that it can't translate.
 */
final class DatatypeRequests implements Operations {
    /** So many are in the simulator's memory at once. */
    private static final long MOST = 1L << 20;

    private final ListRequests requests;

    DatatypeRequests(boolean read, FileRanges ranges) {
        requests = new ListRequests(read, ranges, MOST);
    }

    @Override
    public boolean next() {
        return requests.next();
    }

    @Override
    public boolean isRead() {
        return requests.isRead();
    }

    @Override
    public List<Piece> pieces() {
        return requests.pieces();
    }

    @Override
    public boolean isDatatype() {
        return true;
    }
}
