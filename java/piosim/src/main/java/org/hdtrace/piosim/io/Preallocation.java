// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.List;
import org.hdtrace.piosim.model.file.Piece;

/**
 * Gives a file its place on disk by writing: first what is there, as it was read, then the rest, in pieces of 16 MiB. Source:
 * ROMIO, {@code ADIOI_GEN_Prealloc}.
 */
final class Preallocation implements Operations {
    private static final long MOST = 16L << 20;

    private final long existing;
    private final long size;
    private long done;
    private Piece piece;
    private boolean reading;

    Preallocation(long existing, long size) {
        this.existing = Math.min(existing, size);
        this.size = size;
    }

    @Override
    public boolean next() {
        if (reading) {
            reading = false;
            return true;
        }
        if (done == size) {
            return false;
        }
        reading = done < existing;
        piece = new Piece(done, Math.min(MOST, (reading ? existing : size) - done));
        done += piece.size();
        return true;
    }

    @Override
    public boolean isRead() {
        return reading;
    }

    @Override
    public List<Piece> pieces() {
        return List.of(piece);
    }
}
