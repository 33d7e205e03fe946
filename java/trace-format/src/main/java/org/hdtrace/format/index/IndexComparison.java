// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;

/**
 * Compares the index beside a trace with what the trace itself says: checksum, times, counts and sums of each block, sums so
 * far, names, the end. One that doesn't fit the ends of its trace is only noted, because readers ignore it; what is wrong in one
 * that they use is an error. A trace that grows meanwhile is compared as far as its index went at the beginning.
 *
 * <p>Where names stand has no meaning as long as they are told before they are used: C tells one when its state is begun, Java when
 * it is counted.
 *
 * <p>Memory: a record and the names. Thread: one thread at a time. Source: FORMATS A5.
 */
public final class IndexComparison {
    private static final String NOT_MET = "0 states, 0 ns, 0 ns exclusive, 0 bytes";

    private final Path index;
    private final Consumer<Finding> sink;
    private final RecordReader records;
    private final boolean whole;
    private final List<String> names = new ArrayList<>();
    private final List<String> rightNames = new ArrayList<>();
    private int comparedNames;
    private long blocks;
    private long lastSums = -1;
    /** Nothing more is compared: the file's records are at their end or of another kind. */
    private boolean stopped;

    private IndexComparison(Path index, RecordReader records, boolean whole, Consumer<Finding> sink) {
        this.index = index;
        this.records = records;
        this.whole = whole;
        this.sink = sink;
    }

    /** The index that stands beside a trace; the file need not exist. */
    public static Path beside(Path trace) {
        return trace.resolveSibling(IndexPlace.nameBeside(trace));
    }

    /**
     * Compare; nothing is found where there is no index. The trace is read once.
     *
     * @param sink takes what is found; files and positions are those of the index
     * @throws TraceFormatException when the trace can't be read to its end; what was compared before was told
     */
    public static void compare(Path trace, Consumer<Finding> sink) throws TraceFormatException {
        Path index = beside(trace);
        if (!Files.exists(index)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(index, StandardOpenOption.READ)) {
            long size = channel.size();
            if (!fits(index, trace)) {
                note(index, sink, "does not fit its trace and is ignored");
                return;
            }
            boolean whole = EndRecord.read(channel) != null;
            RecordReader records = new RecordReader(channel, IndexFormat.HEADER_BYTES, size);
            new IndexComparison(index, records, whole, sink).run(trace);
        } catch (IOException e) {
            note(index, sink, "can't be used and is ignored: " + e.getMessage());
        }
    }

    private static boolean fits(Path index, Path trace) throws IOException {
        try (TraceIndex read = TraceIndex.readUnchecked(index)) {
            return IndexCheck.fits(read, trace);
        }
    }

    private static void note(Path index, Consumer<Finding> sink, String text) {
        sink.accept(new Finding(index, "whole file", Severity.NOTE, text));
    }

    private void run(Path trace) throws TraceFormatException, IOException {
        try (RecordSplitter splitter = new RecordSplitter(this::compare)) {
            IndexBuilder.write(trace, splitter, Thread.currentThread()::isInterrupted);
        }
        if (!stopped && nextCounted()) {
            error("tells of more than the trace holds");
        }
        if (!stopped && comparedNames < rightNames.size()) {
            error("lacks the name '" + rightNames.get(comparedNames) + "'");
        }
    }

    private void compare(char type, ByteBuffer right) throws IOException {
        if (stopped) {
            return;
        }
        if (type == IndexFormat.NAME) {
            rightNames.add(RecordWalk.name(right));
            compareNames();
            return;
        }
        if (!nextCounted()) {
            stopped = true;
            if (whole) {
                error("ends after " + blocks + " blocks, before its trace does");
            }
            return;
        }
        if (records.type() != type) {
            stopped = true;
            error("has a record of type " + records.type() + " instead of " + type + " behind " + blocks + " blocks");
            return;
        }
        ByteBuffer found = records.body();
        switch (type) {
            case IndexFormat.BLOCK -> compareBlock(found, right);
            case IndexFormat.SUMS -> compareSums(found, right);
            default -> {
                if (found.limit() == right.limit()) {
                    compareEnd(found, right);
                } else {
                    error("its end has the wrong length");
                }
            }
        }
    }

    /** Go to the next block, sums or end; names on the way are noted, records of later versions are stepped over. */
    private boolean nextCounted() throws IOException {
        while (records.next()) {
            char type = records.type();
            if (type == IndexFormat.NAME) {
                names.add(RecordWalk.name(records.body()));
                compareNames();
            } else if (type == IndexFormat.BLOCK || type == IndexFormat.SUMS || type == IndexFormat.END) {
                return true;
            }
        }
        return false;
    }

