// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;

/**
 * When which file server of a recording had requests of clients: between the arrival of a request and the end of all that the server does
 * for it. Known of recordings whose servers were traced, too; others have no servers here. Immutable.
 */
final class ServerLoad {
    /** No server has requests, or more than one has. */
    private static final int NONE_OR_SEVERAL = -1;

    /** A request came or ended. */
    private record Change(long time, int server, String client, int by) {}

    /**
     * How much of some time only one server had requests, ns.
     *
     * @param whole all of that time
     * @param alone of each server when no other had any
     * @param crowded when that one server had requests of several clients
     */
    record Share(double whole, Map<String, Double> alone, double crowded) {
        static final Share NONE = new Share(0, Map.of(), 0);

        Share plus(Share other) {
            Map<String, Double> sum = new TreeMap<>(alone);
            other.alone.forEach((server, nanos) -> sum.merge(server, nanos, Double::sum));
            return new Share(whole + other.whole, sum, crowded + other.crowded);
        }
    }

    private final List<String> servers;
    /** From each of these times to the next nothing changes. */
    private final long[] times;

    private final int[] only;
    private final boolean[] several;

    private ServerLoad(List<String> servers, List<Change> changes) {
        this.servers = List.copyOf(servers);
        changes.sort(Comparator.comparingLong(Change::time));
        int count = changes.size();
        times = new long[count];
        only = new int[count];
        several = new boolean[count];
        List<Map<String, Integer>> pending = new ArrayList<>();
        servers.forEach(unused -> pending.add(new HashMap<>()));
        int busy = 0;
        for (int i = 0; i < count; i++) {
            Change change = changes.get(i);
            Map<String, Integer> clients = pending.get(change.server());
            busy -= clients.isEmpty() ? 0 : 1;
            clients.merge(change.client(), change.by(), (before, by) -> before + by == 0 ? null : before + by);
            busy += clients.isEmpty() ? 0 : 1;
            times[i] = change.time();
            only[i] = busy == 1 ? firstBusy(pending, change.server()) : NONE_OR_SEVERAL;
            several[i] = busy == 1 && pending.get(only[i]).size() > 1;
        }
    }

    private static int firstBusy(List<Map<String, Integer>> pending, int likely) {
        int server = pending.get(likely).isEmpty() ? 0 : likely;
        while (pending.get(server).isEmpty()) {
            server++;
        }
        return server;
    }

    /**
     * Read what servers tell.
     *
     * @throws TraceFormatException for a relation file that can't be read
     */
    static ServerLoad read(Project project) throws TraceFormatException {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (RelationFile file : project.relations()) {
            if (!isOfRank(project, file)) {
                read(file, numbers, names, changes);
            }
        }
        return new ServerLoad(names, changes);
    }

    private static boolean isOfRank(Project project, RelationFile file) {
        for (TraceFile trace : project.traces()) {
            if (trace.rank() < 0) {
                continue;
            }
            List<String> rank =
                    trace.node().path().subList(0, trace.node().path().size() - 1);
            List<String> own = file.node().path();
            if (own.size() >= rank.size() && own.subList(0, rank.size()).equals(rank)) {
                return true;
            }
        }
        return false;
    }

    /** Layers of a server are a process, with a file each; requests are what another process caused. */
    private static void read(RelationFile file, Map<String, Integer> numbers, List<String> names, List<Change> changes)
            throws TraceFormatException {
        try (RelationReader reader = RelationReader.open(file.path())) {
            String process = reader.header().hostId() + ":" + reader.header().localToken() + ":";
            int server = numbers.computeIfAbsent(process, unused -> {
                String host = file.node().path().get(0);
                names.add(
                        names.contains(host)
                                ? host + " (process " + reader.header().localToken() + ")"
                                : host);
                return names.size() - 1;
            });
            Map<Long, String> open = new HashMap<>();
            long last = 0;
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                last = Math.max(last, event.timeNanos());
                if (event instanceof RelationEvent.Token token) {
                    String client = client(token, reader, process);
                    if (client != null && open.put(token.token(), client) == null) {
                        changes.add(new Change(token.timeNanos(), server, client, 1));
                    }
                } else if (event instanceof RelationEvent.Destroy) {
                    String client = open.remove(event.token());
                    if (client != null) {
                        changes.add(new Change(event.timeNanos(), server, client, -1));
                    }
                }
            }
            long end = last;
            open.values().forEach(client -> changes.add(new Change(end, server, client, -1)));
        }
    }

    /** The process that caused it, null when that is the server itself or nobody. */
    private static String client(RelationEvent.Token token, RelationReader reader, String process) {
        for (ParentLink link : token.parents()) {
            String parent = link.globalToken(reader.header());
            String[] parts = parent.split(":", 3);
            if (parts.length == 3 && !parent.startsWith(process)) {
                return parts[0] + ":" + parts[1];
            }
        }
        return null;
    }

    /** Servers that were traced. */
    int count() {
        return servers.size();
    }

    /** Of the time from {@code start} to {@code end}, ns since the epoch. */
    Share during(long start, long end) {
        Map<String, Double> alone = new TreeMap<>();
        double crowded = 0;
        int found = Arrays.binarySearch(times, start);
        for (int i = Math.max(0, found < 0 ? -found - 2 : found); i < times.length && times[i] < end; i++) {
            long until = i + 1 < times.length ? Math.min(end, times[i + 1]) : end;
            long nanos = until - Math.max(start, times[i]);
            if (only[i] != NONE_OR_SEVERAL && nanos > 0) {
                alone.merge(servers.get(only[i]), (double) nanos, Double::sum);
                crowded += several[i] ? nanos : 0;
            }
        }
        return new Share(end - start, alone, crowded);
    }
}
