// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Devices that act as one. */
abstract class DeviceArray implements Device {
    /** A contiguous range on one of the devices. */
    record Extent(int device, long offset, long size) {}

    private final List<Device> devices;
    private final Map<StoredFile, Integer> files = new HashMap<>();

    DeviceArray(List<Device> devices) {
        this.devices = List.copyOf(devices);
    }

    /** How many other files the array got requests for before the first one for a file: they are laid out in this order. */
    final int before(StoredFile file) {
        return files.computeIfAbsent(file, key -> files.size());
    }

    /** Have all extents of a request read or written; the action runs at the end of the last one, at once when there is none. */
    final void submitAll(List<Extent> extents, DeviceRequest whole, boolean read, Runnable done) {
        if (extents.isEmpty()) {
            done.run();
            return;
        }
        int[] left = {extents.size()};
        for (Extent extent : extents) {
            submit(extent, whole, read, () -> {
                if (--left[0] == 0) {
                    done.run();
                }
            });
        }
    }

    /** Have an extent of a request read or written. */
    final void submit(Extent extent, DeviceRequest whole, boolean read, Runnable done) {
        devices.get(extent.device).submit(new DeviceRequest(whole.file, extent.offset, extent.size, read) {
            @Override
            void begun(long endNanos) {
                whole.partBegun();
            }

            @Override
            void done() {
                done.run();
            }
        });
    }
}
