// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.arrow.ArrowLoader;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;

/**
 * The messages of open runs, which arrows and matrix share: read once, kept while there is room. Thread: any; who comes second waits
 * for the one who reads.
 */
final class MessageTables {
    private final Map<Path, Entry> tables = new HashMap<>();

    private static final class Entry {
        private SoftReference<ArrowTable> table = new SoftReference<>(null);
        private Run of;
    }

    /**
     * All messages of a run.
     *
     * @throws TraceFormatException if the project can't be read, names file, place and cause
     */
    ArrowTable of(Run run) throws TraceFormatException {
        Entry entry;
        synchronized (tables) {
            entry = tables.computeIfAbsent(run.file(), unused -> new Entry());
        }
        synchronized (entry) {
            ArrowTable table = entry.table.get();
            // A project that is opened again may have other traces; a run that is only shifted has the same rows.
            if (table == null || !entry.of.rows().equals(run.rows())) {
                table = ArrowLoader.messages(Project.open(run.file()), UserFolders.stores(), path -> {})
                        .shifted(RunShift.byPath(run));
                entry.table = new SoftReference<>(table);
                entry.of = run;
            }
            return table;
        }
    }

    /** Forgets all but the runs that are open. */
    void keepOnly(Iterable<Run> runs) {
        synchronized (tables) {
            Map<Path, Entry> kept = new HashMap<>();
            runs.forEach(run -> {
                Entry entry = tables.get(run.file());
                if (entry != null) {
                    kept.put(run.file(), entry);
                }
            });
            tables.keySet().retainAll(kept.keySet());
        }
    }
}
