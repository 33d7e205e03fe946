// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The writes that a disk has been given and hasn't ended, none of which overlaps another: by file and offset, so that a disk may have
 * thousands of them.
 */
final class WritesAtDisk {
    /** Of files that have some. */
    private final Map<StoredFile, TreeMap<Long, DiskAccess>> byFile = new HashMap<>();

    /** Whether a write takes a place of one of them. */
    boolean overlaps(DiskAccess write) {
        TreeMap<Long, DiskAccess> ofFile = byFile.get(write.file);
        if (ofFile == null) {
            return false;
        }
        // The one that begins last before the end of the write also ends last of those that begin before it.
        Map.Entry<Long, DiskAccess> last = ofFile.lowerEntry(write.end());
        return last != null && last.getValue().end() > write.offset();
    }

    /**
     * Add a write that {@linkplain #overlaps overlaps} none.
     *
     * @throws IllegalStateException when another one begins there
     */
    void add(DiskAccess write) {
        TreeMap<Long, DiskAccess> ofFile = byFile.computeIfAbsent(write.file, file -> new TreeMap<>());
        if (ofFile.put(write.offset(), write) != null) {
            throw new IllegalStateException("two writes at offset " + write.offset());
        }
    }

    /** It has ended. */
    void remove(DiskAccess write) {
        TreeMap<Long, DiskAccess> ofFile = byFile.get(write.file);
        ofFile.remove(write.offset());
        if (ofFile.isEmpty()) {
            byFile.remove(write.file);
        }
    }
}
