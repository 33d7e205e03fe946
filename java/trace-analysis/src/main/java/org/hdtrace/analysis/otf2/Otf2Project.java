// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.ImportedNames;
import org.hdtrace.analysis.imports.ImportedTimeline;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.xml.SafeXml;

/** Writes the events of an archive as files of a project, a location after the other. */
final class Otf2Project {
    private Otf2Definitions definitions = new Otf2Definitions();
    private Otf2Places places = new Otf2Places(definitions, ImportedNames.room(""));
    private Otf2Communicators communicators = new Otf2Communicators(definitions);
    private final Path folder;
    private final String name;
    private final WriterPool pool;
    private final Map<String, Long> skipped = new LinkedHashMap<>();
    private final Set<String> groups = new HashSet<>();
    private final Set<List<String>> files = new HashSet<>();
    private final Set<Otf2Definitions.Metric> metricsSeen = new HashSet<>();

    // Of the location whose events come.
    private long location;
    private List<String> path = List.of();
    private ImportedTimeline timeline;
    private final Map<Long, Otf2Statistics> statistics = new HashMap<>();
    private long latestNanos;

    private int traces;
    private long states;
    private long events;
    private long sent;
    private long received;
    private long records;

    Otf2Project(Path folder, String name, WriterPool pool) {
        this.folder = folder;
        this.name = name;
        this.pool = pool;
    }

    /** What is defined; before the first line of events. */
    void begin(Otf2Definitions all) {
        definitions = all;
        places = new Otf2Places(all, ImportedNames.room(name));
        communicators = new Otf2Communicators(all);
    }

    /** A line of events, from {@code events} to {@code end}. */
    void take(Otf2Line line) throws IOException, TraceFormatException {
        switch (line.word()) {
            case "events" -> {
                location = line.unsigned(1);
                latestNanos = Long.MIN_VALUE;
                if (!definitions.locations.containsKey(location)) {
                    throw line.error("there are events of location " + line.text(1) + ", which is not defined");
                }
            }
            case "end" -> end(line);
            case "+", "-", ">", "<", "c", "p" -> entry(line);
            case "m" -> record(line);
            default -> throw line.error("'" + line.word() + "' is not known");
        }
    }

    private long time(Otf2Line line) throws TraceFormatException {
        latestNanos = Math.max(latestNanos, definitions.nanos(line, 1));
        return latestNanos;
    }

    private ImportedTimeline timeline() throws IOException {
        if (timeline == null) {
            path = places.path(location);
            timeline = new ImportedTimeline(pool, folder.resolve(FileNames.trace(name, path)));
            traces++;
        }
        return timeline;
    }

    private void entry(Otf2Line line) throws IOException, TraceFormatException {
        long nanos = time(line);
        switch (line.word()) {
            case "+" -> enter(line, nanos);
            case "-" -> leave(line, nanos);
            case ">" -> {
                sent++;
                if (!definitions.isOurs()) {
                    timeline().sends(communicators.message("to", location, line), nanos);
                }
            }
            case "<" -> {
                received++;
                if (!definitions.isOurs()) {
                    timeline().receives(communicators.message("from", location, line), nanos);
                }
            }
            case "c" -> timeline().tell(communicators.collective(location, line));
            default -> timeline().tell(Attributes.of(ImportedNames.attribute(line.text(2)), line.text(3)));
        }
    }

    private Otf2Definitions.Region region(Otf2Line line) throws TraceFormatException {
        Otf2Definitions.Region region = definitions.regions.get(line.number(2));
        if (region == null) {
            throw line.error("an event has region " + line.text(2) + ", which is not defined");
        }
        return region;
    }

    /** Regions that are events come from projects only. */
    private boolean isEvent(Otf2Definitions.Region region) {
        return region.event() && definitions.isOurs();
    }

