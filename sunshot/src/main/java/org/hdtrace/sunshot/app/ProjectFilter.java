// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.swing.filechooser.FileFilter;
import org.hdtrace.analysis.imports.Importer;
import org.hdtrace.analysis.imports.Importers;

/** What the dialog for opening shows: folders, projects, and the traces that projects are made of. Thread: any. */
final class ProjectFilter extends FileFilter {
    private final List<Importer> importers;

    /** With all readers of foreign traces. */
    ProjectFilter() {
        this(Importers.all());
    }

    ProjectFilter(List<Importer> importers) {
        this.importers = importers;
    }

    @Override
    public boolean accept(File file) {
        String name = file.getName().toLowerCase(Locale.ROOT);
        return file.isDirectory()
                || name.endsWith(".proj")
                || name.endsWith(".xml")
                || importers.stream().anyMatch(each -> each.accepts(file.toPath()));
    }

    @Override
    public String getDescription() {
        return "HDTrace projects (.proj, .xml), traces of "
                + importers.stream().map(Importer::title).collect(Collectors.joining(", "));
    }
}
