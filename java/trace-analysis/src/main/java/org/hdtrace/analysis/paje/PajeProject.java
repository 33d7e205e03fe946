// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.ImportedNames;
import org.hdtrace.analysis.imports.ImportedTimeline;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.trace.Attributes;

/** The second reading of a trace: writes what it tells as files of a project. */
final class PajeProject implements PajeSink {
    private static final int VALUE_CHARACTERS = 49;
    private static final String WORLD_ID = "0";

    private final PajeOutline outline;
    private final PajeTopology topology;
    private final Path folder;
    private final String name;
    private final WriterPool pool;
    private final Map<List<String>, ImportedTimeline> timelines = new LinkedHashMap<>();
    private final Map<List<String>, PajeCounter> counters = new LinkedHashMap<>();
    /** By the name of a type of variables. */
    private final Map<String, String> groups = new LinkedHashMap<>();

    private int begins;
    private int ends;
    private long events;
    private long messages;

    PajeProject(PajeOutline outline, PajeTopology topology, Path folder, String name, WriterPool pool) {
        this.outline = outline;
        this.topology = topology;
        this.folder = folder;
        this.name = name;
        this.pool = pool;
    }

    private PajeOutline.Container at(int container) {
        return outline.containers().get(container);
    }

    private ImportedTimeline timeline(List<String> path) throws IOException {
        ImportedTimeline known = timelines.get(path);
        if (known == null) {
            known = new ImportedTimeline(pool, folder.resolve(FileNames.trace(name, path)));
            timelines.put(path, known);
        }
        return known;
    }

    private ImportedTimeline timeline(int container) throws IOException {
        return timeline(topology.path(at(container)));
    }

    private ImportedTimeline timeline(int container, Typed type) throws IOException {
        return timeline(topology.path(at(container), type.number()));
    }

    private PajeCounter counter(int container, Typed type) throws IOException {
        List<String> path = topology.path(at(container));
        String group =
                groups.computeIfAbsent(type.name(), unused -> ImportedNames.group(type.name(), groups::containsValue));
        List<String> key = new ArrayList<>(path);
        key.add(group);
        PajeCounter known = counters.get(key);
        if (known == null) {
            Path file = folder.resolve(FileNames.statistics(name, path, group));
            known = new PajeCounter(pool, file, group, ImportedNames.cut(type.name(), VALUE_CHARACTERS), path);
            counters.put(key, known);
        }
        return known;
    }

    @Override
    public void container(int parent, String type, String title, long nanos) {
        // The first reading has seen it.
    }

    @Override
    public void destroy(int container, long nanos) throws IOException {
        for (Typed type : at(container).states.values()) {
            timeline(container, type).reset(nanos);
        }
        for (Typed type : at(container).variables.values()) {
            counter(container, type).end(nanos);
        }
    }

    @Override
    public void push(int container, Typed type, String value, Attributes further, long nanos) throws IOException {
        timeline(container, type).push(value, further, nanos);
    }

    @Override
    public void pop(int container, Typed type, long nanos) throws IOException {
        if (at(container).states.containsKey(type.number())) {
            timeline(container, type).pop(nanos);
        }
    }

    @Override
    public void reset(int container, Typed type, long nanos) throws IOException {
        if (at(container).states.containsKey(type.number())) {
            timeline(container, type).reset(nanos);
        }
    }

    @Override
    public void event(int container, String value, Attributes further, long nanos) throws IOException {
        timeline(container).event(value, further, nanos);
        events++;
    }

    @Override
    public void variable(int container, Typed type, double value, long nanos) throws IOException {
        counter(container, type).set(value, nanos);
    }

    @Override
    public void linkBegins(int container, String link, Attributes further, long nanos) throws IOException {
        int begin = begins++;
        int end = outline.links().endContainer(begin);
        if (hasRanks(container, end)) {
            messages++;
            timeline(container).sends(message("to", topology.rank(at(end)), begin, further), nanos);
        }
    }

    @Override
    public void linkEnds(int container, String link, Attributes further, long nanos) throws IOException {
        int begin = outline.links().beginOf(ends++);
        int from = begin == PajeLinks.NONE ? PajeLinks.NONE : outline.links().beginContainer(begin);
        if (hasRanks(container, from)) {
            timeline(container).receives(message("from", topology.rank(at(from)), begin, further), nanos);
        }
    }

    private boolean hasRanks(int container, int other) {
        return other != PajeLinks.NONE
                && topology.rank(at(container)) != PajeTopology.NO_RANK
                && topology.rank(at(other)) != PajeTopology.NO_RANK;
    }

    /** The tag is the link's number, so that it meets its other side and no other. */
    private static Attributes message(String side, int rank, int tag, Attributes further) {
        List<String> all = new ArrayList<>(
                List.of(side + "Rank", String.valueOf(rank), side + "Tag", String.valueOf(tag), "cid", WORLD_ID));
        further.forEach((key, value) -> {
            all.add(key);
            all.add(value);
        });
        return Attributes.of(all.toArray(String[]::new));
    }

    /** Ends all that is open, and writes the project's file. */
    ImportSummary finish(Map<String, Long> skipped) throws IOException {
        long states = 0;
        for (ImportedTimeline timeline : timelines.values()) {
            timeline.end(outline.lastNanos());
            states += timeline.states();
            timeline.close();
        }
        long records = 0;
        for (PajeCounter counter : counters.values()) {
            counter.end(outline.lastNanos());
            records += counter.records();
            counter.close();
        }
        pool.await();
        ProjectWriter.write(description(), folder.resolve(name + ".proj"));
        long unmatched = outline.links().unmatched() + 2 * (outline.links().pairs() - messages);
        return new ImportSummary(timelines.size(), states, events, messages, records, unmatched, skipped);
    }

    private ProjectDescription description() {
        List<Integer> ranks = topology.ranks();
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i++) {
            members.add(new Member(ranks.get(i), i, 0));
        }
        List<Communicator> world = members.isEmpty() ? List.of() : List.of(new Communicator("WORLD", members));
        return new ProjectDescription(
                topology.title(),
                topology.levels(),
                topology.root(),
                List.of(),
                world,
                List.of(),
                List.copyOf(groups.values()));
    }
}
