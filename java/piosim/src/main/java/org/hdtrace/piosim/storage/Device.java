// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

/** What keeps the data of a server: a device, or several that act as one. */
interface Device {
    /** Serve a request as soon as the device can. */
    void submit(DeviceRequest request);

    /** Time in ns that one access to so many bytes takes at least, whatever comes before it; 0 where that isn't known. */
    default long leastNanos(long bytes) {
        return 0;
    }

    /** Let accesses end that ought to have ended before or at a time, see {@link DeviceRequest#unnoticedNanos}. */
    default void catchUp(long time) {}

    /** Whether it serves requests all the time until a time in ns, whatever comes; to be asked for one in the future. */
    default boolean isBusyUntil(long time) {
        return false;
    }

    /** Somebody may notice sooner now what the device does. */
    default void hurry() {}
}
