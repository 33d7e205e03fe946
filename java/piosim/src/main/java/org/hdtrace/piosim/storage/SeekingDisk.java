// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.List;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.network.TransferTime;

/**
 * Takes what lies next behind the head in the same file, from the end of a file to its beginning, and when nothing of it
 * waits the file of the oldest access: an elevator for each file. An access takes size / rate, plus nothing where the last access ended, half a turn and a track-to-track seek nearby in the same file,
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
        long time = leastNanos(size);
        if (file != lastFile) {
            time = moved(time, model.averageSeekNanos());
        } else if (offset != lastEnd) {
            boolean close = Math.abs(offset - lastEnd) < model.closeDistanceBytes();
            time = moved(time, close ? model.trackToTrackSeekNanos() : model.averageSeekNanos());
        }
        lastFile = file;
        lastEnd = offset + size;
        return time;
    }

    /** A transfer behind a move of the head and half a turn. */
    private long moved(long transferNanos, long seekNanos) {
        return TransferTime.sum(transferNanos, TransferTime.sum(seekNanos, HALF_MINUTE / model.rpm()));
    }

    @Override
    public long leastNanos(long bytes) {
        return TransferTime.nanos(bytes, model.sequentialTransferRate());
    }

    @Override
    public int choose(List<DeviceRequest> waiting) {
        int ahead = -1;
        int lowest = -1;
        for (int i = 0; i < waiting.size(); i++) {
            DeviceRequest request = waiting.get(i);
            if (request.file == lastFile) {
                if (lowest < 0 || request.offset < waiting.get(lowest).offset) {
                    lowest = i;
                }
                if (request.offset >= lastEnd && (ahead < 0 || request.offset < waiting.get(ahead).offset)) {
                    ahead = i;
                }
            }
        }
        return ahead >= 0 ? ahead : lowest >= 0 ? lowest : lowestOf(waiting, waiting.get(0).file);
    }

    private static int lowestOf(List<DeviceRequest> waiting, StoredFile file) {
        int lowest = 0;
        for (int i = 1; i < waiting.size(); i++) {
            if (waiting.get(i).file == file && waiting.get(i).offset < waiting.get(lowest).offset) {
                lowest = i;
            }
        }
        return lowest;
    }
}
