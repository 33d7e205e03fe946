// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

/** Memory of a node that its servers reserve for data between network and disk. */
final class Memory {
    private long free;

    Memory(long bytes) {
        free = bytes;
    }

    boolean fits(long bytes) {
        return bytes <= free;
    }

    void reserve(long bytes) {
        free -= bytes;
    }

    void release(long bytes) {
        free += bytes;
    }
}
