// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

/** How much of a simulation is written; each level includes those before. */
public enum TraceLevel {
    /** Nothing. */
    NONE,
    /** The calls of the programs and the load of the nodes that run them. */
    CLIENTS,
    /** The steps of each call as states nested in it. */
    STEPS,
    /** Servers with their disks and network interfaces, and the way of each file operation through them. */
    SERVERS,
    /** All network interfaces, edges and switches. */
    ALL;

    /** Whether there are statistics of components. */
    public boolean includesServers() {
        return includes(SERVERS);
    }

    boolean includes(TraceLevel other) {
        return compareTo(other) >= 0;
    }
}
