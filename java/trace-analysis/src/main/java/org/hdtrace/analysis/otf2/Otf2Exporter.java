// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.folder.NewFolder;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.ProjectStart;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.select.Globs;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.ValueType;

/**
 * Makes an archive of OTF2 of a project: states and events are regions, with their attributes and elements; messages are MPI's,
 * statistics metrics of locations of their own. Relations, descriptions of files and datatypes have no counterpart, nor have texts as
 * values of statistics: they are left out and counted. So are messages when only some names are wanted, and statistics when only some
 * names or ranks are.
 *
 * <p>Memory: some 100 bytes for each message. Thread: one thread at a time. Source: SUNSHOT V-21.
 */
public final class Otf2Exporter {
    private static final int MOST_VALUES = 255;

    private final Project project;
    private final Selection selection;
    private final Map<String, Long> left = new LinkedHashMap<>();
    private final Damages damages = new Damages();
    private long states;
    private long events;
    private long records;
    private long messages;
    private long latestNanos = Long.MIN_VALUE;

    private Otf2Exporter(Project project, Selection selection) {
        this.project = project;
        this.selection = selection;
    }

    /**
     * What was written.
     *
     * @param records of statistics
     * @param left what was left out, by what it is
     * @param damages of the traces; what is complete before them was written
     */
    public record Summary(
            long states, long events, long messages, long records, Map<String, Long> left, Damages damages) {}

    /**
     * Make the archive.
     *
     * @param target its folder; must not exist or be empty. It appears when everything is in it; the file to open is {@code
     *     traces.otf2} in it
     * @param progress is told each trace before the first is read
     * @throws TraceFormatException when the target can't be used, or the program that writes archives is not there
     * @throws IOException when the archive can't be written
     */
    public static Summary write(Project project, Selection selection, Path target, Consumer<Path> progress)
            throws TraceFormatException, IOException {
        Otf2Exporter exporter = new Otf2Exporter(project, selection);
        try (NewFolder made = NewFolder.create(target);
                Otf2Program program = Otf2Program.start("write", made.folder(), target, made.besides("errors"))) {
            try {
                exporter.write(new Otf2Text(program.input()), progress);
            } catch (IOException e) {
                // It has stopped reading: what it says tells why.
                program.finish();
                throw e;
            }
            program.finish();
            made.publish();
        }
        return exporter.summary();
    }

    private Summary summary() {
        left.values().removeIf(count -> count == 0);
        return new Summary(states, events, messages, records, left, damages);
    }

    private void write(Otf2Text out, Consumer<Path> progress) throws TraceFormatException, IOException {
        Otf2Messages found = new Otf2Messages();
        boolean whole = selection.names().equals(Globs.all());
        MessageReader.read(project, selection.ranks(), progress, message -> {
            if (!selection.interval().touches(message.startNanos(), message.endNanos())) {
                return;
            }
            if (whole) {
                found.add(message);
            } else {
                left.merge("messages left out, which come with all names only", 1L, Long::sum);
            }
        });
        messages = found.size();
        found.sort();
        Otf2Definer definer = new Otf2Definer(project, out);
        List<TraceFile> files = Query.of(project).select(selection).files();
        List<StatisticsFile> statistics =
                whole && selection.ranks().equals(Selection.all().ranks()) ? project.statistics() : List.of();
        long unwanted = (long) project.statistics().size() - statistics.size();
        left.put("files of statistics left out, which come with all ranks and names only", unwanted);
        long origin = Math.min(ProjectStart.of(project).orElse(0), earliest(statistics));
        definer.begin();
        List<Integer> locations = new ArrayList<>();
        for (TraceFile file : files) {
            locations.add(definer.trace(file));
        }
        definer.communicators();
        Otf2Events writer = new Otf2Events(out, definer, found, origin);
        for (int i = 0; i < files.size(); i++) {
            writer.begin(locations.get(i), project.traces().indexOf(files.get(i)));
            writeEntries(files.get(i), writer);
            writer.end();
        }
        left.put("times that ran backwards moved", writer.moved());
        for (StatisticsFile file : statistics) {
            writeStatistics(file, definer, out, origin);
        }
        definer.clock(origin, Math.max(0, latestNanos - origin));
        left.put("files of relations left out", (long) project.relations().size());
        left.put("descriptions of files left out", (long) project.files().size());
        left.put("lists of datatypes left out", (long) project.datatypes().size());
        out.line("whole");
        out.close();
    }

    private static long earliest(List<StatisticsFile> statistics) {
        long earliest = Long.MAX_VALUE;
        for (StatisticsFile file : statistics) {
            earliest = Math.min(earliest, begin(file));
        }
        return earliest;
    }

    /** The far end of time for a file that can't be read, which is told when it is written. */
    private static long begin(StatisticsFile file) {
        try (StatisticsReader reader = StatisticsReader.open(file.path())) {
            return reader.hasStart() || reader.next() ? reader.startNanos() : Long.MAX_VALUE;
        } catch (TraceFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private void writeEntries(TraceFile file, Otf2Events writer) throws IOException {
        Query query =
                Query.of(project).select(selection).where(each -> each.path().equals(file.path()));
        try (TraceStream stream = query.byStart()) {
            while (stream.next()) {
                if (stream.isEvent()) {
                    events++;
                } else {
                    states++;
                }
                latestNanos = Math.max(latestNanos, stream.endNanos());
                writer.entry(stream);
            }
            damages.addAll(stream.damages(), 1);
        }
    }

    private void writeStatistics(StatisticsFile file, Otf2Definer definer, Otf2Text out, long origin)
            throws IOException {
        boolean begun = false;
        try (StatisticsReader reader = StatisticsReader.open(file.path())) {
            int count = reader.group().values().size();
            boolean texts = reader.group().values().stream().anyMatch(value -> value.type() == ValueType.STRING);
            if (texts || count > MOST_VALUES) {
                left.merge("files of statistics with texts or more than 255 values left out", 1L, Long::sum);
                return;
            }
            boolean any = reader.next();
            if (!any) {
                return;
            }
            int[] numbers = definer.statistics(file.node(), reader.group(), reader.intervalStartNanos());
            out.line("events", numbers[0]);
            begun = true;
            for (; any; any = reader.next()) {
                if (selection.interval().touches(reader.intervalStartNanos(), reader.timeNanos())) {
                    writeRecord(reader, numbers[1], out, origin);
                    latestNanos = Math.max(latestNanos, reader.timeNanos());
                    records++;
                }
            }
        } catch (TraceFormatException e) {
            left.merge("files of statistics that can't be read to their end", 1L, Long::sum);
        }
        if (begun) {
            out.begin("end").end();
        }
    }

    private static void writeRecord(StatisticsReader reader, int metric, Otf2Text out, long origin) throws IOException {
        out.begin("m").field(reader.timeNanos() - origin).field(metric);
        for (int i = 0; i < reader.group().values().size(); i++) {
            ValueType type = reader.group().values().get(i).type();
            boolean whole = type == ValueType.INT32 || type == ValueType.INT64;
            if (whole && reader.group().values().get(i).multiplier() == 1) {
                out.field("i").field(reader.longValue(i));
            } else {
                out.field("d").real(reader.doubleValue(i));
            }
        }
        out.end();
    }
}
