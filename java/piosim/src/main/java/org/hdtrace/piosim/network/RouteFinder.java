// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/**
 * Finds ways through a network; by tables or, where the shape of the network is known, by arithmetic. Ways between the
 * same interfaces are told apart by the turn: packet n of a pair takes turn n modulo {@link #turns}.
 *
 * <p>Not safe for use by several threads.
 */
public interface RouteFinder {
    /** After how many turns the ways from one interface to another repeat: 1 when all packets take the same. */
    int turns(int source, int target);

    /**
     * Put all components from one interface to another into a route, both included.
     *
     * @param turn 0 to {@link #turns} - 1
     * @param route overwritten
     * @throws NetworkPlan.UnsupportedModelException when there is no way
     */
    void find(int source, int target, int turn, Route route);
}
