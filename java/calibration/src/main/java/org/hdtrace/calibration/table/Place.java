// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.table;

/**
 * Where a rank ran, as the system told.
 *
 * @param socket number of the package, -1 when it may run on several
 * @param cache lowest processor of those that share its last cache, -1 when there are several
 */
public record Place(int rank, String host, int socket, int cache) {
    /** What two ranks share at most: {@code complex}, {@code node} or {@code between}. */
    public String classWith(Place other) {
        if (!host.equals(other.host)) {
            return "between";
        }
        return cache >= 0 && cache == other.cache && socket == other.socket ? "complex" : "node";
    }
}
