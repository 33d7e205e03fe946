// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import org.hdtrace.piosim.network.TransferTime;

/** Access time plus size / throughput, divided in single precision as the golden values were. Source: MODEL B3.3. */
final class ConstantAccessDisk implements Disk {
    private final long accessNanos;
    private final float throughput;

    ConstantAccessDisk(long accessNanos, double throughput) {
        this.accessNanos = accessNanos;
        this.throughput = (float) throughput;
    }

    @Override
    public long serviceNanos(StoredFile file, long offset, long size) {
        return leastNanos(size);
    }

    @Override
    public long leastNanos(long bytes) {
        return TransferTime.sum(accessNanos, (long) ((double) (bytes / throughput) * 1e9));
    }
}
