// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.hdtrace.piosim.model.cluster.ApplicationReference;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.GlobalSettings;
import org.hdtrace.piosim.model.cluster.InvalidModelException;
import org.hdtrace.piosim.model.cluster.IoRedirection;
import org.hdtrace.piosim.model.cluster.MethodChoice;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Template;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Generators;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.document.Overrides;
import org.hdtrace.piosim.model.document.Stated;
import org.hdtrace.piosim.model.document.Templates;
import org.hdtrace.piosim.model.document.generate.Generator;
import org.hdtrace.piosim.model.document.generate.GeneratorReader;
import org.hdtrace.piosim.model.file.FileHints;

/** Turns the blocks of a complete document into a model. For one document. */
final class DocumentReader {
    private static final List<String> BLOCKS = List.of(
            "Templates", "ApplicationList", "GlobalSettings", "ComponentList", "TopologyList", "IORedirectionList");

    private final Faults faults;
    private final Templates templates;
    private final Overrides overrides;
    private final Fields fields;
    private final Identities identities;
    private final ComponentReader components;
    /** Of the parts that aren't components, and of the memory of nodes, the very objects. */
    private final IdentityHashMap<Object, Stated> places = new IdentityHashMap<>();

    DocumentReader(Faults faults, Templates templates, Overrides overrides) {
        this.faults = faults;
        this.templates = templates;
        this.overrides = overrides;
        this.fields = new Fields(faults);
        this.identities = new Identities(faults);
        this.components = new ComponentReader(faults, fields, identities);
    }

    ClusterModel model(Element project) throws ModelFormatException {
        fields.onlyChildren(project, BLOCKS);
        for (String block : BLOCKS) {
            if (project.children(block).size() > 1) {
                faults.add(project.children(block).get(1), "appears twice");
            }
        }
        identities.reserve(project);
        List<Generator> generators = generators(project);
        List<ApplicationReference> applications = applications(block(project, "ApplicationList"));
        GlobalSettings settings = settings(block(project, "GlobalSettings"));
        Element list = block(project, "ComponentList");
        List<String> parts = new ArrayList<>(List.of("NodeList", "NetworkEdgeList", "NetworkNodeList"));
        parts.addAll(Generators.tags());
        fields.onlyChildren(list, parts);
        fields.onlyAttributes(list, List.of());
        List<Node> nodes = new ArrayList<>();
        List<NetworkEdgeModel> edges = new ArrayList<>();
        List<NetworkNodeModel> switches = new ArrayList<>();
        members(list, "NodeList", "Node").forEach(element -> addNode(nodes, element));
        members(list, "NetworkEdgeList", "NetworkEdge")
                .forEach(element -> add(edges, components.component(element, "NetworkEdge", NetworkEdgeModel.class)));
        members(list, "NetworkNodeList", "NetworkNode")
                .forEach(
                        element -> add(switches, components.component(element, "NetworkNode", NetworkNodeModel.class)));
        TopologyReader networks = new TopologyReader(faults, fields, places::put);
        List<Topology> topologies = new ArrayList<>(networks.topologies(block(project, "TopologyList")));
        GeneratedParts generated =
                new GeneratedParts(components, identities, networks, templates, overrides, places::put);
        boolean complete = generators.size() == Generators.of(project).size();
        for (Generator generator : generators) {
            complete &= faults.isEmpty();
            if (complete) {
                generated.make(generator).addTo(nodes, edges, switches, topologies);
            }
        }
        // What wasn't generated may be what an override is meant for.
        if (complete) {
            overrides.reportUnmatched(faults);
        }
        List<IoRedirection> redirections = redirections(block(project, "IORedirectionList"));
        faults.throwIfAny();
        List<Template> prototypes = templates.all().entrySet().stream()
                .map(entry -> new Template(entry.getKey(), entry.getValue()))
                .toList();
        return checked(() ->
                new ClusterModel(prototypes, applications, settings, nodes, edges, switches, topologies, redirections));
    }

    private void addNode(List<Node> nodes, Element element) {
        Node node = components.node(element);
        add(nodes, node);
        if (node != null) {
            places.put(node, Stated.of(element, GeneratedParts.MEMORY));
        }
    }

    /** The line of a component of the model that was read, 0 when it isn't known. */
    int lineOf(int componentId) {
        Stated stated = identities.stated(componentId);
        return stated == null ? 0 : stated.place().line();
    }

    /** Those of the document, after ids were set aside for what they make. */
    private List<Generator> generators(Element project) {
        List<Generator> all = new ArrayList<>();
        for (Element element : Generators.of(project)) {
            GeneratorReader.read(element, faults).ifPresent(all::add);
        }
        long count = all.stream().mapToLong(Generator::components).sum();
        int next = identities.reserveGenerated(count);
        for (Generator generator : all) {
            identities.generatedFrom(next, Stated.of(generator.element()));
            next += (int) generator.components();
        }
        return all;
    }

    private ClusterModel checked(Supplier<ClusterModel> create) throws ModelFormatException {
        try {
            return create.get();
        } catch (InvalidModelException e) {
            for (ClusterModel.Problem problem : e.problems()) {
                Stated stated = places.get(problem.part());
                if (stated == null) {
                    stated = identities.stated(problem.componentId());
                }
                if (stated == null) {
                    faults.add(0, problem.text());
                } else {
                    faults.add(stated, problem.text());
                }
            }
            faults.throwIfAny();
            throw e;
        }
    }

    private static Element block(Element project, String tag) {
        return project.child(tag).orElseGet(() -> new Element(tag, Map.of(), "", List.of(), project.line()));
    }

