// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.Capacity;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.Identity;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Router;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Names;

/** Makes components from their elements. */
final class ComponentReader {
    private static final List<String> IDENTITY = List.of("IDENTIFIER");
    private static final List<String> MARKS = List.of("implementation", "template", "name", "id");

    /** Of a server. */
    static final String METADATA_TIME = "MetadataTime";

    /** Of a server. */
    static final String CAPACITY = "Capacity";

    private final Faults faults;
    private final Fields fields;
    private final Identities identities;
    private final ComponentRegistry registry;

    ComponentReader(Faults faults, Fields fields, Identities identities) {
        this.faults = faults;
        this.fields = fields;
        this.identities = identities;
        this.registry = registry(faults);
    }

    private static ComponentRegistry registry(Faults faults) {
        try {
            return ComponentRegistry.withExtensions();
        } catch (IllegalArgumentException e) {
            faults.add(0, e.getMessage());
            return ComponentRegistry.STANDARD;
        }
    }

    /** A component whose implementation the element names, or null after a fault. */
    <T extends Component> T component(Element element, String tag, Class<T> type) {
        return component(element, tag, type, null);
    }

    /** A component without name and id, or null after a fault. */
    <T extends Component> T prototype(Element element, String tag, Class<T> type) {
        return component(element, tag, type, Identity.NONE);
    }

    /** With an identity that isn't written in the element. */
    private <T extends Component> T component(Element element, String tag, Class<T> type, Identity given) {
        ComponentRegistry.Entry entry = entry(element, tag);
        if (entry == null) {
            return null;
        }
        List<String> allowed = new ArrayList<>(IDENTITY);
        entry.values().forEach(value -> allowed.add(value.name()));
        if (tag.equals("Node")) {
            allowed.add("HOSTEDCOMPONENTS");
        }
        if (entry.composite()) {
            allowed.add(tag);
        }
        fields.onlyChildren(element, allowed);
        checkIdentifier(element);
        allowed.remove(tag);
        allowed.addAll(MARKS);
        fields.onlyAttributes(element, allowed);
        Map<String, Double> values = new LinkedHashMap<>();
        boolean complete = true;
        for (ComponentRegistry.Value value : entry.values()) {
            double number = fields.number(element, value.name(), value.unit(), value.otherwise());
            complete &= !Double.isNaN(number);
            values.put(value.name(), number);
        }
        Identity identity = given == null ? identities.of(element) : given;
        List<IoSubsystem> parts = new ArrayList<>();
        for (Element child : entry.composite() ? element.children(tag) : List.<Element>of()) {
            IoSubsystem part = component(child, tag, IoSubsystem.class, given);
            complete &= part != null;
            parts.add(part);
        }
        if (!complete) {
            return null;
        }
        Component made =
                fields.made(element, () -> entry.create().make(values, parts).withIdentity(identity));
        if (made != null && !type.isInstance(made)) {
            faults.add(element, "implementation='" + entry.name() + "' makes no <" + tag + ">");
            return null;
        }
        return type.cast(made);
    }

    private ComponentRegistry.Entry entry(Element element, String tag) {
        String only = registry.names(tag).size() == 1 || tag.equals("NIC")
                ? registry.names(tag).get(0)
                : "";
        String name = Names.implementationOf(element).orElse(only);
        ComponentRegistry.Entry entry = registry.find(tag, name).orElse(null);
        if (entry == null) {
            faults.add(
                    element,
                    "implementation",
                    (name.isEmpty()
                                    ? "needs an implementation" + Fields.unstated(element)
                                    : "implementation='" + name + "' is unknown")
                            + "; allowed are: " + String.join(", ", registry.names(tag)));
        }
        return entry;
    }

    /** A node with its processes, or null after a fault. */
    Node node(Element element) {
        Node node = component(element, "Node", Node.class);
        List<HostedComponent> hosted = new ArrayList<>();
        for (Element wrapper : element.children("HOSTEDCOMPONENTS")) {
            fields.onlyChildren(wrapper, List.of("ClientProcess", "Server", "Router"));
            for (Element child : wrapper.children()) {
                HostedComponent made = hosted(child);
                if (made != null) {
                    hosted.add(made);
                }
            }
        }
        return node == null ? null : node.withHosted(hosted);
    }

    /** A process with its parts, or null after a fault. */
    HostedComponent hosted(Element element) {
        if (element.is("ClientProcess")) {
            return client(element);
        }
        if (element.is("Server")) {
            return server(element);
        }
        return element.is("Router") ? router(element) : null;
    }

