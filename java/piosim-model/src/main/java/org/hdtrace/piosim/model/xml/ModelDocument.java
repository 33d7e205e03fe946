// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.IdleClients;
import org.hdtrace.piosim.model.cluster.UnusedParts;
import org.hdtrace.piosim.model.document.DocumentParser;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.document.Overrides;
import org.hdtrace.piosim.model.document.Templates;
import org.hdtrace.piosim.model.document.legacy.LegacyModel;

/**
 * A model file that was parsed once, of which models with different values are made. What happens to the file later
 * changes nothing. Immutable, for any number of threads.
 */
public final class ModelDocument {
    private final Path file;
    private final Element project;

    private ModelDocument(Path file, Element project) {
        this.file = file;
        this.project = project;
    }

    /**
     * Parse a file.
     *
     * @throws ModelFormatException when it can't be read or isn't well-formed
     */
    public static ModelDocument parse(Path file) throws ModelFormatException {
        return new ModelDocument(file, DocumentParser.parse(file));
    }

    /**
     * The model with some values changed.
     *
     * @param overrides {@code PATH=VALUE} texts, see {@link Overrides}
     * @param notes is told of processes that nothing can give a program, and what a file of the kind used before 2010 says
     *     that has no meaning any more
     * @throws ModelFormatException with everything that is wrong with the file or the overrides
     */
    public ClusterModel model(List<String> overrides, Consumer<String> notes) throws ModelFormatException {
        return model(overrides, List.of(), notes, unused -> {});
    }

    /**
     * The model of a point of a sweep.
     *
     * @param overrides what {@code --set} gives
     * @param varied what {@code --vary} gives; applied after the others
     * @throws ModelFormatException with everything that is wrong with the file or the overrides
     */
    public ClusterModel model(List<String> overrides, List<String> varied) throws ModelFormatException {
        return model(overrides, varied, note -> {}, unused -> {});
    }

    /** As above, with somebody who is told what is stated for nothing. */
    ClusterModel model(List<String> overrides, List<String> varied, Consumer<String> notes, Consumer<String> unused)
            throws ModelFormatException {
        Faults faults = new Faults(file);
        checkKind(faults);
        Overrides changes = new Overrides(overrides, varied, faults);
        faults.throwIfAny();

        Element written = LegacyModel.isOne(project) ? LegacyModel.translate(project, faults, notes) : project;
        faults.throwIfAny();
        Templates templates = new Templates(written, faults);
        Element complete = changes.applyToComponents(templates.apply(changes.applyToGenerators(written)));
        DocumentReader reader = new DocumentReader(faults, templates, changes);
        ClusterModel model = reader.model(complete);
        IdleClients.of(model).forEach(idle -> notes.accept("line " + reader.lineOf(idle.first()) + ": " + idle.text()));
        templates.unused().forEach(name -> unused.accept("template '" + name + "': nothing takes values from it"));
        UnusedParts.of(model).forEach(unused);
        return model;
    }

    private void checkKind(Faults faults) {
        if (!project.is("Project")) {
            String hint = project.is("Application") ? " (this is an application, not a model)" : "";
            faults.add(project, "the root of a model file is <Project>" + hint);
        }
    }
}
