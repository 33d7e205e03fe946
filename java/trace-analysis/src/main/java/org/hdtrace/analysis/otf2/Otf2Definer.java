// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;

/**
 * Writes the definitions of an archive: nodes around ranks are the system tree, a rank is a group of locations, a trace a location. A
 * trace of no rank has a group of its own.
 */
final class Otf2Definer {
    private static final String RANK = "Rank";
    private static final int NO_NUMBER = -1;
    /** Ticks of the clock in a second. */
    private static final long NANOS = 1_000_000_000L;

    private final Project project;
    private final Otf2Text out;
    private final Map<List<String>, Integer> nodes = new HashMap<>();
    private final Map<List<String>, Integer> groups = new HashMap<>();
    /** Locations of ranks: the first one of each. */
    private final SortedMap<Integer, Integer> rankLocations = new TreeMap<>();
    /** Places of ranks among all of them. */
    private final Map<Integer, Integer> rankPlaces = new LinkedHashMap<>();

    /** By communicator: places of its ranks in it; none where not all of them have a trace, and for two sides. */
    private final Map<Integer, Map<Integer, Integer>> placesIn = new HashMap<>();

    private final Map<List<String>, TopologyNode> topology = new HashMap<>();
    private int locations;
    private int members;
    private int classes;
    /** The communicator of all ranks, for messages whose own one is not known. */
    private int everybody;

    Otf2Definer(Project project, Otf2Text out) {
        this.project = project;
        this.out = out;
        project.root().forEach(node -> topology.put(node.path(), node));
    }

    /** The head of the archive. */
    void begin() throws IOException {
        out.line("otf2", 1);
        out.line("property", Otf2Terms.VERSION, 1);
        out.line("property", Otf2Terms.LEVELS, String.join("/", project.levels()));
        out.line("node", 0, "-", "Project", project.name());
        nodes.put(List.of(), 0);
    }

    /**
     * What times mean.
     *
     * @param originNanos earliest time, which is 0 in the archive; ns since the epoch
     */
    void clock(long originNanos, long lengthNanos) throws IOException {
        out.line("clock", NANOS, 0, lengthNanos, originNanos < 0 ? "-" : originNanos);
    }

    private int node(List<String> path) throws IOException {
        Integer known = nodes.get(path);
        if (known != null) {
            return known;
        }
        int around = node(path.subList(0, path.size() - 1));
        int number = nodes.size();
        nodes.put(path, number);
        TopologyNode node = topology.get(path);
        out.line("node", number, around, node.type(), node.label());
        return number;
    }

    /** How many names of a path belong to its rank; -1 for none. */
    private int rankDepth(List<String> path) {
        for (int depth = path.size(); depth > 0; depth--) {
            TopologyNode node = topology.get(path.subList(0, depth));
            if (node != null && node.type().equals(RANK)) {
                return depth;
            }
        }
        return NO_NUMBER;
    }

    private int group(List<String> path) throws IOException {
        int rank = rankDepth(path);
        List<String> place = path.subList(0, rank > 0 ? rank : path.size());
        Integer known = groups.get(place);
        if (known != null) {
            return known;
        }
        int number = groups.size();
        groups.put(place, number);
        int around = node(place.isEmpty() ? place : place.subList(0, place.size() - 1));
        String name = place.isEmpty() ? project.name() : place.get(place.size() - 1);
        out.line("group", number, around, rank > 0 ? "MPI Rank " + name : name);
        return number;
    }

    private int location(String kind, List<String> path, String name) throws IOException {
        int group = group(path);
        int number = locations++;
        out.line("location", number, group, kind, name);
        about(number, Otf2Terms.PATH, String.join("/", path));
        List<String> types = new ArrayList<>();
        for (int depth = 1; depth <= path.size(); depth++) {
            types.add(topology.get(path.subList(0, depth)).type());
        }
        about(number, Otf2Terms.TYPES, String.join("/", types));
        return number;
    }

    private void about(int location, String name, String value) throws IOException {
        out.line("about", location, name, value);
    }

