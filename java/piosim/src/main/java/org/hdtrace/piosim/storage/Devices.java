// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.engine.EndOfTimeException;
import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.Nvme;
import org.hdtrace.piosim.model.cluster.Raid;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleFlash;
import org.hdtrace.piosim.model.cluster.Tmpfs;
import org.hdtrace.piosim.network.TransferTime;

/** Makes the devices of a simulation and wakes them. */
final class Devices {
    /** A device whose accesses end by themselves. */
    interface Timed {
        /** A time that it asked for has come. */
        void due();
    }

    private static final long NONE = -1;
    /**
     * Devices come behind the packets of a network and before all else, also before LogGOPS, by their numbers: when an access ends
     * doesn't depend on how long ahead that was scheduled, so it's the same whether a device has an event for each or not.
     */
    private static final int TURN = 2;

    private final Kernel kernel;
    private final int handler;
    private final List<Timed> timed = new ArrayList<>();
    /** Time in ns of what is made up for, {@link #NONE} otherwise. */
    private long past = NONE;

    Devices(Kernel kernel) {
        this.kernel = kernel;
        this.handler = kernel.register(
                "disks", (op, device, stamp) -> timed.get(device).due());
    }

    /** The device that a model describes; it tells which of its channels are busy. */
    Device of(IoSubsystem model, Occupancy occupancy) {
        if (model instanceof RefinedDisk refined) {
            return serial(new SeekingDisk(refined), occupancy);
        } else if (model instanceof SimpleDisk simple) {
            return serial(new ConstantAccessDisk(simple.avgAccessTimeNanos(), simple.maxThroughput()), occupancy);
        } else if (model instanceof SimpleFlash flash) {
            return serial(new ConstantAccessDisk(flash.avgAccessTimeNanos(), flash.maxThroughput()), occupancy);
        } else if (model instanceof Tmpfs tmpfs) {
            return serial((file, offset, size) -> TransferTime.nanos(size, tmpfs.maxThroughput()), occupancy);
        } else if (model instanceof Nvme nvme) {
            return register(new ChannelDevice(nvme, kernel, this, timed.size(), occupancy));
        } else if (model instanceof Raid raid) {
            return array(raid, occupancy);
        }
        throw new IllegalArgumentException("ioSubsystem=" + model + ": has no device");
    }

    /** What serves requests without data, each in a time in ns. */
    MetadataService metadata(long nanos) {
        MetadataService service = new MetadataService(this, timed.size(), nanos);
        timed.add(service);
        return service;
    }

    /** The number of something else that is to be woken, behind devices of its time. */
    int add(Timed other) {
        timed.add(other);
        return timed.size() - 1;
    }

    /** Virtual time in ns as storage sees it: what it makes up for happens at its own time. */
    long now() {
        return past == NONE ? kernel.now() : past;
    }

    /** Time in ns until which accesses have ended before the present event, unless it's that of a device. */
    long endedUntil() {
        return kernel.turn() < TURN ? kernel.now() - 1 : kernel.now();
    }

    /** Do something as if a time had just come, at which nobody else did anything here. */
    void at(long time, Runnable action) {
        past = time;
        try {
            action.run();
        } finally {
            past = NONE;
        }
    }

    /**
     * Wake a device, of those of its time by the order in which they were made.
     *
     * @throws EndOfTimeException when that would be beyond the end of virtual time
     */
    void wake(int device, long time) {
        if (time > EventQueue.MAX_TIME) {
            throw new EndOfTimeException("what a server does");
        }
        kernel.inTurn(time, TURN, handler, 0, device, device);
    }

    /** Don't wake a device as was asked for. */
    void letSleep(int device, long time) {
        kernel.cancel(time, handler, 0, device, device);
    }

    private Device array(Raid raid, Occupancy occupancy) {
        List<Device> devices =
                raid.devices().stream().map(device -> of(device, occupancy)).toList();
        return switch (raid.level()) {
            case 0 -> new StripedArray(devices, raid.stripeUnitBytes());
            case 1 -> new MirroredArray(devices);
            case 5 -> new ParityArray(devices, raid.stripeUnitBytes());
            default -> throw new IllegalArgumentException("Level=" + raid.level() + ": has no device");
        };
    }

    private Device serial(Disk disk, Occupancy occupancy) {
        return register(new SerialDevice(disk, this, timed.size(), occupancy));
    }

    private <T extends Device & Timed> T register(T device) {
        timed.add(device);
        return device;
    }
}
