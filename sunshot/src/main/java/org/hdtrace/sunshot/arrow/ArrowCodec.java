// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table of arrows with all its levels as bytes. Big endian: int32 number of rows, each an int32 length and its path in UTF-8; int32
 * number of levels, each an int32 number of bundles, a byte that tells whether they are counted, and its columns one after the other.
 */
final class ArrowCodec {
    private ArrowCodec() {}

    /** Some pieces, to be written one behind the other. */
    static List<ByteBuffer> encode(ArrowTable table) {
        List<ByteBuffer> pieces = new ArrayList<>();
        pieces.add(number(table.ends().size()));
        for (String end : table.ends()) {
            byte[] path = end.getBytes(UTF_8);
            pieces.add(number(path.length));
            pieces.add(ByteBuffer.wrap(path));
        }
        pieces.add(number(table.levels().size()));
        table.levels().forEach(level -> level.encode(pieces));
        return pieces;
    }

    private static ByteBuffer number(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
    }

    /** Empty when the bytes make no sense. */
    static Optional<ArrowTable> decode(ByteBuffer bytes) {
        try {
            List<String> ends = new ArrayList<>();
            for (int i = bytes.getInt(); i > 0; i--) {
                byte[] path = new byte[bytes.getInt()];
                bytes.get(path);
                ends.add(new String(path, UTF_8));
            }
            List<ArrowLevel> levels = new ArrayList<>();
            for (int i = bytes.getInt(); i > 0; i--) {
                levels.add(ArrowLevel.decode(bytes));
            }
            return levels.isEmpty() ? Optional.empty() : Optional.of(new ArrowTable(ends, levels));
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            return Optional.empty();
        }
    }
}
