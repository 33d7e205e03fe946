// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.hdtrace.format.project.Composition;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.MemoryLayout;
import org.hdtrace.piosim.model.file.Piece;

/**
 * Datatype I/O: PVFS is told the datatype of the file in place of lists, so one request has all ranges; that of the memory stays with
 * the client. A constructor, a block of a list, a member of a structure, and twice each predefined type make a node of
 * {@value ListRequests#NODE_BYTES} bytes; one more is for the displacement. Types with other combiners than ROMIO translates can't be told, nor
 * those with more nodes than PVFS encodes.
 *
 * <p>Source: Ching, Choudhary, Liao, Ross, Gropp: Efficient Structured Data Access in Parallel File Systems (Cluster 2003); which combiners
 * ROMIO translates in {@code ad_pvfs2_io_dtype.c}, and what it does with others in {@code ad_pvfs2_write.c}; fields and limit of nodes in
 * OrangeFS's {@code pint-request.h} and {@code pint-request-encode.h}. Deviation: a request of more than {@value #MOST} ranges is cut
 * there.
 */
final class DatatypeRequests implements Operations {
    /** So many are in the simulator's memory at once. */
    private static final long MOST = 1L << 20;
    /** Of nodes below the first one. */
    private static final long MOST_NODES = 100;

    private static final int NODES_OF_BASIC = 2;
    private static final Set<String> TRANSLATED =
            Set.of("NAMED", "CONTIGUOUS", "VECTOR", "HVECTOR", "INDEXED", "HINDEXED", "STRUCT", "DUP");

    private final ListRequests requests;
    private final int typeBytes;

    /** @param typeBytes see {@link #typeBytes(FileRanges, MemoryLayout)} */
    DatatypeRequests(boolean read, FileRanges ranges, int typeBytes) {
        requests = new ListRequests(read, ranges, MOST);
        this.typeBytes = typeBytes;
    }

    /** Size of the datatype in a request; empty where a type can't be told. Ranges that no view has made are a list of bytes. */
    static OptionalInt typeBytes(FileRanges ranges, MemoryLayout memory) {
        if (!memory.isContiguous() && !isTranslated(memory.layout())) {
            return OptionalInt.empty();
        }
        long below = NODES_OF_BASIC;
        DatatypeLayout type = ranges.type();
        if (type != null) {
            below = isTranslated(type) ? nodes(type) : Long.MAX_VALUE;
        } else if (!ranges.isContiguous()) {
            below += ranges.list().size();
        }
        return below > MOST_NODES ? OptionalInt.empty() : OptionalInt.of((int) (1 + below) * ListRequests.NODE_BYTES);
    }

    /** A layout that no description has made is of bytes. */
    private static boolean isTranslated(DatatypeLayout type) {
        return type.composition()
                .map(made -> TRANSLATED.containsAll(made.combiners()))
                .orElse(true);
    }

    private static long nodes(DatatypeLayout type) {
        Composition made = type.composition().orElse(null);
        if (made == null) {
            return NODES_OF_BASIC;
        }
        return made.constructors() > MOST_NODES || made.basics() > MOST_NODES
                ? Long.MAX_VALUE
                : made.constructors() + NODES_OF_BASIC * made.basics();
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
    public int typeBytes() {
        return typeBytes;
    }
}
