// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.GlobalSettings;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.IoRedirection;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.MethodChoice;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Raid;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.document.Element;

/**
 * Writes model files in the original's spelling, every value in its place. Reading the result gives an equal model.
 */
public final class ModelWriter {
    private static final String COMPONENTS = "de.hd.pvs.piosim.model.components.";
    private static final String ROUTINGS = "de.hd.pvs.piosim.model.networkTopology.RoutingAlgorithm.";

    private ModelWriter() {}

    /** Write a model to a file, which is replaced. */
    public static void write(ClusterModel model, Path file) throws IOException {
        Files.writeString(file, text(model), StandardCharsets.UTF_8);
    }

    /** The text of the file. */
    public static String text(ClusterModel model) {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        append(text, project(model), 0);
        return text.toString();
    }

    private static Element project(ClusterModel model) {
        List<Element> blocks = new ArrayList<>();
        blocks.add(list(
                "Templates",
                model.templates().stream().map(template -> template.content()).toList()));
        blocks.add(list(
                "ApplicationList",
                model.applications().stream()
                        .map(a -> element("Application", "alias", a.alias(), "file", a.file()))
                        .toList()));
        blocks.add(settings(model.globalSettings()));
        blocks.add(list(
                "ComponentList",
                List.of(
                        list(
                                "NodeList",
                                model.nodes().stream().map(ModelWriter::node).toList()),
                        list("NetworkEdgeList", components(model.networkEdges())),
                        list("NetworkNodeList", components(model.networkNodes())))));
        blocks.add(list(
                "TopologyList",
                model.topologies().stream().map(ModelWriter::topology).toList()));
        blocks.add(list(
                "IORedirectionList",
                model.ioRedirections().stream().map(ModelWriter::redirection).toList()));
        return list("Project", blocks);
    }

    private static Element settings(GlobalSettings settings) {
        List<Element> values = new ArrayList<>();
        values.add(Element.ofText("TransferGranularity", count(settings.transferGranularity())));
        values.add(Element.ofText("IOGranularity", count(settings.ioGranularity())));
        values.add(Element.ofText("MaxEagerSendSize", count(settings.maxEagerSendSize())));
        settings.methods().forEach((command, choice) -> values.add(method(command, choice)));
        return list("GlobalSettings", values);
    }

    private static Element method(CommandType command, MethodChoice choice) {
        Element element = element("ClientMethod", "name", command.commandName()).withText(choice.method());
        for (Map.Entry<String, Long> parameter : choice.parameters().entrySet()) {
            element = element.withAttribute(parameter.getKey(), count(parameter.getValue()));
        }
        return element;
    }

    private static String count(long value) {
        return Quantity.format((double) value, Quantity.Unit.COUNT);
    }

    private static List<Element> components(List<? extends Component> components) {
        return components.stream().map(ModelWriter::component).toList();
    }

    private static Element component(Component component) {
        ComponentRegistry.Entry entry = ComponentRegistry.STANDARD.entryOf(component);
        Element element = element(entry.tag(), "implementation", entry.qualifiedName());
        for (ComponentRegistry.Value value : entry.values()) {
            double number = value.get().applyAsDouble(component);
            if (!Double.isNaN(number)) {
                element = element.plus(Element.ofText(value.name(), Quantity.format(number, value.unit())));
            }
        }
        if (component instanceof Raid raid) {
            for (IoSubsystem device : raid.devices()) {
                element = element.plus(component(device));
            }
        }
        return element.plus(identifier(component));
    }

    private static Element node(Node node) {
        return component(node)
                .plus(list(
                        "HOSTEDCOMPONENTS",
                        node.hosted().stream().map(ModelWriter::hosted).toList()));
    }