    private List<Element> members(Element list, String tag, String memberTag) {
        List<Element> all = new ArrayList<>();
        for (Element members : list.children(tag)) {
            fields.onlyChildren(members, List.of(memberTag));
            fields.onlyAttributes(members, List.of());
            all.addAll(members.children(memberTag));
        }
        return all;
    }

    private static <T> void add(List<T> list, T item) {
        if (item != null) {
            list.add(item);
        }
    }

    private List<ApplicationReference> applications(Element list) {
        fields.onlyChildren(list, List.of("Application"));
        fields.onlyAttributes(list, List.of());
        List<ApplicationReference> all = new ArrayList<>();
        for (Element application : list.children("Application")) {
            fields.onlyAttributes(application, List.of("alias", "file"));
            String alias = application.attribute("alias").orElse("");
            if (alias.isEmpty()) {
                faults.add(application, "needs the attribute alias");
            } else {
                ApplicationReference made = new ApplicationReference(
                        alias,
                        application.attribute("file").orElse(""),
                        application.place().text());
                places.put(made, Stated.of(application));
                all.add(made);
            }
        }
        return all;
    }

    private GlobalSettings settings(Element element) {
        GlobalSettings standard = GlobalSettings.DEFAULT;
        List<String> values = List.of("TransferGranularity", "IOGranularity", "MaxEagerSendSize");
        fields.onlyAttributes(element, values);
        List<String> children = new ArrayList<>(values);
        children.add("ClientMethod");
        fields.onlyChildren(element, children);
        long packet = size(element, "TransferGranularity", standard.transferGranularity());
        long job = size(element, "IOGranularity", standard.ioGranularity());
        long eager = size(element, "MaxEagerSendSize", standard.maxEagerSendSize());
        Map<CommandType, MethodChoice> methods = methods(element);
        GlobalSettings made = fields.made(element, () -> new GlobalSettings(packet, job, eager, methods));
        return made == null ? standard : made;
    }

    private long size(Element element, String name, long otherwise) {
        double value = fields.number(element, name, Quantity.Unit.COUNT, Long.toString(otherwise));
        return Double.isNaN(value) ? otherwise : (long) value;
    }

    private Map<CommandType, MethodChoice> methods(Element settings) {
        Map<CommandType, MethodChoice> methods = new HashMap<>();
        Set<CommandType> seen = new HashSet<>();
        for (Element method : settings.children("ClientMethod")) {
            String name = method.attribute("name").orElse("");
            CommandType command = CommandType.byName(name).orElse(null);
            if (command == null) {
                faults.add(
                        method, "name='" + name + "': must be one of " + String.join(", ", CommandType.commandNames()));
            } else if (!seen.add(command)) {
                faults.add(method, "the method of " + command.commandName() + " is chosen twice");
            } else {
                // Parameters may be given to what is used anyway.
                String text = method.text().isEmpty() ? command.defaultMethod() : method.text();
                MethodChoice choice = fields.made(
                        method,
                        () -> new MethodChoice(command.resolveMethod(text), parameters(method), stated(method)));
                if (choice != null) {
                    methods.put(command, choice);
                }
            }
        }
        return methods;
    }

    /** Where a method and its parameters stand. */
    private static Map<String, String> stated(Element method) {
        Map<String, String> places = new HashMap<>();
        places.put("", method.place().text());
        method.attributes()
                .keySet()
                .forEach(name -> places.put(name, method.placeOf(name).text()));
        return places;
    }

    /** All attributes of a method but its name; switches count as their number. */
    private Map<String, Long> parameters(Element method) {
        Map<String, Long> parameters = new HashMap<>();
        for (String name : method.attributes().keySet()) {
            Optional<FileHints.Switch> word =
                    FileHints.switchOf(method.attributes().get(name));
            if (word.isPresent()) {
                parameters.put(name, word.get().number());
            } else if (!name.equalsIgnoreCase("name")) {
                double value = fields.number(method, name, Quantity.Unit.COUNT, null);
                if (!Double.isNaN(value)) {
                    parameters.put(name, (long) value);
                }
            }
        }
        return parameters;
    }

    private List<IoRedirection> redirections(Element list) {
        fields.onlyChildren(list, List.of("IORedirect"));
        fields.onlyAttributes(list, List.of());
        List<IoRedirection> all = new ArrayList<>();
        for (Element redirect : list.children("IORedirect")) {
            fields.onlyChildren(redirect, List.of("Srv", "Component"));
            fields.onlyAttributes(redirect, List.of("default"));
            int standard = fields.id(redirect, "default", IoRedirection.DIRECT);
            Map<Integer, Integer> via = new HashMap<>();
            for (Element server : redirect.children("Srv")) {
                fields.onlyAttributes(server, List.of("id", "via"));
                int id = fields.id(server, "id");
                if (via.put(id, fields.id(server, "via")) != null) {
                    faults.add(server, "id='" + id + "': is listed twice");
                }
            }
            Set<Integer> affected = new HashSet<>();
            for (Element component : redirect.children("Component")) {
                fields.onlyAttributes(component, List.of("id"));
                int id = fields.id(component, "id");
                if (!affected.add(id)
                        || all.stream().anyMatch(other -> other.affected().contains(id))) {
                    faults.add(component, "id='" + id + "': is redirected already");
                }
            }
            IoRedirection made = new IoRedirection(standard, via, affected);
            places.put(made, Stated.of(redirect));
            all.add(made);
        }
        return all;
    }
}
