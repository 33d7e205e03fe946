// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.List;

/** How long a device takes that does one access after the other, and which one it takes next. */
interface Disk {
    /** Time in ns of an access that starts right now; the disk may remember where it ends. */
    long serviceNanos(StoredFile file, long offset, long size);

    /** Time in ns that one access to so many bytes takes at least, whatever comes before it; 0 where that isn't known. */
    default long leastNanos(long bytes) {
        return 0;
    }

    /** Position of the request to serve next among those that wait, in the order of their arrival. */
    default int choose(List<DeviceRequest> waiting) {
        return 0;
    }
}