    private ClientProcess client(Element element) {
        marked(element, "ClientProcess", List.of("rank", "thread", "application"), List.of("NETWORKINTERFACE"));
        Identity identity = identities.of(element);
        int rank = fields.id(element, "rank");
        int thread = fields.id(element, "thread", 0);
        String application = element.attribute("application").orElse("");
        if (application.isEmpty()) {
            faults.add(element, "needs the attribute application, an alias of the ApplicationList");
        }
        boolean needsNic = thread == 0 || element.child("NETWORKINTERFACE").isPresent();
        NetworkInterface nic = needsNic ? nic(element) : null;
        if (needsNic && nic == null) {
            return null;
        }
        return fields.made(element, () -> new ClientProcess(identity, application, rank, thread, nic));
    }

    private Server server(Element element) {
        marked(
                element,
                "Server",
                List.of(METADATA_TIME, CAPACITY),
                List.of("NETWORKINTERFACE", "IOSUBSYSTEM", "CACHESTRATEGY", METADATA_TIME, CAPACITY));
        Identity identity = identities.of(element);
        IoSubsystem storage = part(element, "IOSUBSYSTEM", "IOSubsystem", IoSubsystem.class);
        CacheLayer cache = part(element, "CACHESTRATEGY", "ServerCacheLayer", CacheLayer.class);
        NetworkInterface nic = nic(element);
        double metadata = fields.number(element, METADATA_TIME, Quantity.Unit.TIME, "0s");
        double capacity = fields.number(element, CAPACITY, Quantity.Unit.COUNT, Long.toString(Server.UNLIMITED));
        boolean complete = !Double.isNaN(metadata) && !Double.isNaN(capacity);
        if (storage == null || cache == null || nic == null || !complete) {
            return null;
        }
        String place = element.placeOf(CAPACITY).text();
        return fields.made(
                element,
                () -> new Server(identity, nic, storage, cache, (long) metadata, new Capacity((long) capacity, place)));
    }

    private Router router(Element element) {
        marked(element, "Router", List.of(), List.of("NETWORKINTERFACE"));
        Identity identity = identities.of(element);
        NetworkInterface nic = nic(element);
        return nic == null ? null : new Router(identity, nic);
    }

    /** Checks what a process may consist of. */
    private void marked(Element element, String name, List<String> attributes, List<String> parts) {
        String implementation = Names.implementationOf(element).orElse(name);
        if (!implementation.equalsIgnoreCase(name)) {
            faults.add(element, "implementation='" + implementation + "' is unknown; allowed are: " + name);
        }
        List<String> allowed = new ArrayList<>(attributes);
        allowed.addAll(MARKS);
        fields.onlyAttributes(element, allowed);
        List<String> children = new ArrayList<>(parts);
        children.addAll(IDENTITY);
        fields.onlyChildren(element, children);
        checkIdentifier(element);
    }

    private NetworkInterface nic(Element element) {
        return part(element, "NETWORKINTERFACE", "NIC", NetworkInterface.class);
    }

    /** The one component inside a wrapper. */
    private <T extends Component> T part(Element element, String wrapperTag, String tag, Class<T> type) {
        Element wrapper = element.child(wrapperTag).orElse(null);
        if (wrapper == null || wrapper.children().isEmpty()) {
            faults.add(wrapper == null ? element : wrapper, "needs a <" + tag + "> in <" + wrapperTag + ">");
            return null;
        }
        Element child = wrapper.children().get(0);
        // The analytical interface may also be named by its tag.
        boolean named = registry.find(tag, child.tag()).isPresent() && !child.is(tag);
        if ((!child.is(tag) && !named) || wrapper.children().size() > 1) {
            faults.add(wrapper, "must hold exactly one <" + tag + ">");
            return null;
        }
        Element complete = named && child.attribute("implementation").isEmpty()
                ? child.withAttribute("implementation", child.tag())
                : child;
        return component(complete, tag, type);
    }

    /** What is misspelt here would leave a component without the name or id that others refer to. */
    private void checkIdentifier(Element component) {
        component.child("IDENTIFIER").ifPresent(wrapper -> {
            fields.onlyAttributes(wrapper, List.of());
            fields.onlyChildren(wrapper, List.of("ComponentIdentifier"));
            wrapper.child("ComponentIdentifier")
                    .ifPresent(identifier -> fields.onlyAttributes(identifier, List.of("name", "id")));
        });
    }
}
