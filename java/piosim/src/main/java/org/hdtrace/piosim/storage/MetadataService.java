// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.Queue;
import org.hdtrace.piosim.network.TransferTime;

/** The requests of a server that move no data: each takes the same time, one after the other. */
final class MetadataService implements Devices.Timed {
    private final Devices devices;
    private final int number;
    private final long nanos;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private long freeAt;

    /** See {@link Devices#metadata}. */
    MetadataService(Devices devices, int number, long nanos) {
        this.devices = devices;
        this.number = number;
        this.nanos = nanos;
    }

    /** Run an action when the server has served a request that is here now; at once where that takes no time. */
    void serve(long now, Runnable action) {
        if (nanos == 0) {
            action.run();
            return;
        }
        waiting.add(action);
        freeAt = TransferTime.sum(Math.max(now, freeAt), nanos);
        devices.wake(number, freeAt);
    }

    @Override
    public void due() {
        waiting.remove().run();
    }
}
