// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.imports;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** All formats that projects are made of. Thread: any. */
public final class Importers {
    private Importers() {}

    /** By name. */
    public static List<Importer> all() {
        return ServiceLoader.load(Importer.class, Importers.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Importer::name))
                .toList();
    }

    /** The one of a name. */
    public static Optional<Importer> named(String name) {
        return all().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** The one that takes a file for its own. */
    public static Optional<Importer> of(Path file) {
        return all().stream().filter(each -> each.accepts(file)).findFirst();
    }
}
