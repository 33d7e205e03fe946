// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.network.TransferTime;

/**
 * A device that does one access after the other. As long as nobody notices what it does it has no event for the end of each: it
 * sleeps for the time that it needs at least until somebody will, and makes up for that when it wakes or is looked at.
 */
final class SerialDevice implements Device, Devices.Timed {
    private static final long NEVER = -1;

    private final Disk disk;
    private final Devices devices;
    private final int number;
    private final Occupancy occupancy;
    private final Runnable end = this::end;
    private final List<DeviceRequest> waiting = new ArrayList<>(1);
    private DeviceRequest served;
    /** Time in ns at which that access ends. */
    private long freeAt;
    /** Time in ns of the event that comes next, {@link #NEVER} for none. */
    private long wakeAt = NEVER;

    private boolean catchesUp;

    SerialDevice(Disk disk, Devices devices, int number, Occupancy occupancy) {
        this.disk = disk;
        this.devices = devices;
        this.number = number;
        this.occupancy = occupancy;
        occupancy.add(1);
    }

    @Override
    public void submit(DeviceRequest request) {
        if (served == null) {
            serve(request);
            hurry();
        } else {
            waiting.add(request);
        }
    }

    @Override
    public long leastNanos(long bytes) {
        return disk.leastNanos(bytes);
    }

    @Override
    public boolean isBusyUntil(long time) {
        return served != null && wakeAt >= time;
    }

    @Override
    public void due() {
        wakeAt = NEVER;
        catchUp(devices.now());
        hurry();
    }

    @Override
    public void catchUp(long time) {
        if (catchesUp || served == null || freeAt > time) {
            return;
        }
        catchesUp = true;
        while (served != null && freeAt <= time) {
            devices.at(freeAt, end);
        }
        catchesUp = false;
        hurry();
    }

    /** Sleep until somebody will notice that the present access is over, unless an event comes before anyway. */
    @Override
    public void hurry() {
        if (served == null || catchesUp) {
            return;
        }
        // What goes on until after the end of virtual time may stop before.
        long unnoticed = Math.max(0, Math.min(served.unnoticedNanos(), EventQueue.MAX_TIME - freeAt));
        long wake = freeAt + unnoticed;
        if (wakeAt != NEVER && wakeAt <= wake) {
            return;
        }
        if (wakeAt != NEVER) {
            devices.letSleep(number, wakeAt);
        }
        wakeAt = wake;
        devices.wake(number, wake);
    }

    private void end() {
        DeviceRequest ended = served;
        served = null;
        occupancy.end();
        if (!waiting.isEmpty()) {
            serve(waiting.remove(disk.choose(waiting)));
        }
        ended.done();
    }

    private void serve(DeviceRequest request) {
        freeAt = TransferTime.sum(devices.now(), disk.serviceNanos(request.file, request.offset, request.size));
        served = request;
        occupancy.begin();
        request.begun(freeAt);
    }
}
