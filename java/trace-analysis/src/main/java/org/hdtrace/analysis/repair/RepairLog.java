// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.util.ArrayList;
import java.util.List;

/** What was done to one file; after {@value #LIMIT} lines only their number. */
final class RepairLog {
    static final int LIMIT = 1000;

    private final String file;
    private final List<Repair> repairs = new ArrayList<>();
    private long beyond;

    RepairLog(String file) {
        this.file = file;
    }

    void mended(String position, String text) {
        add(new Repair(file, position, Repair.Kind.MENDED, text));
    }

    void lost(String position, String text) {
        add(new Repair(file, position, Repair.Kind.LOST, text));
    }

    /** Bytes that are not in the new file. */
    void lostBytes(long from, long to) {
        if (to > from) {
            lost("byte " + from, to - from + " bytes lost, up to byte " + to);
        }
    }

    /** Whether the file had to be changed. */
    boolean isEmpty() {
        return repairs.isEmpty();
    }

    List<Repair> all() {
        List<Repair> all = new ArrayList<>(repairs);
        if (beyond > 0) {
            all.add(new Repair(file, "whole file", Repair.Kind.LOST, beyond + " more of the kind"));
        }
        return all;
    }

    private void add(Repair repair) {
        if (repairs.size() < LIMIT) {
            repairs.add(repair);
        } else {
            beyond++;
        }
    }
}
