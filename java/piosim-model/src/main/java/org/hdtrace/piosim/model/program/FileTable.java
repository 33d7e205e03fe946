// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.FileDescription;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.Distributions;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.SimpleStripe;

/** The files of a project: those it lists, then those that traces open besides, in the order of the ranks. */
final class FileTable {
    private final Map<String, ApplicationFile> byName = new HashMap<>();
    private final List<ApplicationFile> all = new ArrayList<>();
    private final Set<Integer> opened = new HashSet<>();
    private final Map<Integer, Application.FilePlace> places = new HashMap<>();
    private boolean closed;

    private FileTable() {}

    static FileTable of(Project project) throws TraceFormatException {
        FileTable table = new FileTable();
        for (FileDescription file : project.files()) {
            if (!table.byName.containsKey(file.name())) {
                ApplicationFile made =
                        table.add(file.name(), file.initialSize(), distribution(project, table.all.size(), file));
                table.places.put(made.id(), new Application.FilePlace(project.file(), project.place(file)));
            }
        }
        return table;
    }

    private static Distribution distribution(Project project, int number, FileDescription file)
            throws TraceFormatException {
        try {
            if (file.initialSize() < 0) {
                throw new IllegalArgumentException("InitialSize=" + file.initialSize() + ": must be >= 0");
            }
            return Distributions.of(number, file);
        } catch (IllegalArgumentException e) {
            throw new TraceFormatException(
                    project.file(), project.place(file), "<File>: name='" + file.name() + "': " + e.getMessage(), e);
        }
    }

    List<ApplicationFile> all() {
        return all;
    }

    /** Where the project file lists them, by their numbers. */
    Map<Integer, Application.FilePlace> places() {
        return places;
    }

    /** The file of a name. */
    ApplicationFile get(String name) {
        ApplicationFile file = byName.get(name);
        return file != null ? file : add(name, 0, SimpleStripe.DEFAULT);
    }

    /**
     * The file that a call opens. One that doesn't exist before is striped as the first call wants that creates it, by the
     * hint {@code striping_unit} and {@code striping_factor}; later ones don't change it, as in ROMIO, nor does it
     * make stripes of another distribution.
     */
    ApplicationFile open(String name, FileHints hints, boolean creates) {
        ApplicationFile file = get(name);
        Distribution wanted = StripingHints.of(file, hints);
        boolean isNew = !closed && opened.add(file.id()) && creates && file.initialSize() == 0;
        if (isNew && !wanted.equals(file.distribution())) {
            file = new ApplicationFile(file.id(), name, 0, wanted);
            all.set(file.id(), file);
            byName.put(name, file);
        }
        return file;
    }

    /** From now on the table doesn't change: all traces have been read. */
    void close() {
        closed = true;
    }

    private ApplicationFile add(String name, long initialSize, Distribution distribution) {
        if (closed) {
            throw new IllegalStateException("file '" + name + "' appeared after loading; the trace has changed");
        }
        ApplicationFile file = new ApplicationFile(all.size(), name, initialSize, distribution);
        all.add(file);
        byName.put(name, file);
        return file;
    }
}
