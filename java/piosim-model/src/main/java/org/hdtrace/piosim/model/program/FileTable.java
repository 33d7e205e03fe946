// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.FileDescription;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.SimpleStripe;

/** The files of a project: those it lists, then those that traces open besides, in the order of the ranks. */
final class FileTable {
    private final Map<String, ApplicationFile> byName = new HashMap<>();
    private final List<ApplicationFile> all = new ArrayList<>();
    private final Set<Integer> opened = new HashSet<>();
    private boolean closed;

    private FileTable() {}

    static FileTable of(Project project) throws TraceFormatException {
        FileTable table = new FileTable();
        for (FileDescription file : project.files()) {
            if (!table.byName.containsKey(file.name())) {
                table.add(file.name(), file.initialSize(), distribution(project, file));
            }
        }
        return table;
    }

    private static Distribution distribution(Project project, FileDescription file) throws TraceFormatException {
        String name = file.distribution().substring(file.distribution().lastIndexOf('.') + 1);
        if (!name.isEmpty() && !name.equalsIgnoreCase("SimpleStripe")) {
            throw new TraceFormatException(
                    project.file(),
                    "FileList",
                    "distribution '" + name + "' of file '" + file.name() + "' is unknown; allowed are: SimpleStripe");
        }
        if (file.chunkSize() <= 0 || file.initialSize() < 0) {
            throw new TraceFormatException(
                    project.file(),
                    "FileList",
                    "file '" + file.name() + "': ChunkSize=" + file.chunkSize() + " must be > 0 and InitialSize="
                            + file.initialSize() + " >= 0");
        }
        return new SimpleStripe(file.chunkSize());
    }

    List<ApplicationFile> all() {
        return all;
    }

    /** The file of a name. */
    ApplicationFile get(String name) {
        ApplicationFile file = byName.get(name);
        return file != null ? file : add(name, 0, SimpleStripe.DEFAULT);
    }

    /**
     * The file that a call opens. One that doesn't exist before is striped as the first call wants that creates it, by the
     * hint {@code striping_unit}; later ones don't change it, as in ROMIO.
     */
    ApplicationFile open(String name, FileHints hints, boolean creates) {
        ApplicationFile file = get(name);
        OptionalLong unit = hints.number("striping_unit");
        if (!closed && opened.add(file.id()) && creates && file.initialSize() == 0 && unit.isPresent()) {
            file = new ApplicationFile(file.id(), name, 0, new SimpleStripe(unit.getAsLong()));
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