    private void compareNames() {
        for (; comparedNames < Math.min(names.size(), rightNames.size()); comparedNames++) {
            String name = names.get(comparedNames);
            String right = rightNames.get(comparedNames);
            if (!name.equals(right)) {
                error("has name " + comparedNames + " '" + name + "' instead of '" + right + "'");
            }
        }
    }

    private void compareBlock(ByteBuffer found, ByteBuffer right) {
        String block = "block " + blocks++ + ": ";
        if (found.equals(right)) {
            requireNames(block, found);
            return;
        }
        if (!hasRows(found, IndexFormat.BLOCK_BODY)) {
            return;
        }
        compareLong(block + "first top-level place", found, right, 0);
        compareLong(block + "earliest start", found, right, 8);
        compareLong(block + "latest end", found, right, 16);
        compareInt(block + "nesting depth", found, right, 24);
        compareInt(block + "number of states", found, right, 28);
        if (found.getInt(32) != right.getInt(32)) {
            error(block + "checksum is not that of the text");
        }
        compareRows(block, rows(found, IndexFormat.BLOCK_BODY, true), rows(right, IndexFormat.BLOCK_BODY, true));
    }

    /** Of rows that are right. */
    private void requireNames(String where, ByteBuffer found) {
        for (int at = IndexFormat.BLOCK_BODY; at < found.limit(); at += IndexFormat.ROW_BYTES) {
            if (found.getInt(at) >= names.size()) {
                error(where + "name " + found.getInt(at) + " is told only later");
            }
        }
    }

    private void compareSums(ByteBuffer found, ByteBuffer right) {
        if (!hasRows(found, IndexFormat.SUMS_BODY)) {
            return;
        }
        if (found.getLong(0) != lastSums) {
            error("place of the sums before is " + found.getLong(0) + " instead of " + lastSums);
        }
        String sums = "sums over " + blocks + " blocks: ";
        compareRows(sums, rows(found, IndexFormat.SUMS_BODY, false), rows(right, IndexFormat.SUMS_BODY, false));
        lastSums = records.place();
    }

    private void compareEnd(ByteBuffer found, ByteBuffer right) {
        compareLong("length of the trace", found, right, 0);
        if (found.getLong(8) != right.getLong(8)) {
            error("checksums of the trace's ends are wrong");
        }
        if (found.getLong(16) != lastSums) {
            error("place of the last sums is " + found.getLong(16) + " instead of " + lastSums);
        }
    }

    private void compareLong(String what, ByteBuffer found, ByteBuffer right, int at) {
        if (found.getLong(at) != right.getLong(at)) {
            error(what + " is " + found.getLong(at) + " instead of " + right.getLong(at));
        }
    }

    private void compareInt(String what, ByteBuffer found, ByteBuffer right, int at) {
        if (found.getInt(at) != right.getInt(at)) {
            error(what + " is " + found.getInt(at) + " instead of " + right.getInt(at));
        }
    }

    private boolean hasRows(ByteBuffer found, int before) {
        try {
            RecordWalk.rows(found, before);
            return true;
        } catch (IOException e) {
            error(e.getMessage());
            stopped = true;
            return false;
        }
    }

    /** What is said of each name, by its number; the order has no meaning, nor has a name that was not met yet. */
    private static Map<Integer, String> rows(ByteBuffer body, int from, boolean numbered) {
        Map<Integer, String> rows = new HashMap<>();
        for (int at = from; at < body.limit(); at += IndexFormat.ROW_BYTES) {
            int number = numbered ? body.getInt(at) : (at - from) / IndexFormat.ROW_BYTES;
            long count = numbered ? body.getInt(at + 4) : body.getLong(at);
            String row = count + " states, " + body.getLong(at + 8) + " ns, " + body.getLong(at + 16)
                    + " ns exclusive, " + body.getLong(at + 24) + " bytes";
            if (numbered || !row.equals(NOT_MET)) {
                rows.merge(number, row, (one, other) -> one + " and " + other);
            }
        }
        return rows;
    }

    private void compareRows(String where, Map<Integer, String> found, Map<Integer, String> right) {
        right.forEach((name, row) -> {
            String other = found.getOrDefault(name, "nothing");
            if (!other.equals(row)) {
                error(where + "name " + name + " has " + other + " instead of " + row);
            }
        });
        for (int name : found.keySet()) {
            if (!right.containsKey(name)) {
                error(where + "name " + name + " does not occur there");
            }
        }
    }

    private void error(String text) {
        sink.accept(new Finding(index, "byte " + records.place(), Severity.ERROR, text));
    }
}
