// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.export;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.TraceStream;

/**
 * Paje's text: a container for each node of the topology that has traces, states pushed and popped, links for messages; all in the
 * order of time, seconds from the start of the project. A state without duration is an event there.
 *
 * <p>Source: "Paje trace file format", version 1.2.5.
 */
final class PajeTarget implements ExportTarget {
    private static final String ROOT = "R";

    private final Writer out;
    private final long originNanos;
    private final List<String> containers = new ArrayList<>();
    private final Map<String, String> values = new HashMap<>();
    private final MessageColumns messages = new MessageColumns();
    private final PriorityQueue<Step> steps = new PriorityQueue<>(Comparator.comparingLong(Step::nanos)
            .thenComparing(Step::kind)
            .thenComparingInt(Step::order)
            .thenComparingInt(Step::trace));
    private boolean entriesBegan;
    private long latest;

    private enum Kind {
        POP,
        EVENT,
        PUSH
    }

    /** {@code order} puts inner ends first and outer begins first. */
    private record Step(long nanos, Kind kind, int order, int trace, String name) {}

    PajeTarget(Project project, long originNanos, Writer out) throws IOException {
        this.out = out;
        this.originNanos = originNanos;
        this.latest = originNanos;
        out.write(PajeHeader.TEXT);
        out.write("0 T0 0 \"Program\"\n");
        Map<List<String>, String> aliases = new HashMap<>();
        int depth = 0;
        for (TraceFile file : project.traces()) {
            depth = Math.max(depth, file.node().path().size());
        }
        for (int level = 1; level <= depth; level++) {
            String type = level <= project.levels().size() ? project.levels().get(level - 1) : "Level " + level;
            out.write("0 T" + level + " T" + (level - 1) + " " + quoted(type) + "\n");
            out.write("1 S" + level + " T" + level + " \"State\"\n");
            out.write("10 E" + level + " T" + level + " \"Event\"\n");
        }
        writeLinkTypes(project);
        out.write("4 " + seconds(originNanos) + " " + ROOT + " T0 0 " + quoted(project.name()) + "\n");
        for (TraceFile file : project.traces()) {
            containers.add(container(file.node(), file.node().path().size(), aliases));
        }
    }

    /** A link type says what kinds of containers it begins and ends at. */
    private void writeLinkTypes(Project project) throws IOException {
        List<Integer> depths = project.traces().stream()
                .map(PajeTarget::depth)
                .distinct()
                .sorted()
                .toList();
        for (int from : depths) {
            for (int to : depths) {
                out.write("2 L" + from + "_" + to + " T0 T" + from + " T" + to + " \"Message\"\n");
                out.write("3 M" + from + "_" + to + " L" + from + "_" + to + " \"message\" \"0.3 0.3 0.3\"\n");
            }
        }
    }

    private static int depth(TraceFile file) {
        return file.node().path().size();
    }

    private String container(TopologyNode node, int depth, Map<List<String>, String> aliases) throws IOException {
        if (depth == 0) {
            return ROOT;
        }
        List<String> path = node.path().subList(0, depth);
        String known = aliases.get(path);
        if (known != null) {
            return known;
        }
        String parent = container(node, depth - 1, aliases);
        String alias = "C" + depth + "_" + aliases.size();
        aliases.put(path, alias);
        String name = String.join("/", path);
        out.write("4 " + seconds(originNanos) + " " + alias + " T" + depth + " " + parent + " " + quoted(name) + "\n");
        return alias;
    }

    private String seconds(long nanos) {
        long relative = Math.max(0, nanos - originNanos);
        return relative / 1_000_000_000 + "."
                + Long.toString(1_000_000_000 + relative % 1_000_000_000).substring(1);
    }

    /** A text can't hold its own quotes, nor line ends. */
    private static String quoted(String text) {
        return '"' + text.replace('"', '\'').replaceAll("[\\r\\n]", " ") + '"';
    }

    private static String levelOf(String container) {
        return container.substring(1, container.indexOf('_'));
    }

    @Override
    public void message(Message message) {
        messages.add(message);
    }

    @Override
    public void entry(TraceStream entry, int trace) throws IOException {
        if (!entriesBegan) {
            messages.sort();
            entriesBegan = true;
        }
        int depth = entry.depth();
        if (entry.isEvent()) {
            steps.add(new Step(entry.startNanos(), Kind.EVENT, depth, trace, entry.name()));
        } else if (entry.endNanos() > entry.startNanos()) {
            steps.add(new Step(entry.startNanos(), Kind.PUSH, depth, trace, entry.name()));
            steps.add(new Step(entry.endNanos(), Kind.POP, -depth, trace, ""));
        } else {
            // Pushed and popped at one time it would be popped before it is pushed.
            steps.add(new Step(entry.startNanos(), Kind.EVENT, depth, trace, entry.name()));
        }
        if (depth == 0) {
            // Nothing that comes later begins before this.
            writeBefore(entry.startNanos());
        }
    }

    @Override
    public void finish() throws IOException {
        if (!entriesBegan) {
            messages.sort();
        }
        writeBefore(Long.MAX_VALUE);
        out.write("5 " + seconds(latest) + " " + ROOT + " T0\n");
    }

    private void writeBefore(long nanos) throws IOException {
        while (!steps.isEmpty() && steps.peek().nanos < nanos) {
            Step step = steps.poll();
            writeLinksUntil(step.nanos);
            write(step);
        }
        if (nanos == Long.MAX_VALUE) {
            writeLinksUntil(nanos);
        }
    }

    private void write(Step step) throws IOException {
        // A damaged trace may have entries that begin before those that stand before them.
        latest = Math.max(latest, step.nanos);
        String container = containers.get(step.trace);
        String level = levelOf(container);
        switch (step.kind) {
            case POP -> out.write("7 " + seconds(latest) + " S" + level + " " + container + "\n");
            case PUSH -> {
                String value = value("S" + level, step.name);
                out.write("6 " + seconds(latest) + " S" + level + " " + container + " " + value + "\n");
            }
            case EVENT -> {
                String value = value("E" + level, step.name);
                out.write("11 " + seconds(latest) + " E" + level + " " + container + " " + value + "\n");
            }
        }
    }

    private String value(String type, String name) throws IOException {
        String key = type + " " + name;
        String known = values.get(key);
        if (known == null) {
            known = "V" + values.size();
            values.put(key, known);
            out.write("3 " + known + " " + type + " " + quoted(name) + " \"" + PajeHeader.color(name) + "\"\n");
        }
        return known;
    }

    private void writeLinksUntil(long nanos) throws IOException {
        while (messages.nextNanos() <= nanos && messages.hasNext()) {
            latest = Math.max(latest, messages.nextNanos());
            boolean begin = messages.nextBegins();
            int number = messages.next();
            String from = containers.get(messages.from(number));
            String to = containers.get(messages.to(number));
            String type = levelOf(from) + "_" + levelOf(to);
            out.write((begin ? "8 " : "9 ") + seconds(latest) + " L" + type + " " + ROOT + " M" + type + " "
                    + (begin ? from : to) + " k" + number + "\n");
        }
    }
}