    private static Element hosted(HostedComponent process) {
        String type = process.getClass().getSimpleName();
        Element element = element(type, "implementation", COMPONENTS + type + "." + type);
        if (process instanceof ClientProcess client) {
            element = element.withAttribute("rank", Integer.toString(client.rank()))
                    .withAttribute("thread", Integer.toString(client.thread()))
                    .withAttribute("application", client.application());
        }
        if (process instanceof Server server) {
            element = element.plus(list("IOSUBSYSTEM", List.of(component(server.ioSubsystem()))))
                    .plus(list("CACHESTRATEGY", List.of(component(server.cache()))));
            if (server.metadataNanos() > 0) {
                String time = Quantity.format((double) server.metadataNanos(), Quantity.Unit.TIME);
                element = element.plus(Element.ofText(ComponentReader.METADATA_TIME, time));
            }
            if (server.capacityBytes() < Server.UNLIMITED) {
                element = element.plus(Element.ofText(ComponentReader.CAPACITY, Long.toString(server.capacityBytes())));
            }
        }
        if (process.nic() != null) {
            element = element.plus(list("NETWORKINTERFACE", List.of(component(process.nic()))));
        }
        return element.plus(identifier(process));
    }

    private static Element identifier(Component component) {
        return list(
                "IDENTIFIER",
                List.of(element(
                        "ComponentIdentifier", "name", component.name(), "id", Integer.toString(component.id()))));
    }

    private static Element topology(Topology topology) {
        Element element = element("Topology", "name", topology.name());
        if (topology.logGops().isPresent()) {
            return LogGopsValues.write(element, topology.logGops().get());
        }
        if (topology.scheduling() == Topology.Scheduling.FIFO) {
            element = element.withAttribute("scheduling", "FIFO");
        }
        Element algorithm = routing(topology.routing());
        List<Element> children = new ArrayList<>();
        children.add(list("ROUTINGALGORITHM", List.of(algorithm)));
        List<Element> edges = new ArrayList<>();
        int from = -1;
        // Links of one source that follow each other share a Node; their order is kept.
        for (Topology.Link link : topology.links()) {
            if (link.from() != from) {
                addSource(children, from, edges);
                edges.clear();
                from = link.from();
            }
            edges.add(element("Edge", "id", Integer.toString(link.edge()), "to", Integer.toString(link.to())));
        }
        addSource(children, from, edges);
        return element.withChildren(children);
    }

    private static void addSource(List<Element> children, int from, List<Element> edges) {
        if (!edges.isEmpty()) {
            children.add(element("Node", "id", Integer.toString(from)).withChildren(edges));
        }
    }

    private static Element routing(Routing routing) {
        String implementation = ROUTINGS + RoutingRegistry.name(routing);
        Element element = element("PaketRoutingAlgorithm", "implementation", implementation);
        for (Map.Entry<String, String> value : RoutingRegistry.values(routing).entrySet()) {
            element = element.withAttribute(value.getKey(), value.getValue());
        }
        return element;
    }

    private static Element redirection(IoRedirection redirection) {
        List<Element> children = new ArrayList<>();
        redirection
                .viaByServer()
                .forEach((server, via) ->
                        children.add(element("Srv", "id", Integer.toString(server), "via", Integer.toString(via))));
        redirection.affected().forEach(id -> children.add(element("Component", "id", Integer.toString(id))));
        return element("IORedirect", "default", Integer.toString(redirection.defaultRouter()))
                .withChildren(children);
    }

    private static Element list(String tag, List<Element> children) {
        return new Element(tag, Map.of(), "", children, 0);
    }

    private static Element element(String tag, String... namesAndValues) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            attributes.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Element(tag, attributes, "", List.of(), 0);
    }

    private static void append(StringBuilder text, Element element, int depth) {
        text.append("  ".repeat(depth)).append('<').append(element.tag());
        element.attributes().forEach((name, value) -> {
            text.append(' ').append(name).append("=\"");
            escape(text, value);
            text.append('"');
        });
        if (element.children().isEmpty() && element.text().isEmpty()) {
            text.append("/>\n");
            return;
        }
        text.append('>');
        escape(text, element.text());
        if (!element.children().isEmpty()) {
            text.append('\n');
            element.children().forEach(child -> append(text, child, depth + 1));
            text.append("  ".repeat(depth));
        }
        text.append("</").append(element.tag()).append(">\n");
    }

    private static void escape(StringBuilder text, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '&' || c == '<' || c == '>' || c == '"' || c < ' ') {
                text.append("&#").append((int) c).append(';');
            } else {
                text.append(c);
            }
        }
    }
}
