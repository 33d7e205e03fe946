// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.List;
import org.hdtrace.piosim.model.file.SimpleStripe;

/**
 * RAID level 0: stripe units are dealt to the devices in turn, so each gets at most one contiguous part of a request. Each
 * file begins one device further than the file before.
 */
final class StripedArray extends DeviceArray {
    private final SimpleStripe units;
    private final long unit;
    private final int count;

    StripedArray(List<Device> devices, long unit) {
        super(devices);
        this.units = new SimpleStripe(unit);
        this.unit = unit;
        this.count = devices.size();
    }

    @Override
    public void submit(DeviceRequest request) {
        long offset = request.offset + before(request.file) * unit;
        submitAll(extents(offset, request.size), request, request.read, request::done);
    }

    List<Extent> extents(long offset, long size) {
        return units.split(offset, size, count).stream()
                .map(piece -> new Extent(piece.server(), piece.offset(), piece.size()))
                .toList();
    }
}
