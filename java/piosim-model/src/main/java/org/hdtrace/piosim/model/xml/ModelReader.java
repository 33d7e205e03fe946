// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.document.DocumentParser;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Generators;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.document.Overrides;
import org.hdtrace.piosim.model.document.Templates;

/**
 * Reads model files: the original's spelling with qualified class names, and the short one. Values are overridden,
 * generators expanded and templates applied, in this order, before components are made. Tags and attributes are
 * matched ignoring case.
 */
public final class ModelReader {
    private ModelReader() {}

    /**
     * Read a model as it is written.
     *
     * @throws ModelFormatException with everything that is wrong with it
     */
    public static ClusterModel read(Path file) throws ModelFormatException {
        return read(file, List.of());
    }

    /**
     * Read a model and change values of it.
     *
     * @param overrides {@code PATH=VALUE} texts, see {@link Overrides}
     * @throws ModelFormatException with everything that is wrong with the file or the overrides
     */
    public static ClusterModel read(Path file, List<String> overrides) throws ModelFormatException {
        Faults faults = new Faults(file);
        Element project = DocumentParser.parse(file);
        checkKind(project, faults);
        Overrides changes = new Overrides(overrides, faults);
        faults.throwIfAny();

        Templates templates = new Templates(project, faults);
        Element expanded = Generators.expand(changes.applyToGenerators(project), templates.all(), faults);
        faults.throwIfAny();
        Element complete = changes.applyToComponents(templates.apply(expanded));
        changes.reportUnmatched(faults);
        return new DocumentReader(faults, templates.all()).model(complete);
    }

    private static void checkKind(Element project, Faults faults) {
        if (!project.is("Project")) {
            String hint = project.is("Application") ? " (this is an application, not a model)" : "";
            faults.add(project, "the root of a model file is <Project>" + hint);
            return;
        }
        Element old = findOld(project);
        if (old != null) {
            faults.add(
                    old,
                    "this file is of the kind used before 2010, with switches, ports and connections; it must be"
                            + " rewritten with NetworkNodeList, NetworkEdgeList and TopologyList");
        }
    }

    private static Element findOld(Element element) {
        for (String tag : List.of("Switch", "SwitchList", "Maschine", "Port", "Connection", "CLIENTPROCESS")) {
            // A ClientProcess is fine unless it is a wrapper in capitals around one.
            if (element.is(tag)
                    && (!tag.equals("CLIENTPROCESS") || element.child(tag).isPresent())) {
                return element;
            }
        }
        for (Element child : element.children()) {
            Element found = findOld(child);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
