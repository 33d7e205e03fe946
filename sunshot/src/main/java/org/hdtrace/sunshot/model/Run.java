// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One opened project.
 *
 * @param name the project's name
 * @param file what was opened
 * @param interval from the earliest to the latest time in any file, nanoseconds since the epoch
 * @param rows the topology as recorded
 * @param levels level types such as Hostname, Rank, Thread
 * @param notes what the readers found worth telling, one line each
 * @param communicators in the order of the project file
 */
public record Run(
        String name,
        Path file,
        Interval interval,
        List<Row> rows,
        List<String> levels,
        List<String> notes,
        List<Members> communicators) {
    /** A communicator with its world ranks in its order. */
    public record Members(String name, List<Integer> ranks) {
        public Members {
            ranks = List.copyOf(ranks);
        }
    }

    /** A run that knows no communicators. */
    public Run(String name, Path file, Interval interval, List<Row> rows, List<String> levels, List<String> notes) {
        this(name, file, interval, rows, levels, notes, List.of());
    }

    public Run {
        communicators = List.copyOf(communicators);
        rows = List.copyOf(rows);
        levels = List.copyOf(levels);
        notes = List.copyOf(notes);
    }

    /** Whether it was computed from other runs, so that there is no file to read more of it from. */
    public boolean isDerived() {
        return file.toString().isEmpty();
    }

    /** Whether its states are no states of a program, but what a computation found, as differences. */
    public boolean isComputed() {
        return levels.isEmpty() && isDerived();
    }

    /** Short names: those of the projects' folders where they differ, else as {@link #titles}. */
    public static List<String> shortTitles(List<Run> runs) {
        List<String> folders = runs.stream().map(Run::folderName).toList();
        return isDistinct(folders) ? folders : titles(runs);
    }

    private String folderName() {
        Path folder = file.toAbsolutePath().normalize().getParent();
        return isDerived() || folder == null || folder.getFileName() == null
                ? name
                : folder.getFileName().toString();
    }

    /**
     * Names for headings, no two the same: those of the projects, with the folder behind where two would read the same, and with a number
     * where that is no help, as for a project that is open twice.
     */
    public static List<String> titles(List<Run> runs) {
        List<String> titles = runs.stream().map(run -> run.titleAmong(runs)).toList();
        return isDistinct(titles) ? titles : numbered(titles);
    }

    private static boolean isDistinct(List<String> titles) {
        return Set.copyOf(titles).size() == titles.size();
    }

    private static List<String> numbered(List<String> titles) {
        Set<String> taken = new HashSet<>(titles);
        Set<String> given = new HashSet<>();
        List<String> numbered = new ArrayList<>();
        for (String title : titles) {
            String own = title;
            for (int number = 2; !given.add(own); number++) {
                String next = title + " #" + number;
                own = taken.contains(next) ? title : next;
            }
            numbered.add(own);
        }
        return numbered;
    }

    private String titleAmong(List<Run> runs) {
        boolean unique = runs.stream().filter(other -> other.name.equals(name)).count() == 1;
        Path folder = file.toAbsolutePath().normalize().getParent();
        return unique || folder == null || folder.getFileName() == null
                ? name
                : name + " (" + folder.getFileName() + ")";
    }

    /** States of all rows, nested ones included. */
    public long stateCount() {
        long[] count = {0};
        for (Row row : rows) {
            row.walk(each ->
                    count[0] += each instanceof Row.Trace trace ? trace.track().stateCount() : 0);
        }
        return count[0];
    }

    /** Number of traces; lanes of operations are none. */
    public int traceCount() {
        int[] count = {0};
        for (Row row : rows) {
            row.walk(each ->
                    count[0] += each instanceof Row.Trace trace && !OperationTracks.isOperations(trace.path()) ? 1 : 0);
        }
        return count[0];
    }
}
