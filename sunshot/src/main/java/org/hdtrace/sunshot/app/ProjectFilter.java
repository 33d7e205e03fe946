// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.File;
import java.util.List;
import java.util.Locale;
import javax.swing.filechooser.FileFilter;
import org.hdtrace.analysis.imports.Importer;
import org.hdtrace.analysis.imports.Importers;

/** What the dialog for opening shows: folders, projects, and the traces that projects are made of. Thread: any. */
final class ProjectFilter extends FileFilter {
    private final List<Importer> importers = Importers.all();

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
        return "HDTrace projects (.proj, .xml), Paje (.trace, .trace.gz, .paje), OTF2 (.otf2), SLOG-2 (.slog2)";
    }
}
