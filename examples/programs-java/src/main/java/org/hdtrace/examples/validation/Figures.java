// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardMemoryNode;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;

/**
 * The figures of the paper's cluster (its figure 1) that the bounds are made of, taken from the model that is simulated.
 *
 * @param core from a process to its socket and back
 * @param qpi from a socket to the middle of its node and back
 * @param ethernet from a node to the switch and back
 * @param socketTotal bytes per second of a socket for what leaves or enters it
 * @param socketLocal bytes per second of a socket for what stays in it
 * @param hub bytes per second of the middle of a node
 * @param middle bytes per second of the switch
 */
record Figures(
        SimpleNetworkEdge core,
        SimpleNetworkEdge qpi,
        SimpleNetworkEdge ethernet,
        double socketTotal,
        double socketLocal,
        double hub,
        double middle) {

    /**
     * Of a model made from {@code paper-westmere.xml}.
     *
     * @throws IllegalArgumentException when a part isn't there
     */
    static Figures of(ClusterModel model) {
        StoreForwardMemoryNode socket = node(model, "socket0-0", StoreForwardMemoryNode.class);
        return new Figures(
                edge(model, "e0_TX"),
                edge(model, "qpi0_p0"),
                edge(model, "SW_p0"),
                socket.totalBandwidth(),
                socket.localBandwidth(),
                node(model, "qpi0", StoreForwardNode.class).totalBandwidth(),
                node(model, "SW", StoreForwardNode.class).totalBandwidth());
    }

    private static SimpleNetworkEdge edge(ClusterModel model, String name) {
        return model.networkEdges().stream()
                .filter(edge -> edge.name().equals(name))
                .filter(SimpleNetworkEdge.class::isInstance)
                .map(SimpleNetworkEdge.class::cast)
                .findFirst()
                .orElseThrow(() -> missing(name));
    }

    private static <T> T node(ClusterModel model, String name, Class<T> kind) {
        return model.networkNodes().stream()
                .filter(node -> node.name().equals(name))
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow(() -> missing(name));
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("the model has no '" + name
                + "' as that of the validation paper, examples/models/paper-westmere.xml, has");
    }
}
