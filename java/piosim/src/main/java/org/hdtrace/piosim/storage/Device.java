// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

/** What keeps the data of a server: a device, or several that act as one. */
interface Device {
    /** Serve a request as soon as the device can. */
    void submit(DeviceRequest request);

    /** Time in ns up to now during which it was busy; of several devices the mean. */
    long busyNanos();
}
