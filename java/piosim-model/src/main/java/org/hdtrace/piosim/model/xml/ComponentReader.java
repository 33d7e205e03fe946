// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.Identity;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Router;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.UniqueNames;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Names;

/** Makes components from their elements. Those without a name or id get one. */
final class ComponentReader {
    private static final Pattern ID = Pattern.compile("[0-9]{1,9}");
    private static final List<String> IDENTITY = List.of("IDENTIFIER");
    private static final List<String> MARKS = List.of("implementation", "template", "name", "id");

    private final Faults faults;
    private final Fields fields;
    private final ComponentRegistry registry = ComponentRegistry.STANDARD;
    private final Set<Integer> reservedIds = new HashSet<>();
    private final UniqueNames names = new UniqueNames();
    private final Map<Integer, Integer> lines = new HashMap<>();
    private final TreeMap<Integer, Integer> generatedLines = new TreeMap<>();
    private int firstGenerated;
    private int endGenerated;
    private int nextId;

    ComponentReader(Faults faults, Fields fields) {
        this.faults = faults;
        this.fields = fields;
    }

    /** Notes all ids that the document gives, so that those made up here don't collide with them. */
    void reserve(Element element) {
        String id = element.attribute("id").orElse("");
        if (ID.matcher(id).matches()) {
            reservedIds.add(Integer.parseInt(id));
        }
        element.children().forEach(this::reserve);
    }

    /**
     * Sets ids aside for components that generators make, behind all that the document gives.
     *
     * @return the first of them
     */
    int reserveGenerated(long count) {
        firstGenerated = reservedIds.stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
        endGenerated = Math.addExact(firstGenerated, Math.toIntExact(count));
        return firstGenerated;
    }

    /** The first id that was set aside. */
    int firstGeneratedId() {
        return firstGenerated;
    }

    /** Notes that all generated components from an id on come from a line. */
    void generatedFrom(int id, int line) {
        generatedLines.put(id, line);
    }

    /** A name made unique, with an id that was set aside. */
    Identity generated(String wanted, int id) {
        return new Identity(names.unique(wanted), id);
    }

    /** The line of a component, or 0. */
    int lineOf(int componentId) {
        if (componentId >= firstGenerated && componentId < endGenerated) {
            return generatedLines.floorEntry(componentId).getValue();
        }
        return lines.getOrDefault(componentId, 0);
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
        fields.onlyChildren(element, allowed);
        checkIdentifier(element);
        allowed.addAll(MARKS);
        fields.onlyAttributes(element, allowed);
        Map<String, Double> values = new LinkedHashMap<>();
        boolean complete = true;
        for (ComponentRegistry.Value value : entry.values()) {
            double number = fields.number(element, value.name(), value.unit(), value.otherwise());
            complete &= !Double.isNaN(number);
            values.put(value.name(), number);
        }
        Identity identity = given == null ? identity(element) : given;
        if (!complete) {
            return null;
        }
        Component made = fields.made(element, () -> entry.create().apply(values).withIdentity(identity));
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
                    (name.isEmpty() ? "needs an implementation" : "implementation='" + name + "' is unknown")
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
        Identity identity = identity(element);
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
        marked(element, "Server", List.of(), List.of("NETWORKINTERFACE", "IOSUBSYSTEM", "CACHESTRATEGY"));
        Identity identity = identity(element);
        IoSubsystem storage = part(element, "IOSUBSYSTEM", "IOSubsystem", IoSubsystem.class);
        CacheLayer cache = part(element, "CACHESTRATEGY", "ServerCacheLayer", CacheLayer.class);
        NetworkInterface nic = nic(element);
        return storage == null || cache == null || nic == null ? null : new Server(identity, nic, storage, cache);
    }

    private Router router(Element element) {
        marked(element, "Router", List.of(), List.of("NETWORKINTERFACE"));
        Identity identity = identity(element);
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

    private Identity identity(Element element) {
        String idText = Names.idOf(element).map(String::strip).orElse("");
        int id;
        if (idText.isEmpty()) {
            while (reservedIds.contains(nextId) || (nextId >= firstGenerated && nextId < endGenerated)) {
                nextId++;
            }
            id = nextId++;
        } else if (ID.matcher(idText).matches()) {
            id = Integer.parseInt(idText);
        } else {
            faults.add(element, "id='" + idText + "': must be a number");
            id = -1;
        }
        lines.putIfAbsent(id, element.line());
        String wanted = Names.nameOf(element)
                .filter(name -> !name.isBlank())
                .orElse(element.tag().toLowerCase(Locale.ROOT) + id);
        return new Identity(names.unique(wanted), id);
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
