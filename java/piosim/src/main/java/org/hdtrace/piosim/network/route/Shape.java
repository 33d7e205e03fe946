// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

/**
 * A regular network of switches in which the next step follows from numbers. Switches and their ports to other switches
 * are numbered as the layouts of generators do.
 */
interface Shape {
    /** Number of switches. */
    int switches();

    /** Ports of a switch to other switches. */
    int ports(int here);

    /**
     * The port by which a packet leaves a switch.
     *
     * @param there the switch of the target, another one
     * @param place the target's position among the processes on its switch
     */
    int port(int here, int there, int place);
}
