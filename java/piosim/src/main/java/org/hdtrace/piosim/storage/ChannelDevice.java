// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.Queue;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.Nvme;
import org.hdtrace.piosim.network.TransferTime;

/**
 * A solid-state device: an access holds one of the channels for the access time, then until its data has passed the one
 * way that all channels share. All access times are equal, so accesses end in the order in which they began.
 */
final class ChannelDevice implements Device, Devices.Timed {
    private final Nvme model;
    private final Kernel kernel;
    private final Devices devices;
    private final int number;
    private final Occupancy occupancy;
    private final Queue<DeviceRequest> waiting = new ArrayDeque<>();
    private final Queue<DeviceRequest> served = new ArrayDeque<>();
    private long wayFreeAt;

    ChannelDevice(Nvme model, Kernel kernel, Devices devices, int number, Occupancy occupancy) {
        this.model = model;
        this.kernel = kernel;
        this.devices = devices;
        this.number = number;
        this.occupancy = occupancy;
        occupancy.add(model.channels());
    }

    @Override
    public void submit(DeviceRequest request) {
        if (served.size() < model.channels()) {
            serve(request);
        } else {
            waiting.add(request);
        }
    }

    @Override
    public void due() {
        DeviceRequest ended = served.remove();
        occupancy.end();
        if (!waiting.isEmpty()) {
            serve(waiting.remove());
        }
        ended.done();
    }

    private void serve(DeviceRequest request) {
        served.add(request);
        occupancy.begin();
        request.begun(StorageObserver.UNKNOWN);
        long begin = Math.max(TransferTime.sum(kernel.now(), model.accessTimeNanos()), wayFreeAt);
        wayFreeAt = TransferTime.sum(begin, TransferTime.nanos(request.size, model.maxThroughput()));
        devices.wake(number, wayFreeAt);
    }
}
