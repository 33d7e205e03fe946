// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * A pattern of ranges that one chooses, repeated to the end of the file. Each server keeps its bytes in the order of the file
 * and without gaps, so a contiguous request is contiguous on each server, too.
 *
 * <p>Thread: immutable, any.
 */
public final class Extents implements Distribution {
    /**
     * A range of the pattern.
     *
     * @param server number of the server that keeps it, from 0
     * @param offset first byte in the pattern: where the range before ends
     * @param width number of bytes, at least 1
     */
    public record Extent(int server, long offset, long width) {}

    /** Bytes of one server in a pattern, and the numbers of the ranges that hold them. */
    private record Share(long bytes, List<Integer> extents) {}

    private final List<Extent> pattern;
    /** For each range the bytes of its server that are before it in the pattern. */
    private final long[] before;

    private final Map<Integer, Share> shares = new HashMap<>();
    private final long period;
    private final int leastServers;

    /**
     * A distribution.
     *
     * @throws IllegalArgumentException unless the ranges follow each other from 0 on
     */
    public Extents(List<Extent> pattern) {
        this.pattern = List.copyOf(pattern);
        this.before = new long[pattern.size()];
        long end = 0;
        int highest = -1;
        for (int i = 0; i < before.length; i++) {
            Extent extent = pattern.get(i);
            requireNext(extent, end);
            Share share = shares.getOrDefault(extent.server, new Share(0, new ArrayList<>()));
            before[i] = share.bytes;
            share.extents.add(i);
            shares.put(extent.server, new Share(share.bytes + extent.width, share.extents));
            end += extent.width;
            highest = Math.max(highest, extent.server);
        }
        if (end == 0) {
            throw new IllegalArgumentException("there is no Extent");
        }
        this.period = end;
        this.leastServers = highest + 1;
    }

    private static void requireNext(Extent extent, long end) {
        if (extent.server < 0 || extent.server == Integer.MAX_VALUE) {
            throw new IllegalArgumentException("Extent server=" + extent.server + ": is no number of a server");
        }
        if (extent.width <= 0 || extent.width > Long.MAX_VALUE - end) {
            throw new IllegalArgumentException("Extent width=" + extent.width + ": must be > 0 and add up");
        }
        if (extent.offset != end) {
            throw new IllegalArgumentException(
                    "Extent offset=" + extent.offset + ": must be " + end + ", where the one before ends");
        }
    }

    @Override
    public List<ServerPiece> split(long offset, long size, int servers) {
        if (offset < 0 || size < 0 || servers < leastServers) {
            throw new IllegalArgumentException("offset=" + offset + " size=" + size + " servers=" + servers);
        }
        long patterns = size / period;
        long rest = offset + size % period;
        // One pattern has all servers that take part; whole patterns add the same to each.
        long end = offset + Math.min(size, period);
        Map<Integer, ServerPiece> pieces = new LinkedHashMap<>();
        long round = offset / period;
        int number = numberOf(offset % period);
        for (long from = offset; from < end; ) {
            Extent extent = pattern.get(number);
            long within = from - round * period - extent.offset;
            long to = Math.min(end, from + extent.width - within);
            long share = shares.get(extent.server).bytes;
            ServerPiece piece = pieces.get(extent.server);
            if (piece == null) {
                piece = new ServerPiece(extent.server, round * share + before[number] + within, patterns * share);
            }
            long more = Math.max(0, Math.min(to, rest) - from);
            pieces.put(extent.server, new ServerPiece(extent.server, piece.offset(), piece.size() + more));
            from = to;
            number++;
            if (number == before.length) {
                number = 0;
                round++;
            }
        }
        return List.copyOf(pieces.values());
    }

    @Override
    public long offsetInFile(int server, long offset, int servers) {
        Share share = shares.get(server);
        if (share == null || offset < 0) {
            throw new IllegalArgumentException("server=" + server + " offset=" + offset + ": keeps no such byte");
        }
        long within = offset % share.bytes;
        int last = 0;
        for (int number : share.extents) {
            if (before[number] <= within) {
                last = number;
            }
        }
        return Math.addExact(
                Math.multiplyExact(offset / share.bytes, period), pattern.get(last).offset + within - before[last]);
    }

    @Override
    public boolean uses(int server, int servers) {
        return shares.containsKey(server);
    }

    @Override
    public int leastServers() {
        return leastServers;
    }

    @Override
    public String implementation() {
        return Extents.class.getName();
    }

    @Override
    public List<DataElement> details() {
        return pattern.stream()
                .map(extent -> new DataElement(
                        "Extent",
                        Attributes.of(
                                "server",
                                Integer.toString(extent.server),
                                "offset",
                                Long.toString(extent.offset),
                                "width",
                                Long.toString(extent.width))))
                .toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Extents extents && pattern.equals(extents.pattern);
    }

    @Override
    public int hashCode() {
        return pattern.hashCode();
    }

    @Override
    public String toString() {
        return "Extents" + pattern;
    }

    /** The range that a byte of the pattern is in. */
    private int numberOf(long offset) {
        int low = 0;
        int high = before.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (pattern.get(middle).offset <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
