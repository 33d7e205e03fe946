// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.legacy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Names;

/**
 * Rewrites a model file of the kind used before 2010. Three spellings of it are known: machines that refer to each
 * other by name, and nodes that refer by id, with their wrappers in small or in capital letters.
 *
 * <p>Every connection becomes one directed edge. What passes a computer passes it once at its {@code
 * InternalDataTransferSpeed} (infinitely fast where there is none): a computer with one process and one card becomes a
 * node whose interface has that bandwidth and the card's cable; any other gets a network node of that bandwidth which
 * its cables leave from and to which the interface of each process is joined without cost.
 */
public final class LegacyModel {
    private static final List<String> MARKS = List.of("SwitchList", "MaschineList", "Switch", "Maschine", "Connection");
    private static final List<String> BLOCKS =
            List.of("Templates", "ApplicationList", "GlobalSettings", "ComponentList", "IORedirectionList");
    private static final List<String> LISTS = List.of("MaschineList", "NodeList", "SwitchList");

    private final Faults faults;
    private final LegacyParts parts;

    private LegacyModel(Faults faults, LegacyParts parts) {
        this.faults = faults;
        this.parts = parts;
    }

    /** Whether a file is of that kind: it has an element that only those have. */
    public static boolean isOne(Element project) {
        for (String mark : MARKS) {
            if (project.is(mark)) {
                return true;
            }
        }
        return project.children().stream().anyMatch(LegacyModel::isOne);
    }

    /**
     * The project in today's vocabulary; elements keep their lines, names and ids.
     *
     * @param notes is told, once each, which values have no meaning any more
     */
    public static Element translate(Element project, Faults faults, Consumer<String> notes) {
        return new LegacyModel(faults, new LegacyParts(faults, notes, project)).project(project);
    }

    private Element project(Element project) {
        parts.onlyChildren(project, BLOCKS);
        List<Element> blocks = new ArrayList<>();
        for (Element block : project.children()) {
            if (block.is("Templates")) {
                blocks.add(templates(block));
            } else if (block.is("GlobalSettings")) {
                blocks.add(settings(block));
            } else if (!block.is("ComponentList") && !block.is("ApplicationList")) {
                blocks.add(block);
            }
        }
        blocks.add(applications(project));
        project.child("ComponentList").ifPresent(components -> addComponents(components, blocks));
        return project.withChildren(blocks);
    }

    /** Those listed, and those that processes belong to: a model without any was given them by its caller. */
    private static Element applications(Element project) {
        List<Element> listed = new ArrayList<>();
        project.children("ApplicationList").forEach(list -> listed.addAll(list.children()));
        Set<String> aliases = new LinkedHashSet<>();
        project.children("ComponentList").forEach(list -> addAliases(list, aliases));
        listed.forEach(application -> application.attribute("alias").ifPresent(aliases::remove));
        Element place = project.child("ApplicationList").orElse(project);
        aliases.forEach(
                alias -> listed.add(LegacyParts.make("Application", place).withAttribute("alias", alias)));
        return LegacyParts.make("ApplicationList", place).withChildren(listed);
    }

    private static void addAliases(Element element, Set<String> aliases) {
        element.attribute("application").ifPresent(aliases::add);
        element.children().forEach(child -> addAliases(child, aliases));
    }

    private void addComponents(Element components, List<Element> blocks) {
        parts.onlyChildren(components, LISTS);
        LegacyNetwork network = new LegacyNetwork(faults, parts, components);
        LegacyNodes nodes = new LegacyNodes(parts, network);
        List<Element> computers = new ArrayList<>();
        for (Element list : components.children()) {
            boolean switches = list.is("SwitchList");
            parts.onlyChildren(list, switches ? List.of("Switch") : List.of("Node", "Maschine"));
            for (Element member : list.children()) {
                if (switches) {
                    network.addSwitch(member);
                } else {
                    computers.add(nodes.node(member));
                }
            }
        }
        network.finish(computers, blocks);
    }

    /** Those that are a component of their own today. */
    private Element templates(Element block) {
        List<Element> kept = new ArrayList<>();
        for (Element template : block.children()) {
            parts.template(template).ifPresent(kept::add);
        }
        return block.withChildren(kept);
    }

    private static Element settings(Element block) {
        return block.withChildren(
                block.children().stream().map(LegacyModel::method).toList());
    }

    /** A command's method under its present name. */
    private static Element method(Element setting) {
        String command = setting.attribute("name").orElse("");
        if (!setting.is("ClientMethod")) {
            return setting;
        }
        if (command.equalsIgnoreCase("Receive")) {
            return setting.withAttribute("name", "Recv");
        }
        Optional<String> file = List.of("Fileread", "Filewrite").stream()
                .filter(command::equalsIgnoreCase)
                .findFirst();
        return file.isPresent() && Names.afterLastDot(setting.text()).equalsIgnoreCase("Direct")
                ? setting.withText(command.equalsIgnoreCase("Fileread") ? "FileReadDirect" : "FileWriteDirect")
                : setting;
    }
}
