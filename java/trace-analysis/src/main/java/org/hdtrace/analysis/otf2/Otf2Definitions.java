// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;

/** What an archive defines before its events. */
final class Otf2Definitions {
    private static final long NANOS = 1_000_000_000L;
    private static final int NO_PARENT = -1;

    /** A node of the system tree; {@code parent} is -1 for none. */
    record Node(long parent, String type, String name) {}

    record Group(long node, String name) {}

    /** A location; {@code events} is how many it has. */
    record Location(long group, boolean metric, String name, long events) {}

    record Region(boolean event, String name) {}

    /** A communicator: places of its members among all ranks; null for one in which each is alone. */
    record Comm(String name, List<Long> members) {}

    /**
     * A value of statistics.
     *
     * @param last a value holds for the time before it, not behind it
     */
    record Metric(boolean whole, String name, String unit, String description, boolean last, double factor) {}

    final Map<String, String> properties = new LinkedHashMap<>();
    final Map<Long, Node> nodes = new HashMap<>();
    final Map<Long, Group> groups = new HashMap<>();
    final Map<Long, Location> locations = new LinkedHashMap<>();
    final Map<Long, Region> regions = new HashMap<>();
    final Map<Long, String> attributes = new HashMap<>();
    /** Locations of ranks. */
    final Map<Long, Integer> ranks = new LinkedHashMap<>();

    final Map<Long, Comm> comms = new LinkedHashMap<>();
    /** Properties of locations, which may be defined before these. */
    private final Map<Long, Map<String, String>> about = new HashMap<>();

    private final Map<Long, Metric> metrics = new HashMap<>();
    private final Map<Long, List<Long>> classes = new HashMap<>();
    private final Map<Long, Long> instances = new HashMap<>();
    private long resolution = NANOS;
    private long offset;
    private long realNanos;

    /** Takes a line; false when it defines nothing. */
    boolean take(Otf2Line line) throws TraceFormatException {
        switch (line.word()) {
            case "otf2" -> {}
            case "clock" -> takeClock(line);
            case "property" -> properties.put(line.text(1), line.text(2));
            case "node" -> {
                long parent = line.text(2).equals("-") ? NO_PARENT : line.number(2);
                nodes.put(line.number(1), new Node(parent, line.text(3), line.text(4)));
            }
            case "group" -> groups.put(line.number(1), new Group(line.number(2), line.text(3)));
            case "location" -> {
                boolean metric = line.text(3).equals("metric");
                Location location = new Location(line.number(2), metric, line.text(4), line.unsigned(5));
                locations.put(line.unsigned(1), location);
            }
            case "about" ->
                about.computeIfAbsent(line.unsigned(1), unused -> new HashMap<>())
                        .put(line.text(2), line.text(3));
            case "region" -> regions.put(line.number(1), new Region(line.text(2).equals("event"), line.text(3)));
            case "attribute" -> attributes.put(line.number(1), line.text(3));
            case "ranks" -> line.numbers(1).forEach(location -> ranks.put(location, ranks.size()));
            case "comm" -> {
                List<Long> members = line.text(3).equals("self") ? null : line.numbers(4);
                comms.put(line.number(1), new Comm(line.text(2), members));
            }
            default -> {
                return takeMetric(line);
            }
        }
        return true;
    }

    private void takeClock(Otf2Line line) throws TraceFormatException {
        resolution = line.number(1);
        offset = line.unsigned(2);
        realNanos = line.text(4).equals("-") ? 0 : line.number(4);
        if (resolution <= 0) {
            throw line.error("its clock has " + resolution + " ticks in a second");
        }
    }

    private boolean takeMetric(Otf2Line line) throws TraceFormatException {
        switch (line.word()) {
            case "member" -> {
                double factor = Math.pow(line.real(7), line.real(8));
                Metric metric = new Metric(
                        line.text(2).equals("i") && factor == 1,
                        line.text(3),
                        line.text(4),
                        line.text(5),
                        line.text(6).equals("last"),
                        factor);
                metrics.put(line.number(1), metric);
            }
            case "class" -> classes.put(line.number(1), line.numbers(2));
            case "instance" -> instances.put(line.number(1), line.number(2));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** A property of a location; null for none. */
    String about(long location, String property) {
        return about.getOrDefault(location, Map.of()).get(property);
    }

    /** Whether the archive was made of a project. */
    boolean isOurs() {
        return properties.containsKey(Otf2Terms.VERSION);
    }

    /** A time of the archive, ns since the epoch where the archive tells that. */
    long nanos(Otf2Line line, int field) throws TraceFormatException {
        long ticks = line.unsigned(field) - offset;
        long seconds = Long.divideUnsigned(ticks, resolution);
        if (ticks < 0 || seconds > Integer.MAX_VALUE) {
            throw line.error("the time " + line.text(field) + " is before the trace begins, or beyond "
                    + Integer.MAX_VALUE + " seconds");
        }
        long rest = ticks % resolution;
        long within = resolution == NANOS ? rest : (long) ((double) rest * NANOS / resolution);
        long nanos = realNanos + seconds * NANOS + within;
        if (nanos / NANOS > Integer.MAX_VALUE) {
            throw line.error("a time is beyond " + Integer.MAX_VALUE + " seconds");
        }
        return nanos;
    }

    /** Values of the class that a record of statistics has, or whose instance it has. */
    List<Metric> metrics(Otf2Line line, long number) throws TraceFormatException {
        List<Long> members = classes.get(instances.getOrDefault(number, number));
        if (members == null || !metrics.keySet().containsAll(members)) {
            throw line.error("a record has metrics " + number + ", which are not defined");
        }
        return members.stream().map(metrics::get).toList();
    }
}
