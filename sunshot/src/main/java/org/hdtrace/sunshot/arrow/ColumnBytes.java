// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.hdtrace.sunshot.store.ScratchBytes;

/**
 * What columns of numbers of any width have in common, where numbers are no matter of one by one; how one is read and written stays with
 * {@link IntColumn} and {@link LongColumn}, so that nothing is boxed or looked up there. Pure functions; any thread.
 */
final class ColumnBytes {
    private ColumnBytes() {}

    /**
     * Room for numbers that are 0.
     *
     * @param shift logarithm of the bytes of one number
     */
    static ByteBuffer zeros(int size, int shift) {
        return ScratchBytes.of((long) size << shift);
    }

    /**
     * The next bytes of a source, which is behind them then.
     *
     * @throws BufferUnderflowException if there are too few
     */
    static ByteBuffer taken(ByteBuffer source, int size, int shift) {
        if (source.remaining() >>> shift < size) {
            throw new BufferUnderflowException();
        }
        ByteBuffer own = source.slice(source.position(), size << shift);
        source.position(source.position() + own.remaining());
        return own;
    }

    /** A larger copy. */
    static ByteBuffer grown(ByteBuffer bytes, int size, int shift) {
        ByteBuffer other = zeros(size, shift);
        other.put(0, bytes, 0, bytes.limit());
        return other;
    }
}
