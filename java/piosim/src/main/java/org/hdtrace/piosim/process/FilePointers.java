// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.HashMap;
import java.util.Map;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.program.Communicator;

/**
 * Where the pointers stand that all ranks with a file open share, in visible bytes. Each opening has its own, and each view
 * begins a new one at 0: a rank that has come to a view already has the new one, the others still the old. For the simulation's
 * thread only. Source: MPI 4.0, chapters 14.2.1, 14.3 and 14.4.4.
 */
public final class FilePointers {
    private record Handle(int application, int file, int communicator, int opening) {}

    private record Mine(Handle handle, int rank) {}

    private record Numbered(Handle handle, long number) {}

    private static final class Pointer {
        final long number;
        long position;
        /** Ranks that haven't come to it. */
        int missing;

        Pointer(long number, long position, int missing) {
            this.number = number;
            this.position = position;
            this.missing = missing;
        }
    }

    private final Map<Mine, Pointer> ofRanks = new HashMap<>();
    /** Those that some ranks haven't come to. */
    private final Map<Numbered, Pointer> begun = new HashMap<>();

    /**
     * The calling rank opens a file or chooses a view of it, so it has a new pointer.
     *
     * @param position where it stands when no other rank has come to it before
     */
    public void begin(Call call, ApplicationFile file, Communicator opened, int opening, long position) {
        Handle handle = handle(call, file, opened, opening);
        Mine mine = new Mine(handle, call.globalRank());
        Pointer before = ofRanks.get(mine);
        Numbered next = new Numbered(handle, before == null ? 0 : before.number + 1);
        Pointer pointer = begun.computeIfAbsent(next, key -> new Pointer(key.number, position, opened.size()));
        if (--pointer.missing == 0) {
            begun.remove(next);
        }
        ofRanks.put(mine, pointer);
    }

    /** Move a pointer to a position. */
    public void set(Call call, ApplicationFile file, Communicator opened, int opening, long position) {
        pointer(call, file, opened, opening).position = position;
    }

    /** Move a pointer on by some bytes; the result is where it stood. */
    public long advance(Call call, ApplicationFile file, Communicator opened, int opening, long bytes) {
        Pointer pointer = pointer(call, file, opened, opening);
        long stood = pointer.position;
        pointer.position = Math.addExact(stood, bytes);
        return stood;
    }

    private Pointer pointer(Call call, ApplicationFile file, Communicator opened, int opening) {
        Mine mine = new Mine(handle(call, file, opened, opening), call.globalRank());
        if (!ofRanks.containsKey(mine)) {
            begin(call, file, opened, opening, 0);
        }
        return ofRanks.get(mine);
    }

    private static Handle handle(Call call, ApplicationFile file, Communicator opened, int opening) {
        return new Handle(call.applicationNumber(), file.id(), opened.id(), opening);
    }
}
