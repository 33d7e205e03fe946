// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads all records of an index once. */
final class RecordWalk {
    private final RecordReader records;
    private final List<String> names = new ArrayList<>();
    private long end = IndexFormat.HEADER_BYTES;

    RecordWalk(FileChannel channel, long end) {
        this.records = new RecordReader(channel, IndexFormat.HEADER_BYTES, end);
    }

    /** Read them as far as they can be read. */
    BlockTable readBlocks() throws IOException {
        return readBlocks((body, names) -> rows(body, IndexFormat.BLOCK_BODY), (place, body, names) -> {});
    }

    /** Read them and see to it that they make sense; {@code last}: the end of the index, null when it has none. */
    BlockTable readChecked(EndRecord last) throws IOException {
        RecordRules rules = new RecordRules();
        BlockTable table = readBlocks(rules::block, rules::sums);
        rules.end(last);
        return table;
    }

    /** Takes a block; throws when it makes no sense. */
    @FunctionalInterface
    private interface BlockRule {
        void block(ByteBuffer body, int names) throws IOException;
    }

    /** Takes sums; throws when they make no sense. */
    @FunctionalInterface
    private interface SumsRule {
        void sums(long place, ByteBuffer body, int names) throws IOException;
    }

    private BlockTable readBlocks(BlockRule blocks, SumsRule sums) throws IOException {
        BlockTable table = new BlockTable();
        while (records.next()) {
            switch (records.type()) {
                case IndexFormat.NAME -> names.add(name(records.body()));
                case IndexFormat.BLOCK -> {
                    blocks.block(records.body(), names.size());
                    table.addBlock(records.place(), records.body());
                }
                case IndexFormat.SUMS -> {
                    sums.sums(records.place(), records.body(), names.size());
                    table.addSums(records.place());
                }
                case IndexFormat.END -> throw new IOException("the index was finished and is damaged");
                default -> {
                    // Of a later version, and no concern of ours.
                }
            }
            end = records.nextPlace();
        }
        table.complete();
        return table;
    }

    /** Known once the blocks are read, as is the end. */
    List<String> names() {
        return names;
    }

    /** Behind the last whole record. */
    long end() {
        return end;
    }

    static String name(ByteBuffer body) {
        return StandardCharsets.UTF_8.decode(body.duplicate()).toString();
    }

    /** Number of rows in a block or in sums, where it fits the record's length. */
    static int rows(ByteBuffer body, int before) throws IOException {
        int count = body.limit() < before ? -1 : body.getInt(before - 4);
        if (count < 0 || body.limit() != before + (long) count * IndexFormat.ROW_BYTES) {
            throw new IOException("a record of the index has the wrong length");
        }
        return count;
    }
}
