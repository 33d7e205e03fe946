// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.engine.Kernel;

/** A device that does one access after the other. */
final class SerialDevice implements Device, Devices.Timed {
    private final Disk disk;
    private final Kernel kernel;
    private final Devices devices;
    private final int number;
    private final Occupancy occupancy;
    private final List<DeviceRequest> waiting = new ArrayList<>(1);
    private DeviceRequest served;

    SerialDevice(Disk disk, Kernel kernel, Devices devices, int number, Occupancy occupancy) {
        this.disk = disk;
        this.kernel = kernel;
        this.devices = devices;
        this.number = number;
        this.occupancy = occupancy;
        occupancy.add(1);
    }

    @Override
    public void submit(DeviceRequest request) {
        if (served == null) {
            serve(request);
        } else {
            waiting.add(request);
        }
    }

    @Override
    public void due() {
        DeviceRequest ended = served;
        served = null;
        occupancy.end();
        if (!waiting.isEmpty()) {
            serve(waiting.remove(disk.choose(waiting)));
        }
        ended.done();
    }

    private void serve(DeviceRequest request) {
        long freeAt = kernel.now() + disk.serviceNanos(request.file, request.offset, request.size);
        served = request;
        occupancy.begin();
        request.begun(freeAt);
        devices.wake(number, freeAt);
    }
}