    /** The location of a trace. */
    int trace(TraceFile file) throws IOException {
        List<String> path = file.node().path();
        String name = path.isEmpty() ? project.name() : file.node().label();
        int number = location("cpu", path, name);
        if (file.rank() >= 0) {
            rankLocations.putIfAbsent(file.rank(), number);
        }
        return number;
    }

    /**
     * The location of a file of statistics. The instance of its class has the number behind that of the class.
     *
     * @return its number, and that of the instance
     */
    int[] statistics(TopologyNode node, StatisticsGroup group, long beginNanos) throws IOException {
        int number = location("metric", node.path(), group.name());
        about(number, Otf2Terms.GROUP, group.name());
        about(number, Otf2Terms.BEGIN, Long.toString(beginNanos));
        int first = members;
        for (ValueDescription value : group.values()) {
            boolean whole = value.type() == ValueType.INT32 || value.type() == ValueType.INT64;
            String type = whole && value.multiplier() == 1 ? "i" : "d";
            out.line("member", members++, type, value.name(), value.unit(), value.grouping());
        }
        int known = 2 * classes++;
        out.begin("class").field(known);
        for (int member = first; member < members; member++) {
            out.field(member);
        }
        out.end();
        out.line("instance", known + 1, known, number, groups.get(groupPlace(node.path())));
        return new int[] {number, known + 1};
    }

    private List<String> groupPlace(List<String> path) {
        int rank = rankDepth(path);
        return path.subList(0, rank > 0 ? rank : path.size());
    }

    /** Ranks and communicators; behind all traces. */
    void communicators() throws IOException {
        if (rankLocations.isEmpty()) {
            return;
        }
        rankLocations.keySet().forEach(rank -> rankPlaces.put(rank, rankPlaces.size()));
        out.begin("ranks");
        for (int location : rankLocations.values()) {
            out.field(location);
        }
        out.end();
        everybody = project.communicators().size();
        for (int number = 0; number < everybody; number++) {
            Communicator communicator = project.communicators().get(number);
            comm(number, communicator.name(), places(communicator));
            StringBuilder text = new StringBuilder();
            for (Member member : communicator.members()) {
                text.append(text.isEmpty() ? "" : " ").append(member.global()).append(':');
                text.append(member.local())
                        .append(':')
                        .append(member.cid())
                        .append(':')
                        .append(member.group());
            }
            out.line("property", Otf2Terms.COMMUNICATOR + number, text);
        }
        comm(everybody, "all ranks", List.copyOf(rankPlaces.values()));
    }

    /** Of an intercommunicator both sides; members without a trace have no place. */
    private List<Integer> places(Communicator communicator) {
        List<Integer> places = new ArrayList<>();
        for (Member member : communicator.members()) {
            Integer place = rankPlaces.get(member.global());
            if (place != null) {
                places.add(place);
            }
        }
        return places;
    }

    private void comm(int number, String name, List<Integer> places) throws IOException {
        out.begin("comm").field(number).field(name).field("group");
        for (int place : places) {
            out.field(place);
        }
        out.end();
    }

    /** The number in the archive of the communicator of a message. */
    int communicator(int number) {
        return number < 0 || number >= everybody || placesIn(number).isEmpty() ? everybody : number;
    }

    private Map<Integer, Integer> placesIn(int number) {
        // A message asks, and a communicator may have all ranks.
        return placesIn.computeIfAbsent(number, unused -> {
            Communicator communicator = project.communicators().get(number);
            Map<Integer, Integer> places = new HashMap<>();
            for (int i = 0; i < communicator.members().size(); i++) {
                int rank = communicator.members().get(i).global();
                if (communicator.isInter() || !rankPlaces.containsKey(rank)) {
                    return Map.of();
                }
                places.putIfAbsent(rank, i);
            }
            return places;
        });
    }

    /** The place of a world rank in what {@link #communicator} gives. */
    int rankIn(int communicator, int rank) {
        Integer place = communicator < everybody ? placesIn(communicator).get(rank) : null;
        return place == null ? rankPlaces.getOrDefault(rank, 0) : place;
    }
}
