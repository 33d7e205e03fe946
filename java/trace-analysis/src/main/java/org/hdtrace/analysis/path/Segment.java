// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.path;

/**
 * A piece of the critical path on one process.
 *
 * @param trace number of its trace in the project's list
 * @param fromNanos ns since the epoch
 * @param toNanos ns since the epoch, where the next one begins
 */
public record Segment(int trace, long fromNanos, long toNanos) {
    public long nanos() {
        return toNanos - fromNanos;
    }
}
