// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/**
 * Moves messages between network interfaces: the packet model ({@link Network}) or a model that replaces it. Component
 * numbers are those of the {@link #plan}. One per simulation; not safe for use by several threads.
 */
public interface Transport {
    /** The numbers of interfaces and other components. */
    NetworkPlan plan();

    /** Send a message that is complete. */
    void send(Message message);

    /** Begin a message whose bytes become available by and by, see {@link #supply}. */
    void open(Message message);

    /** More bytes of a message can be sent. */
    void supply(Message message, long bytes);

    /**
     * Let go the oldest part of a message that {@link Message#packetArrived} refused and that hasn't been let go yet;
     * what waits behind it continues.
     */
    void release(Message message);

    /**
     * Whether the bytes that protocols add to a program's data travel with it; false for models whose parameters were
     * measured with them.
     */
    boolean chargesFraming();

    /**
     * Whether messages that have to wait for their receivers do so by themselves, so that no other messages are exchanged
     * for this.
     */
    default boolean synchronizes() {
        return false;
    }

    /** From now on tell somebody what components do; too; called before the simulation begins. */
    void observe(ServiceObserver observer);

    /** Tell it what has happened until the present time, as far as it hasn't been told; called after the simulation. */
    default void catchUp() {}
}
