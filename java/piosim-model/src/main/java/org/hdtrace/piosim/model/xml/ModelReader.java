// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.document.Overrides;

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
     * @param notes is told of processes that nothing can give a program, and what a file of the kind used before 2010 says
     *     that has no meaning any more
     * @throws ModelFormatException with everything that is wrong with the file or the overrides
     */
    public static ClusterModel read(Path file, List<String> overrides, Consumer<String> notes)
            throws ModelFormatException {
        return read(file, overrides, notes, unused -> {});
    }

    /**
     * Read a model and learn what of it isn't used, templates included.
     *
     * @param notes as above
     * @param unused is told what is stated for nothing
     * @throws ModelFormatException with everything that is wrong with the file or the overrides
     */
    public static ClusterModel read(Path file, List<String> overrides, Consumer<String> notes, Consumer<String> unused)
            throws ModelFormatException {
        return ModelDocument.parse(file).model(overrides, List.of(), notes, unused);
    }
}
