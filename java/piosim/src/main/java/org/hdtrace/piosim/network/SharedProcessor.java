// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/**
 * A transport whose messages need the processor of the process that sends or receives them, so that computation and
 * messages wait for each other.
 */
public interface SharedProcessor {
    /**
     * Begin a computation as soon as the processor of an interface's process is free, perhaps now; no message uses it until
     * {@link #leave}.
     */
    void enter(int networkInterface, Runnable computation);

    /** The computation that was begun last has ended. */
    void leave(int networkInterface);
}
