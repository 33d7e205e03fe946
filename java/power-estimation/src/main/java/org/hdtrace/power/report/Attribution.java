// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.power.series.Grid;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;
import org.hdtrace.power.series.Sum;

/**
 * Divides the power of each node equally among the threads of ranks that run on it at that time, from their first call to the end of
 * their last one, and that of a thread among its calls (of the outermost level) and what lies between. Nothing is lost: functions add up
 * to ranks, and ranks with the time without any to nodes.
 *
 * <p>Thread: one at a time. Each trace is read twice, in a stream.
 */
public final class Attribution {
    private static final EntryFilter CALLS =
            EntryFilter.all().depth(0, 0).events(false).withoutData();

    private final List<HostEnergy> hosts = new ArrayList<>();
    private final List<RankEnergy> ranks = new ArrayList<>();
    private final Map<String, Activity> functions = new TreeMap<>();

    /** From the first call of a trace to the end of its last one. */
    private record Span(TraceFile trace, long from, long to) {}

    private Attribution() {}

    /**
     * Attribute.
     *
     * @param power of each host, watts
     */
    public static Attribution of(Project project, Map<String, Series> power) throws TraceFormatException {
        Attribution attribution = new Attribution();
        Map<String, List<Span>> spans = new LinkedHashMap<>();
        for (TraceFile trace : project.traces()) {
            Span span = span(trace);
            if (span.from() < span.to()) {
                spans.computeIfAbsent(trace.host(), unused -> new ArrayList<>()).add(span);
            }
        }
        for (Map.Entry<String, Series> host : power.entrySet()) {
            attribution.addHost(host.getKey(), host.getValue(), spans.getOrDefault(host.getKey(), List.of()));
        }
        return attribution;
    }

    private static Span span(TraceFile trace) throws TraceFormatException {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        try (TraceCursor call = TraceCursor.open(trace.path(), CALLS)) {
            while (call.next()) {
                from = Math.min(from, call.startNanos());
                to = Math.max(to, call.endNanos());
            }
        }
        return new Span(trace, from, to);
    }

    private void addHost(String host, Series power, List<Span> spans) throws TraceFormatException {
        if (power.isEmpty()) {
            return;
        }
        Series share = share(power, spans);
        double joules = power.integral(power.start(), power.end());
        Sum used = new Sum();
        for (Span span : spans) {
            double ofRank = share.integral(span.from(), span.to());
            used.add(ofRank);
            TraceFile trace = span.trace();
            double seconds = Series.seconds(span.from(), span.to());
            ranks.add(new RankEnergy(host, trace.rank(), trace.thread(), seconds, ofRank));
            addCalls(span, share, ofRank, seconds);
        }
        double seconds = power.knownSeconds(power.start(), power.end());
        hosts.add(new HostEnergy(host, seconds, joules, joules - used.value()));
    }

    /** Power of each running thread. */
    private static Series share(Series power, List<Span> spans) {
        SeriesBuilder shares = new SeriesBuilder();
        List<Series> changes = new ArrayList<>();
        changes.add(power);
        for (Span span : spans) {
            changes.add(new SeriesBuilder().add(span.from(), span.to(), 1).build());
        }
        long[] times = Grid.of(changes);
        int[] running = running(times, spans);
        for (int i = 1; i < times.length; i++) {
            double watts = power.at(times[i - 1]);
            if (!Double.isNaN(watts) && running[i - 1] > 0) {
                shares.add(times[i - 1], times[i], watts / running[i - 1]);
            }
        }
        return shares.build();
    }

    /** How many spans cover what begins at each time. */
    private static int[] running(long[] times, List<Span> spans) {
        int[] running = new int[times.length];
        for (Span span : spans) {
            running[Arrays.binarySearch(times, span.from())]++;
            running[Arrays.binarySearch(times, span.to())]--;
        }
        for (int i = 1; i < running.length; i++) {
            running[i] += running[i - 1];
        }
        return running;
    }

    private void addCalls(Span span, Series share, double joulesOfRank, double secondsOfRank)
            throws TraceFormatException {
        Sum joules = new Sum();
        Sum seconds = new Sum();
        try (TraceCursor call = TraceCursor.open(span.trace().path(), CALLS)) {
            while (call.next()) {
                double callJoules = share.integral(call.startNanos(), call.endNanos());
                double callSeconds = Series.seconds(call.startNanos(), call.endNanos());
                function(call.name()).add(1, callJoules, callSeconds);
                joules.add(callJoules);
                seconds.add(callSeconds);
            }
        }
        function(Phase.BETWEEN).add(0, joulesOfRank - joules.value(), secondsOfRank - seconds.value());
    }

    private Activity function(String name) {
        return functions.computeIfAbsent(name, Activity::new);
    }

    public List<HostEnergy> hosts() {
        return List.copyOf(hosts);
    }

    /** In the order of hosts and traces. */
    public List<RankEnergy> ranks() {
        return List.copyOf(ranks);
    }

    /** The one with the most energy first; what is done between calls is {@code (computation)}. */
    public List<Activity> functions() {
        return functions.values().stream()
                .sorted(Comparator.comparingDouble(Activity::joules).reversed())
                .toList();
    }

    /** Functions summed up by kind: computation, communication and I/O. */
    public List<Activity> phases() {
        Map<Phase, Activity> phases = new TreeMap<>();
        for (Phase phase : Phase.values()) {
            phases.put(phase, new Activity(phase.label()));
        }
        for (Activity function : functions.values()) {
            phases.get(Phase.of(function.name())).add(function.count(), function.joules(), function.seconds());
        }
        return List.copyOf(phases.values());
    }
}