    private void enter(Otf2Line line, long nanos) throws IOException, TraceFormatException {
        Otf2Definitions.Region region = region(line);
        Map<String, String> further = new LinkedHashMap<>();
        String data = "";
        for (int field = 3; field < line.count(); field += 3) {
            String attribute = definitions.attributes.get(line.number(field));
            if (attribute == null) {
                throw line.error("an event has attribute " + line.text(field) + ", which is not defined");
            }
            String value = line.text(field + 1).equals("d") ? real(line.real(field + 2)) : line.text(field + 2);
            if (attribute.equals(Otf2Terms.DATA)) {
                data = value;
            } else {
                further.putIfAbsent(attribute(attribute, isEvent(region)), value);
            }
        }
        List<String> pairs = new ArrayList<>();
        further.forEach((key, value) -> {
            pairs.add(key);
            pairs.add(value);
        });
        Attributes attributes = Attributes.of(pairs.toArray(String[]::new));
        if (isEvent(region)) {
            timeline().event(region.name(), attributes, Otf2Data.parse(line, data), nanos);
            events++;
        } else {
            timeline().push(region.name(), attributes, nanos);
            Otf2Data.parse(line, data).forEach(timeline()::data);
        }
    }

    /** The name of an attribute; one of a project is one. */
    private String attribute(String name, boolean ofEvent) {
        boolean told = name.equals("time") || name.equals("end") || (ofEvent && name.equals("name"));
        return definitions.isOurs() && !told && SafeXml.isName(name) ? name : ImportedNames.attribute(name);
    }

    private static String real(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private void leave(Otf2Line line, long nanos) throws IOException, TraceFormatException {
        if (!isEvent(region(line))) {
            timeline().pop(nanos);
        }
    }

    private void record(Otf2Line line) throws IOException, TraceFormatException {
        long metric = line.number(2);
        Otf2Statistics known = statistics.get(metric);
        if (known == null) {
            List<Otf2Definitions.Metric> metrics = definitions.metrics(line, metric);
            path = places.path(location);
            String group = group(definitions.isOurs() ? definitions.about(location, Otf2Terms.GROUP) : null, metrics);
            Path file = folder.resolve(FileNames.statistics(name, path, group));
            known = new Otf2Statistics(
                    pool, file, group, path, metrics, begin(line, definitions.about(location, Otf2Terms.BEGIN)));
            statistics.put(metric, known);
            metrics.stream().filter(metricsSeen::add).forEach(this::countCut);
        }
        known.record(line, 3, time(line));
    }

    private void countCut(Otf2Definitions.Metric metric) {
        long cut = Otf2Statistics.cutTexts(metric);
        if (cut > 0) {
            skipped.merge("ends of units and descriptions of metrics", cut, Long::sum);
        }
    }

    private static Long begin(Otf2Line line, String text) throws TraceFormatException {
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw line.error("the begin of statistics is '" + text + "'");
        }
    }

    /** The name that the archive tells, or that of the first metric; at one node two groups have two. */
    private String group(String told, List<Otf2Definitions.Metric> metrics) {
        String first = metrics.isEmpty() ? "Metrics" : metrics.get(0).name();
        String group =
                ImportedNames.group(told != null && !told.isEmpty() ? told : first, each -> files.contains(key(each)));
        files.add(key(group));
        groups.add(group);
        return group;
    }

    private List<String> key(String group) {
        List<String> key = new ArrayList<>(path);
        key.add(group);
        return key;
    }

    private void end(Otf2Line line) throws IOException, TraceFormatException {
        long left = line.number(1);
        if (left > 0) {
            skipped.merge("events that mean nothing in a project", left, Long::sum);
        }
        if (timeline == null && !definitions.locations.get(location).metric() && statistics.isEmpty()) {
            // Nothing happened there, but it was.
            timeline();
        }
        if (timeline != null) {
            timeline.end(latestNanos);
            states += timeline.states();
            timeline.close();
            timeline = null;
        }
        for (Otf2Statistics each : statistics.values()) {
            each.end(latestNanos);
            records += each.records();
            each.close();
        }
        statistics.clear();
    }

    /** Behind the last line: writes the project's file. */
    ImportSummary finish() throws IOException {
        pool.await();
        String title = places.title();
        String shown = title.isEmpty() ? name : title;
        ProjectDescription description = new ProjectDescription(
                shown,
                places.levels(),
                places.root(shown),
                List.of(),
                communicators.all(),
                List.of(),
                List.copyOf(groups));
        ProjectWriter.write(description, folder.resolve(name + ".proj"));
        long pairs = Math.min(sent, received);
        return new ImportSummary(traces, states, events, pairs, records, sent + received - 2 * pairs, skipped);
    }
}
