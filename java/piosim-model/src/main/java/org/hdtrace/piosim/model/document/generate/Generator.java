// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.generate;

import org.hdtrace.piosim.model.document.Element;

/**
 * A network that one element of a model file stands for.
 *
 * <p>The last {@code servers} hosts have a file server each. Ranks are placed in host order, as many on each host as fit
 * ({@code block}), or in turn on all hosts ({@code cyclic}).
 *
 * @param element as written; its attributes name templates
 * @param hosts at most the layout's capacity
 * @param ranks at most as many as fit
 * @param servers at most one per host
 */
public record Generator(Element element, Layout layout, int hosts, int ranks, int servers, boolean cyclic) {
    /** The value of an attribute, or the empty text. */
    public String value(String attribute) {
        return element.attribute(attribute).orElse("");
    }

    /** The attribute that names the template of the edges between processes and switches. */
    public String hostEdgeTemplate() {
        return value("hostEdge").isEmpty() ? layout.hostEdgeTemplate() : "hostEdge";
    }

    /** The lowest rank of a host; the others are {@link #rankStep} apart. */
    public int firstRank(int host) {
        return cyclic ? host : host * layout.slots();
    }

    /** The difference of two ranks that follow each other on a host. */
    public int rankStep() {
        return cyclic ? hosts : 1;
    }

    /** How many ranks a host has. */
    public int ranksOf(int host) {
        int first = firstRank(host);
        int more = first >= ranks ? 0 : (ranks - first + rankStep() - 1) / rankStep();
        return Math.min(layout.slots(), more);
    }

    /** The number of a host's file server, or -1. */
    public int serverOf(int host) {
        return host >= hosts - servers ? host - (hosts - servers) : -1;
    }

    /** Components of all kinds together. */
    public long components() {
        long trunks = 0;
        for (int networkSwitch = 0; networkSwitch < layout.switches(); networkSwitch++) {
            trunks += layout.neighbours(networkSwitch).length;
        }
        // Process, interface and two edges; a server has a disk and a cache, too.
        return layout.switches() + trunks + hosts + 4L * ranks + 6L * servers;
    }
}
