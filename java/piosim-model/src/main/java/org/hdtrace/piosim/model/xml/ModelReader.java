// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.document.DocumentParser;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.document.Overrides;
import org.hdtrace.piosim.model.document.Templates;
import org.hdtrace.piosim.model.document.legacy.LegacyModel;

/**
 * Reads model files: the original's spelling with qualified class names, the short one, and that of the files before
 * 2010 with switches, ports and connections, which is rewritten first. Templates are applied and values overridden, in
 * this order, before components are made; generators make theirs from few prototypes. Tags and attributes are matched
 * ignoring case.
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
        return read(file, overrides, note -> {});
    }

    /**
     * Read a model and learn what of it isn't used.
     *
     * @param notes is told what a file of the kind used before 2010 says that has no meaning any more
     * @throws ModelFormatException with everything that is wrong with the file or the overrides
     */
    public static ClusterModel read(Path file, List<String> overrides, Consumer<String> notes)
            throws ModelFormatException {
        Faults faults = new Faults(file);
        Element written = DocumentParser.parse(file);
        checkKind(written, faults);
        Overrides changes = new Overrides(overrides, faults);
        faults.throwIfAny();

        boolean legacy = LegacyModel.isOne(written);
        Element project = legacy ? LegacyModel.translate(written, faults, notes) : written;
        faults.throwIfAny();
        Templates templates = new Templates(project, faults);
        Element complete = changes.applyToComponents(templates.apply(changes.applyToGenerators(project)));
        return new DocumentReader(faults, templates, changes).model(complete);
    }

    private static void checkKind(Element project, Faults faults) {
        if (!project.is("Project")) {
            String hint = project.is("Application") ? " (this is an application, not a model)" : "";
            faults.add(project, "the root of a model file is <Project>" + hint);
        }
    }
}
