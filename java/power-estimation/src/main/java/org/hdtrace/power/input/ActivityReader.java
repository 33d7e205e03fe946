// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.input;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.select.Glob;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.Source;
import org.hdtrace.power.series.Grid;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;
import org.hdtrace.power.series.Smoothing;

/**
 * Reads the statistics of a project as utilisations of a model's features and as measured power (group {@code Energy}, value {@code
 * P}). Each file is read once; memory grows with the records of the values that are used.
 */
public final class ActivityReader {
    private static final String POWER_GROUP = "Energy";
    private static final String POWER_VALUE = "P";
    private static final String ESTIMATED_GROUP = "EstimatedEnergy";
    /** Of amounts that come as exact step functions. */
    private static final long SHORTEST_NANOS = 1_000_000;

    private final Hosts hosts;
    private final List<Feature> features;
    /** By host: statistics of its own, then those of nodes below by label. */
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    private static final class Node {
        private final Map<String, StatisticSeries.Column> own = new LinkedHashMap<>();
        private final Map<String, Map<String, StatisticSeries.Column>> below = new LinkedHashMap<>();
        private Series power = Series.empty();
    }

    private ActivityReader(Project project, List<Feature> features) {
        this.hosts = new Hosts(project);
        this.features = features;
    }

    /**
     * Read all hosts that have statistics, in the order of the topology.
     *
     * @param progress told of each file that is begun
     */
    public static List<NodeReading> read(Project project, List<Feature> features, Consumer<StatisticsFile> progress)
            throws TraceFormatException {
        ActivityReader reader = new ActivityReader(project, features);
        for (StatisticsFile file : project.statistics()) {
            progress.accept(file);
            reader.add(file);
        }
        List<NodeReading> readings = new ArrayList<>();
        reader.nodes.forEach((host, node) -> readings.add(reader.reading(host, node)));
        return readings;
    }

    private void add(StatisticsFile file) throws TraceFormatException {
        List<String> path = file.node().path();
        String host = hosts.of(path);
        if (host.isEmpty() || file.group().equals(ESTIMATED_GROUP)) {
            return;
        }
        Node node = nodes.computeIfAbsent(host, unused -> new Node());
        if (file.group().equals(POWER_GROUP)) {
            StatisticSeries.Column power =
                    StatisticSeries.read(file, Set.of(POWER_VALUE)).get(POWER_VALUE);
            if (power != null && hosts.isHost(path)) {
                node.power = PowerSamples.withGaps(power.series());
            }
            return;
        }
        boolean own = hosts.isHost(path);
        Map<String, StatisticSeries.Column> columns = StatisticSeries.read(file, wanted(own));
        Map<String, StatisticSeries.Column> target =
                own ? node.own : node.below.computeIfAbsent(String.join("/", path), unused -> new LinkedHashMap<>());
        columns.forEach(target::putIfAbsent);
    }

    private Set<String> wanted(boolean own) {
        Set<String> names = new LinkedHashSet<>();
        for (Feature feature : features) {
            for (Source source : feature.sources()) {
                if (source.component().isEmpty() == own) {
                    names.addAll(source.statistics());
                }
            }
        }
        return names;
    }

    private NodeReading reading(String host, Node node) {
        Map<String, Series> activity = new LinkedHashMap<>();
        for (Feature feature : features) {
            for (Source source : feature.sources()) {
                Series series = source.component().isEmpty() ? sum(source, node.own) : mean(source, node.below);
                if (!series.isEmpty()) {
                    activity.put(feature.name(), series);
                    break;
                }
            }
        }
        return new NodeReading(host, activity, node.power);
    }

    private static Series mean(Source source, Map<String, Map<String, StatisticSeries.Column>> below) {
        Glob glob = new Glob(source.component());
        List<Series> parts = new ArrayList<>();
        below.forEach((path, columns) -> {
            if (glob.matches(path.substring(path.lastIndexOf('/') + 1))) {
                Series part = sum(source, columns);
                if (!part.isEmpty()) {
                    parts.add(source.amount() ? Smoothing.over(part, SHORTEST_NANOS) : part);
                }
            }
        });
        int count = parts.size();
        return count == 0 ? Series.empty() : added(parts).map(total -> total / count);
    }

    /** Utilisation from the values of one node; empty unless it has all of them. */
    private static Series sum(Source source, Map<String, StatisticSeries.Column> columns) {
        List<Series> parts = new ArrayList<>();
        for (String name : source.statistics()) {
            StatisticSeries.Column column = columns.get(name);
            if (column == null) {
                return Series.empty();
            }
            parts.add(utilisation(source, column));
        }
        return added(parts);
    }

    private static Series utilisation(Source source, StatisticSeries.Column column) {
        Series raw = column.series();
        double scale = source.unit().equals("B") || source.unit().equals("B/s") ? bytes(column.unit()) : 1;
        SeriesBuilder utilisation = new SeriesBuilder();
        for (int i = 0; i < raw.size(); i++) {
            double value = raw.value(i) * scale;
            double seconds = Series.seconds(raw.from(i), raw.to(i));
            double load = source.amount() ? CounterRepair.repaired(value) / seconds : value;
            utilisation.add(raw.from(i), raw.to(i), load / source.full());
        }
        return utilisation.build();
    }

    /** Bytes of a unit that the original wrote. */
    private static double bytes(String unit) {
        return switch (unit) {
            case "MB" -> 1 << 20;
            case "Blocks" -> 512;
            default -> 1;
        };
    }

    /** Where all are known. */
    private static Series added(Collection<Series> parts) {
        if (parts.size() == 1) {
            return parts.iterator().next();
        }
        long[] times = Grid.of(parts);
        SeriesBuilder sum = new SeriesBuilder();
        for (int i = 1; i < times.length; i++) {
            double value = 0;
            for (Series part : parts) {
                value += part.at(times[i - 1]);
            }
            if (!Double.isNaN(value)) {
                sum.add(times[i - 1], times[i], value);
            }
        }
        return sum.build();
    }
}
