// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

/** A contiguous range that a device is to read or write. */
abstract class DeviceRequest {
    final StoredFile file;
    /** Not changed from when a device has it. */
    long offset;

    long size;
    final boolean read;
    private boolean partBegun;

    DeviceRequest(StoredFile file, long offset, long size, boolean read) {
        this.file = file;
        this.offset = offset;
        this.size = size;
        this.read = read;
    }

    /**
     * The device begins to serve it.
     *
     * @param endNanos virtual time of its end, {@link StorageObserver#UNKNOWN} where others may be served meanwhile
     */
    void begun(long endNanos) {}

    /** A device begins to serve a part of it, perhaps the first one. */
    final void partBegun() {
        if (!partBegun) {
            partBegun = true;
            begun(StorageObserver.UNKNOWN);
        }
    }

    /**
     * Time in ns that passes at least behind this request, if it is the only one of the device, before anybody notices that it has been
     * served; 0 when that is noticed at once. A device may serve it and what follows later than at its time, which it has then.
     */
    long unnoticedNanos() {
        return 0;
    }

    /** The device has served it. */
    abstract void done();
}
