// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

/**
 * A contiguous range of a file.
 *
 * @param offset first byte
 * @param size number of bytes, at least 1
 */
public record Piece(long offset, long size) {
    public Piece {
        if (offset < 0 || size <= 0) {
            throw new IllegalArgumentException("offset=" + offset + " size=" + size + ": must be >= 0 and > 0");
        }
    }
}
