// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.legacy;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Names;

/** Rewrites computers with their processes; their cards and cables go into the network. */
final class LegacyNodes {
    private static final List<String> CARRIED = List.of("rank", "thread", "application");

    private final LegacyParts parts;
    private final LegacyNetwork network;

    LegacyNodes(LegacyParts parts, LegacyNetwork network) {
        this.parts = parts;
        this.network = network;
    }

    Element node(Element old) {
        List<Element> processes = new ArrayList<>(old.children("Client"));
        processes.addAll(old.children("Server"));
        old.children("HOSTEDCOMPONENTS").forEach(wrapper -> {
            parts.onlyChildren(wrapper, List.of("ClientProcess", "Server"));
            processes.addAll(wrapper.children());
        });
        List<Element> cards = new ArrayList<>(old.children("NIC"));
        old.children("NICS").forEach(wrapper -> {
            parts.onlyChildren(wrapper, List.of("NIC"));
            cards.addAll(wrapper.children());
        });
        network.noteRouting(old);
        String speed = old.child("InternalDataTransferSpeed").map(Element::text).orElse("inf");
        boolean direct = processes.size() == 1 && cards.size() == 1;
        String hub = direct ? "" : network.addHub(old, speed);
        List<Element> hosted = new ArrayList<>();
        for (Element process : processes) {
            String id = direct ? parts.idOf(cards.get(0)) : parts.newId();
            String name = direct ? Names.nameOf(cards.get(0)).orElse("") : "";
            String nic = name.isEmpty() ? "nic-" + Names.nameOf(process).orElse(process.tag() + id) : name;
            hosted.add(process(process)
                    .plus(LegacyParts.make("NETWORKINTERFACE", process)
                            .plus(LegacyParts.make("NIC", process)
                                    .withAttribute("implementation", "NIC")
                                    .withAttribute("name", nic)
                                    .withAttribute("id", id)
                                    .plus(LegacyParts.make("TotalBandwidth", process)
                                            .withText(direct ? speed : "inf")))));
            if (direct) {
                network.addCard(cards.get(0), id, nic);
            } else {
                network.join(process, id, nic, hub);
            }
        }
        if (!direct) {
            cards.forEach(card -> network.addCard(card, hub, Names.nameOf(old).orElse("")));
        }
        return parts.computer(old)
                .plus(LegacyParts.make("HOSTEDCOMPONENTS", old).withChildren(hosted));
    }

    /** A process without its network interface. */
    private Element process(Element old) {
        if (old.is("Server")) {
            return parts.server(old);
        }
        parts.onlyChildren(
                old,
                List.of("Application", "MemorySize", "CacheSize", "InstructionPerSecond", "InstructionsPerSecond"));
        // A machine's client says in an element of its own what it runs, a node's in attributes.
        Element place = old.child("Application").orElse(old);
        Element client = parts.named("ClientProcess", old);
        for (String name : CARRIED) {
            String value = place.attribute(name).orElse("");
            client = value.isEmpty() ? client : client.withAttribute(name, value);
        }
        return client;
    }
}
