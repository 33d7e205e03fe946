// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processors of this machine, and who may use them.
 *
 * @param usable how many this process can keep busy
 * @param bound on how many it may run; more than it can keep busy where its group has a quota of time
 * @param all how many the machine has, or what holds the whole job of it
 */
record Cores(int usable, int bound, int all) {

    /** Of this process; where Linux doesn't tell, all that can be used are everyone's. */
    static Cores ofThisProcess() {
        int usable = Runtime.getRuntime().availableProcessors();
        int bound = allowed(Path.of("/proc/self/status"), usable);
        return new Cores(usable, bound, Math.max(bound, allowed(Path.of("/proc/1/status"), bound)));
    }

    /**
     * How many each of some processes shall use that a launcher started on this machine. One that is bound to processors of
     * its own has them all, those that may run everywhere share what there is.
     */
    int forEachOf(int processes) {
        int shared = usable < bound ? usable : all;
        return processes == 1 ? usable : Math.max(1, Math.min(usable, shared / processes));
    }

    private static int allowed(Path status, int otherwise) {
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("Cpus_allowed:")) {
                    return count(line);
                }
            }
            return otherwise;
        } catch (IOException e) {
            return otherwise;
        }
    }

    /** The bits in a line as {@code Cpus_allowed: ff,ffffffff}. */
    static int count(String line) {
        return line.substring(line.indexOf(':') + 1)
                .chars()
                .map(digit -> Integer.bitCount(Math.max(0, Character.digit(digit, 16))))
                .sum();
    }
}
