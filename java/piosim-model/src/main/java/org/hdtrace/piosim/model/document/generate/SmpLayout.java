// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.generate;

/**
 * Hosts of several sockets on one switch. The processes of a socket are joined to its memory, the memories of a host
 * to its hub, the hubs to the switch. Source: figure 1 of the validation paper.
 *
 * <p>Switch 0 is the one in the middle, then each host has its hub and its sockets. Slot s of a host is on socket s
 * modulo their number.
 *
 * @param capacity number of hosts
 * @param sockets of each host
 * @param cores of each socket
 */
record SmpLayout(int capacity, int sockets, int cores, String name) implements Layout {
    @Override
    public int slots() {
        return sockets * cores;
    }

    @Override
    public int switches() {
        return 1 + capacity * (1 + sockets);
    }

    private int hub(int host) {
        return 1 + host * (1 + sockets);
    }

    /** 0 for a hub, from 1 for sockets. */
    private int place(int networkSwitch) {
        return (networkSwitch - 1) % (1 + sockets);
    }

    @Override
    public int switchOf(int host, int slot) {
        return hub(host) + 1 + slot % sockets;
    }

    @Override
    public int[] neighbours(int networkSwitch) {
        if (networkSwitch == 0) {
            int[] hubs = new int[capacity];
            for (int host = 0; host < capacity; host++) {
                hubs[host] = hub(host);
            }
            return hubs;
        }
        if (place(networkSwitch) != 0) {
            return new int[] {networkSwitch - place(networkSwitch)};
        }
        int[] result = new int[sockets + 1];
        for (int socket = 0; socket < sockets; socket++) {
            result[socket] = networkSwitch + 1 + socket;
        }
        result[sockets] = 0;
        return result;
    }

    @Override
    public String switchName(int networkSwitch) {
        if (networkSwitch == 0) {
            return name;
        }
        int host = (networkSwitch - 1) / (1 + sockets);
        return place(networkSwitch) == 0 ? "qpi" + host : "socket" + host + "-" + (place(networkSwitch) - 1);
    }

    @Override
    public String switchTemplate(int networkSwitch) {
        if (networkSwitch == 0) {
            return "switch";
        }
        return place(networkSwitch) == 0 ? "qpi" : "socket";
    }

    @Override
    public String edgeTemplate(int from, int to) {
        return from == 0 || to == 0 ? "edge" : "qpiEdge";
    }

    @Override
    public String hostEdgeTemplate() {
        return "socketEdge";
    }

    @Override
    public String routing() {
        return "PaketSymmetricHierarchicalRoute";
    }
}
