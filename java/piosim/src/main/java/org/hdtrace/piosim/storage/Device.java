// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

/** What keeps the data of a server: a device, or several that act as one. */
interface Device {
    /** Serve a request as soon as the device can. */
    void submit(DeviceRequest request);
}
