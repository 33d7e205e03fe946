// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

/** A file as all clients and servers know it. */
final class StoredFile {
    private long size;

    StoredFile(long size) {
        this.size = size;
    }

    long size() {
        return size;
    }

    void resize(long bytes) {
        size = bytes;
    }
}
