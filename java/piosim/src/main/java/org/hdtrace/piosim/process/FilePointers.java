// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.HashMap;
import java.util.Map;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.program.Communicator;

/**
 * Where the pointers stand that all ranks with a file open share, in visible bytes. For the simulation's thread only. Source:
 * MPI 4.0, chapter 14.4.4.
 */
public final class FilePointers {
    private record Key(int application, int file, int communicator) {}

    private final Map<Key, Long> positions = new HashMap<>();

    /** Move a pointer to a position. */
    public void set(Call call, ApplicationFile file, Communicator opened, long position) {
        positions.put(key(call, file, opened), position);
    }

    /** Move a pointer on by some bytes; the result is where it stood. */
    public long advance(Call call, ApplicationFile file, Communicator opened, long bytes) {
        return positions.merge(key(call, file, opened), bytes, Long::sum) - bytes;
    }

    private static Key key(Call call, ApplicationFile file, Communicator opened) {
        return new Key(call.applicationNumber(), file.id(), opened.id());
    }
}
