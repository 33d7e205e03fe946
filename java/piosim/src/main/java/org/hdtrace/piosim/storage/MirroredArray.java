// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.List;
import java.util.stream.IntStream;

/**
 * RAID level 1: every device has all data. A read goes to the device with the fewest requests under way, of several the
 * one that comes after the device of the last read.
 */
final class MirroredArray extends DeviceArray {
    private final int[] underWay;
    private int lastRead = -1;

    MirroredArray(List<Device> devices) {
        super(devices);
        underWay = new int[devices.size()];
    }

    @Override
    public void submit(DeviceRequest request) {
        if (request.read) {
            int device = leastBusy();
            lastRead = device;
            underWay[device]++;
            submit(new Extent(device, request.offset, request.size), request, true, () -> {
                underWay[device]--;
                request.done();
            });
            return;
        }
        int[] left = {underWay.length};
        IntStream.range(0, underWay.length).forEach(device -> {
            underWay[device]++;
            submit(new Extent(device, request.offset, request.size), request, false, () -> {
                underWay[device]--;
                if (--left[0] == 0) {
                    request.done();
                }
            });
        });
    }

    private int leastBusy() {
        int best = (lastRead + 1) % underWay.length;
        for (int i = 1; i < underWay.length; i++) {
            int device = (lastRead + 1 + i) % underWay.length;
            if (underWay[device] < underWay[best]) {
                best = device;
            }
        }
        return best;
    }
}
