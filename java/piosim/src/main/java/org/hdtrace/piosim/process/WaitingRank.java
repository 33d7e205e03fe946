// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/**
 * A rank that waits forever.
 *
 * @param application alias in the model
 * @param rank in WORLD of that application
 * @param thread number of the thread that waits, as traces name it
 * @param function what it called
 * @param tag of the message that it waits for or sends, or {@link #NO_TAG}
 * @param communicator name, empty when the call has none
 */
public record WaitingRank(String application, int rank, int thread, String function, int tag, String communicator) {
    /** Stands for the tag of calls without one, or that take any. */
    public static final int NO_TAG = -1;
}
