// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

/**
 * A process in a {@link Communicator}.
 *
 * @param global world rank
 * @param local rank in the communicator
 * @param cid number by which this process's trace names the communicator
 * @param group 0 or 1, the side of an intercommunicator; {@link #NO_GROUP} in all others
 */
public record Member(int global, int local, int cid, int group) {
    /** Communicators have no sides, unless they are intercommunicators. */
    public static final int NO_GROUP = -1;

    /** A member of a communicator that has no sides. */
    public Member(int global, int local, int cid) {
        this(global, local, cid, NO_GROUP);
    }
}
