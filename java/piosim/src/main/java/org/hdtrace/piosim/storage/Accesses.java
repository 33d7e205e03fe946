// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The waiting accesses of one kind to all files of a server. */
final class Accesses {
    private static final Comparator<DiskAccess> AGE = Accesses::compareAges;

    private final long limit;
    private final long maxHole;
    private final TreeSet<DiskAccess> byAge = new TreeSet<>(AGE);
    private final Map<StoredFile, FileAccesses> byFile = new HashMap<>();

    /** No accesses; see {@link FileAccesses}. */
    Accesses(long limit, long maxHole) {
        this.limit = limit;
        this.maxHole = maxHole;
    }

    private static int compareAges(DiskAccess one, DiskAccess other) {
        return one.serial() != other.serial()
                ? Long.compare(one.serial(), other.serial())
                : Long.compare(one.offset(), other.offset());
    }

    boolean isEmpty() {
        return byAge.isEmpty();
    }

    DiskAccess oldest() {
        return byAge.first();
    }

    /** Those to one file. */
    FileAccesses of(StoredFile file) {
        FileAccesses accesses = byFile.get(file);
        if (accesses == null) {
            accesses = new FileAccesses(limit, maxHole, byAge);
            byFile.put(file, accesses);
        }
        return accesses;
    }

    /** The result is the number of bytes that replace waiting ones. */
    long add(DiskJob job) {
        FileAccesses accesses = of(job.file);
        if (job.isRead()) {
            accesses.addRead(job);
            return 0;
        }
        return accesses.addWrite(job);
    }

    /** See {@link JobQueue#cut}. */
    long cut(StoredFile file, long end, Consumer<DiskJob> without) {
        FileAccesses accesses = byFile.get(file);
        return accesses == null ? 0 : accesses.cut(end, without);
    }

    /** The same access, which isn't waiting any more. */
    DiskAccess remove(DiskAccess access) {
        of(access.file).remove(access);
        return access;
    }
}
