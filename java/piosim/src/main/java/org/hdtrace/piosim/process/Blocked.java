// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/**
 * A call of one-sided communication that waits for another rank.
 *
 * @param call the call that waits
 * @param reason for what
 * @param rank global number of the rank that has to do something
 * @param place global number of the rank whose lock it is; the same as {@code rank} when it is no lock
 */
public record Blocked(Call call, Reason reason, int rank, int place) {
    /** What a call waits for. */
    public enum Reason {
        POST,
        COMPLETE,
        LOCK
    }
}
