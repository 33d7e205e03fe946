// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.legacy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Names;

/** Rewrites single components, numbers new ones, and says what was left out. For one file. */
final class LegacyParts {
    private static final Pattern ID = Pattern.compile("[0-9]{1,9}");
    private static final List<String> MARKS = List.of("name", "id", "template");
    private static final List<String> DISK = List.of(
            "AvgAccessTime",
            "MaxThroughput",
            "TrackToTrackSeekTime",
            "AverageSeekTime",
            "RPM",
            "SequentialTransferRate",
            "PositionDifferenceConsideredToBeClose",
            "MaxConcurrentRequests");

    private final Faults faults;
    private final Consumer<String> notes;
    private final Set<String> noted = new HashSet<>();
    private final Set<String> templates = new HashSet<>();
    private int nextId;

    LegacyParts(Faults faults, Consumer<String> notes, Element project) {
        this.faults = faults;
        this.notes = notes;
        this.nextId = largestId(project) + 1;
    }

    private static int largestId(Element element) {
        String id = element.attribute("id").orElse("");
        int largest = ID.matcher(id).matches() ? Integer.parseInt(id) : -1;
        for (Element child : element.children()) {
            largest = Math.max(largest, largestId(child));
        }
        return largest;
    }

    /** The element's own id, or a new one. */
    String idOf(Element element) {
        return Names.idOf(element)
                .map(String::strip)
                .filter(id -> !id.isEmpty())
                .orElseGet(this::newId);
    }

    String newId() {
        return Integer.toString(nextId++);
    }

    void onlyChildren(Element element, List<String> allowed) {
        for (Element child : element.children()) {
            if (allowed.stream().noneMatch(child::is)) {
                faults.add(
                        child,
                        "not known inside <" + element.tag() + "> of a file of the kind used before 2010; allowed are: "
                                + String.join(", ", allowed));
            }
        }
    }

    /** A component's template in today's vocabulary; empty for the parts that are none any more. */
    Optional<Element> template(Element template) {
        Optional<Element> made = translate(template);
        made.flatMap(Names::nameOf).ifPresent(templates::add);
        return made;
    }

    private Optional<Element> translate(Element template) {
        if (template.is("Node") || template.is("Maschine")) {
            return Optional.of(computer(template));
        }
        if (template.is("Switch")) {
            return Optional.of(networkSwitch(template));
        }
        if (template.is("Connection")) {
            return Optional.of(edge(template));
        }
        if (template.is("IOSubsystem")) {
            return Optional.of(disk(template));
        }
        return template.is("Server") ? Optional.of(server(template)) : Optional.empty();
    }

    /** A computer without its processes. */
    Element computer(Element old) {
        onlyChildren(
                old,
                List.of(
                        "CPUs",
                        "InstructionsPerSecond",
                        "InstructionPerSecond",
                        "MemorySize",
                        "CacheSize",
                        "InternalDataTransferSpeed",
                        "ROUTINGALGORITHM",
                        "PaketRoutingAlgorithm",
                        "NICS",
                        "NIC",
                        "HOSTEDCOMPONENTS",
                        "Client",
                        "Server"));
        drop(old, "CacheSize");
        List<Element> values = values(old, List.of("CPUs", "InstructionsPerSecond", "MemorySize"));
        old.child("InstructionPerSecond")
                .ifPresent(
                        speed -> values.add(make("InstructionsPerSecond", speed).withText(speed.text())));
        return named("Node", old).withAttribute("implementation", "Node").withChildren(values);
    }

    Element networkSwitch(Element old) {
        onlyChildren(
                old,
                List.of("TotalBandwidth", "InputBuffer", "ROUTINGALGORITHM", "PaketRoutingAlgorithm", "PORTS", "Port"));
        drop(old, "InputBuffer");
        return named("NetworkNode", old)
                .withAttribute("implementation", "StoreForwardNode")
                .withChildren(values(old, List.of("TotalBandwidth")));
    }

    Element edge(Element connection) {
        onlyChildren(connection, List.of("Latency", "Bandwidth"));
        return named("NetworkEdge", connection)
                .withAttribute("implementation", "SimpleNetworkEdge")
                .withChildren(values(connection, List.of("Latency", "Bandwidth")));
    }

    private Element disk(Element old) {
        onlyChildren(old, DISK);
        String kind = Names.implementationOf(old).orElse("IOSubsystem");
        return named("IOSubsystem", old)
                .withAttribute("implementation", kind.equalsIgnoreCase("IOSubsystem") ? "SimpleDisk" : kind)
                .withChildren(values(old, DISK));
    }

    /** A server without its network interface. */
    Element server(Element old) {
        onlyChildren(old, List.of("IOSUBSYSTEM", "CACHESTRATEGY"));
        List<Element> inside = new ArrayList<>();
        old.child("IOSUBSYSTEM")
                .ifPresent(wrapper -> inside.add(make("IOSUBSYSTEM", wrapper)
                        .withChildren(
                                wrapper.children().stream().map(this::disk).toList())));
        old.child("CACHESTRATEGY")
                .ifPresent(wrapper -> inside.add(make("CACHESTRATEGY", wrapper)
                        .withChildren(
                                wrapper.children().stream().map(this::cache).toList())));
        return named("Server", old).withChildren(inside);
    }

    private Element cache(Element old) {
        String hole = "ReadDataSievingMaxHoleSizeToCombine";
        onlyChildren(old, List.of("MaxNumberOfConcurrentIOOps", hole));
        String kind = Names.implementationOf(old).orElse("");
        List<Element> values = values(old, List.of("MaxNumberOfConcurrentIOOps"));
        if (kind.equalsIgnoreCase("ServerDirectedIO")) {
            values.addAll(values(old, List.of(hole)));
        } else {
            drop(old, hole);
        }
        return named("ServerCacheLayer", old)
                .withAttribute("implementation", kind)
                .withChildren(values);
    }

    private void drop(Element old, String value) {
        old.child(value).ifPresent(child -> note(child.tag() + " of <" + old.tag() + "> has no meaning any more"));
    }

    /** Say something once. */
    private void note(String text) {
        if (noted.add(text)) {
            notes.accept(text);
        }
    }

    /** The first of a component's routing algorithms, as an implementation. */
    static Optional<String> routing(Element old) {
        return old.child("ROUTINGALGORITHM")
                .flatMap(wrapper -> wrapper.children().stream().findFirst())
                .flatMap(Names::implementationOf);
    }

    private List<Element> values(Element old, List<String> names) {
        List<Element> values = new ArrayList<>();
        for (String name : names) {
            old.child(name).ifPresent(child -> values.add(make(name, child).withText(child.text())));
        }
        return values;
    }

    /** An element with the marks of another: name, id, and the template if that still exists. */
    Element named(String tag, Element old) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (String mark : MARKS) {
            old.attribute(mark)
                    .filter(value -> !mark.equals("template") || templates.contains(value))
                    .ifPresent(value -> attributes.put(mark, value));
        }
        return new Element(tag, attributes, "", List.of(), old.line());
    }

    /** An empty element in the line of another. */
    static Element make(String tag, Element place) {
        return new Element(tag, Map.of(), "", List.of(), place.line());
    }
}
