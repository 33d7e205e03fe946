// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.List;

/** Memory of a node that its servers reserve for data between network and disk. */
final class Memory {
    /** A server that uses it. */
    interface User {
        /** Bytes that the read needs which it would begin next. */
        long readNeed();

        /** There may be more memory now. */
        void memoryFreed();
    }

    private final List<User> users = new ArrayList<>(1);
    private long free;
    private int turn;

    Memory(long bytes) {
        free = bytes;
    }

    void add(User user) {
        users.add(user);
    }

    /** Whether several servers use it. */
    boolean isShared() {
        return users.size() > 1;
    }

    long free() {
        return free;
    }

    /** Whether data to write fits beside the reads that come next, or these would wait as long as data flows. */
    boolean takesWrite(long bytes) {
        long needed = bytes;
        for (int i = 0; i < users.size(); i++) {
            needed += users.get(i).readNeed();
        }
        return needed <= free;
    }

    void reserve(long bytes) {
        free -= bytes;
    }

    /** Give memory back; {@link #offer} follows when all has been given back. */
    void release(long bytes) {
        free += bytes;
    }

    private int after(int user) {
        return user + 1 == users.size() ? 0 : user + 1;
    }

    /** Let every user take what it has been waiting for, each time another one first. */
    void offer() {
        turn = after(turn);
        int user = turn;
        for (int i = 0; i < users.size(); i++) {
            users.get(user).memoryFreed();
            user = after(user);
        }
    }
}
