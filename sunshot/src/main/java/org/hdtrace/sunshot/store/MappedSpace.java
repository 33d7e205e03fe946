// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A finished store file, mapped. Such files are never changed, only replaced by others of the same name, so they cannot
 * become shorter below a map; the map stays valid when the file is removed.
 */
final class MappedSpace extends Space {
    /** Files of up to so many chunks are checked whole when they are opened, of larger ones that many; the rest when it is read. */
    private static final int CHECKED_CHUNKS = 32;

    private final Path file;
    private final Object key;
    private final long length;
    private final BitSet right = new BitSet();
    private int[] checksums = {};
    private long checkedBytes;
    private Consumer<DamagedStore> onDamage = damage -> {};

    /**
     * Maps a file.
     *
     * @param file as it is called when damage is found
     * @param key of the file, see {@link DamagedStore#keyOf}
     */
    MappedSpace(Path file, Object key, FileChannel channel, long length) throws IOException {
        this.file = file;
        this.key = key;
        this.length = length;
        for (long at = 0; at < length; at += 1L << SEGMENT_SHIFT) {
            long bytes = Math.min(1L << SEGMENT_SHIFT, length - at);
            setSegment((int) (at >>> SEGMENT_SHIFT), channel.map(FileChannel.MapMode.READ_ONLY, at, bytes));
        }
    }

    /** Who is told once when damage is found, by the thread that found it. */
    synchronized void onDamage(Consumer<DamagedStore> listener) {
        onDamage = listener;
    }

    /** Takes the checksums of the chunks up to a place, and compares some or all of them. */
    void setChecksums(int[] sums, long end) throws IOException {
        checksums = sums;
        checkedBytes = end;
        compareAll(sums.length);
        int step = Math.max(1, sums.length / CHECKED_CHUNKS);
        for (int chunk = 0; chunk < sums.length; chunk += step) {
            checkChunk(chunk);
        }
    }

    /** Of each chunk up to a place. */
    static int[] checksums(Space space, long end) {
        int[] sums = new int[(int) ((end + (1 << CHUNK_SHIFT) - 1) >>> CHUNK_SHIFT)];
        for (int chunk = 0; chunk < sums.length; chunk++) {
            sums[chunk] = checksum(space, chunk, end);
        }
        return sums;
    }

    private static int checksum(Space space, int chunk, long end) {
        // The head is written last, so it is not in the sum.
        long from = Math.max(StoreFile.HEAD_BYTES, (long) chunk << CHUNK_SHIFT);
        int bytes = (int) (Math.min((chunk + 1L) << CHUNK_SHIFT, end) - from);
        CRC32C sum = new CRC32C();
        sum.update(space.bytes(from).slice(offset(from), bytes));
        return (int) sum.getValue();
    }

    @Override
    void check(long place, int bytes) throws IOException {
        if (place < 0 || place + bytes > checkedBytes) {
            throw damaged(place);
        }
        for (long chunk = place >>> CHUNK_SHIFT; chunk <= (place + bytes - 1) >>> CHUNK_SHIFT; chunk++) {
            checkChunk((int) chunk);
        }
    }

    private synchronized void checkChunk(int chunk) throws IOException {
        if (!right.get(chunk)) {
            if (checksum(this, chunk, checkedBytes) != checksums[chunk]) {
                throw damaged((long) chunk << CHUNK_SHIFT);
            }
            right.set(chunk);
        }
    }

    private synchronized DamagedStore damaged(long place) {
        DamagedStore damage = new DamagedStore(file, key, place);
        onDamage.accept(damage);
        onDamage = again -> {};
        return damage;
    }

    @Override
    void compare(int chunk) {
        try {
            checkChunk(chunk);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    long allocate(int bytes) {
        throw new UnsupportedOperationException("a finished file");
    }

    @Override
    void write(long place, ByteBuffer bytes) {
        throw new UnsupportedOperationException("a finished file");
    }

    @Override
    ByteBuffer absent(int number) {
        throw new IllegalArgumentException("segment=" + number);
    }

    @Override
    public long usedBytes() {
        return length;
    }
}
