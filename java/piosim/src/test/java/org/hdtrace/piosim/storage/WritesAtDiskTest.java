// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WritesAtDiskTest {
    private static final int FILES = 3;
    private static final int FILE_BYTES = 400;
    private static final int MOST_BYTES = 30;
    private static final int STEPS = 300;

    private static DiskAccess write(StoredFile file, long offset, long bytes) {
        return new DiskAccess(new DiskJob(file, offset, bytes, null, 0));
    }

    private static boolean overlap(DiskAccess one, DiskAccess other) {
        return one.file == other.file && one.offset() < other.end() && other.offset() < one.end();
    }

    /** Random writes that come and end in any order: the same answers as a look at each of them. */
    @Property(tries = 200)
    void overlapIsFoundAsByLookingAtAll(@ForAll Random random) {
        List<StoredFile> files = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            files.add(new StoredFile(FILE_BYTES));
        }
        WritesAtDisk writes = new WritesAtDisk();
        List<DiskAccess> all = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(3) == 0 && !all.isEmpty()) {
                writes.remove(all.remove(random.nextInt(all.size())));
            } else {
                DiskAccess next = write(
                        files.get(random.nextInt(FILES)), random.nextInt(FILE_BYTES), 1 + random.nextInt(MOST_BYTES));
                boolean overlaps = all.stream().anyMatch(other -> overlap(next, other));
                assertEquals(overlaps, writes.overlaps(next));
                if (!overlaps) {
                    writes.add(next);
                    all.add(next);
                }
            }
        }
        assertTrue(all.stream().allMatch(writes::overlaps));
    }

    @Test
    void twoWritesAtOnePlaceAreRefused() {
        StoredFile file = new StoredFile(FILE_BYTES);
        WritesAtDisk writes = new WritesAtDisk();
        writes.add(write(file, 0, 1));
        DiskAccess second = write(file, 0, 1);
        assertThrows(IllegalStateException.class, () -> writes.add(second));
    }
}
