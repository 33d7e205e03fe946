// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.network.TransferTime;

/**
 * Size / rate, plus nothing where the last access ended, half a turn and a track-to-track seek nearby in the same file,
 * half a turn and an average seek otherwise. Source: MODEL B3.3.
 */
final class SeekingDisk implements Disk {
    private static final long HALF_MINUTE = 30_000_000_000L;

    private final RefinedDisk model;
    private StoredFile lastFile;
    private long lastEnd;

    SeekingDisk(RefinedDisk model) {
        this.model = model;
    }

    @Override
    public long serviceNanos(StoredFile file, long offset, long size) {
        long time = TransferTime.nanos(size, model.sequentialTransferRate());
        if (file != lastFile) {
            time += HALF_MINUTE / model.rpm() + model.averageSeekNanos();
        } else if (offset != lastEnd) {
            boolean close = Math.abs(offset - lastEnd) < model.closeDistanceBytes();
            time += HALF_MINUTE / model.rpm() + (close ? model.trackToTrackSeekNanos() : model.averageSeekNanos());
        }
        lastFile = file;
        lastEnd = offset + size;
        return time;
    }
}
