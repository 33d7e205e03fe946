// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * An index that fits its trace. Opening reads and checks all of it, see {@link RecordRules}; of one that was finished and is
 * longer than 256 KiB, which stands for some 50 MB of text, what its sums say: the last record of sums against the one before it
 * and the blocks between them, and the blocks behind. {@link #blocks} checks the rest when it is asked for.
 *
 * <p>Errors: {@link IOException} for an index that can't be read or makes no sense; the trace itself is still good then.
 * Thread: one thread at a time; many may have the same file open, also while it is replaced. Source: FORMATS A5.
 */
public final class TraceIndex implements AutoCloseable {
    /** Of a longer one only what is used is checked: an answer from sums must not take longer for a longer trace. */
    private static final long CHECKED_BYTES = 256 << 10;

    private final FileChannel channel;
    private final EndRecord end;
    private final boolean checked;
    private List<String> names = List.of();
    private SumRows totals = new SumRows();
    private BlockTable blocks;
    /** Behind the last whole record that counts. */
    private long recordsEnd;

    private TraceIndex(FileChannel channel, EndRecord end, boolean checked) {
        this.channel = channel;
        this.end = end;
        this.checked = checked;
    }

    /**
     * Open an index file without comparing it with its trace.
     *
     * @throws IOException when it is no index of version 2, or damaged
     */
    static TraceIndex read(Path file) throws IOException {
        return read(file, true);
    }

    /** As {@link #read}, for somebody who compares each record with the trace; what it tells may be wrong. */
    static TraceIndex readUnchecked(Path file) throws IOException {
        return read(file, false);
    }

    private static TraceIndex read(Path file, boolean checked) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            TraceIndex index = new TraceIndex(channel, EndRecord.read(channel), checked);
            index.readSummary();
            if (checked && channel.size() <= CHECKED_BYTES) {
                index.blocks();
            }
            return index;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Whether it was finished: it covers the whole trace. */
    public boolean isWhole() {
        return end != null;
    }

    /** Length of the uncompressed text that it covers. */
    public long coveredBytes() {
        return end != null ? end.length() : (long) blocks.size() * IndexFormat.BLOCK_BYTES;
    }

    /** Sums over all states that it covers, in the order in which their names came first. */
    public List<StateSums> sums() {
        return totals.of(names);
    }

    /** The blocks of the trace; read when they are asked for first. */
    public BlockTable blocks() throws IOException {
        if (blocks == null) {
            BlockTable read = readRecords();
            if (end != null && read.size() != IndexFormat.blockOf(end.length() + IndexFormat.BLOCK_BYTES - 1)) {
                throw new IOException("the index lacks blocks");
            }
            blocks = read;
        }
        return blocks;
    }

    private BlockTable readRecords() throws IOException {
        RecordWalk walk = new RecordWalk(channel, recordsEnd);
        BlockTable read = checked ? walk.readChecked(end) : walk.readBlocks();
        if (checked && end != null && (walk.end() != recordsEnd || !walk.names().equals(names))) {
            throw new IOException("the index holds something else than records");
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Null when it was not finished. */
    EndRecord end() {
        return end;
    }

    List<String> names() {
        return names;
    }

    SumRows totals() {
        return totals;
    }

    /** Add the sums of the blocks [from, to), by differences where they are many. */
    void addSums(int from, int to, SumRows target) throws IOException {
        int every = IndexFormat.SUMS_EVERY;
        int first = (from + every - 1) / every * every;
        int last = to / every * every;
        if (last <= first) {
            addRows(from, to, target);
            return;
        }
        addRows(from, first, target);
        addRow(last, 1, target);
        addRow(first, -1, target);
        addRows(last, to, target);
    }

    private void readSummary() throws IOException {
        long size = channel.size();
        if (end == null) {
            RecordWalk walk = new RecordWalk(channel, size);
            blocks = checked ? walk.readChecked(null) : walk.readBlocks();
            recordsEnd = walk.end();
            names = walk.names();
            addSums(0, blocks.size(), totals);
            return;
        }
        recordsEnd = size - IndexFormat.END_RECORD;
        names = new NameSearch(channel, recordsEnd).find(end.lastSums());
        long behind = IndexFormat.HEADER_BYTES;
        if (end.lastSums() >= 0) {
            behind = addSumsAt(end.lastSums(), 1, totals);
            if (checked && size > CHECKED_BYTES) {
                checkLastSums();
            }
        }
        addBlocks(new RecordReader(channel, behind, recordsEnd), Integer.MAX_VALUE, totals);
    }

    /** Whether the totals, which are still the last sums, follow from those before. */
    private void checkLastSums() throws IOException {
        SumRows before = new SumRows();
        RecordReader last = new RecordReader(channel, end.lastSums(), recordsEnd);
        last.next();
        long previous = last.body().getLong(0);
        long behind = previous >= 0 ? addSumsAt(previous, 1, before) : IndexFormat.HEADER_BYTES;
        addBlocks(new RecordReader(channel, behind, end.lastSums()), Integer.MAX_VALUE, before);
        RecordRules.follow(totals, before, names.size());
    }

    private void addRows(int from, int to, SumRows target) throws IOException {
        if (from < to) {
            addBlocks(new RecordReader(channel, blocks().place(from), recordsEnd), to - from, target);
        }
    }

    private void addRow(int blockCount, int sign, SumRows target) throws IOException {
        if (blockCount > 0) {
            addSumsAt(blocks().sumsPlace(blockCount), sign, target);
        }
    }

    /** Add the rows of a record of sums; where the record behind it is. */
    private long addSumsAt(long place, int sign, SumRows target) throws IOException {
        RecordReader records = new RecordReader(channel, place, recordsEnd);
        if (place < IndexFormat.HEADER_BYTES || !records.next() || records.type() != IndexFormat.SUMS) {
            throw new IOException("no sums at byte " + place + " of the index");
        }
        ByteBuffer body = records.body();
        int count = RecordWalk.rows(body, IndexFormat.SUMS_BODY);
        if (count > names.size()) {
            throw new IOException("sums without names at byte " + place + " of the index");
        }
        for (int i = 0; i < count; i++) {
            int row = IndexFormat.SUMS_BODY + i * IndexFormat.ROW_BYTES;
            requireCounts(body, row, body.getLong(row));
            target.add(
                    i,
                    sign * body.getLong(row),
                    sign * body.getLong(row + 8),
                    sign * body.getLong(row + 16),
                    sign * body.getLong(row + 24));
        }
        return records.nextPlace();
    }

    private void addBlocks(RecordReader records, int most, SumRows target) throws IOException {
        int left = most;
        while (left > 0 && records.next()) {
            if (records.type() == IndexFormat.BLOCK) {
                addBlock(records, target);
                left--;
            }
        }
    }

    private void addBlock(RecordReader records, SumRows target) throws IOException {
        ByteBuffer body = records.body();
        if (checked) {
            RecordRules.blockAlone(body, names.size());
        }
        int count = RecordWalk.rows(body, IndexFormat.BLOCK_BODY);
        for (int i = 0; i < count; i++) {
            int row = IndexFormat.BLOCK_BODY + i * IndexFormat.ROW_BYTES;
            int name = body.getInt(row);
            if (name < 0 || name >= names.size()) {
                throw new IOException("block without names at byte " + records.place() + " of the index");
            }
            target.addBlockRow(body, row);
        }
    }

    /** Nothing that is counted or measured is negative. */
    private void requireCounts(ByteBuffer body, int row, long count) throws IOException {
        if (checked && (count | body.getLong(row + 8) | body.getLong(row + 16) | body.getLong(row + 24)) < 0) {
            throw new IOException("the index holds negative sums");
        }
    }
}
