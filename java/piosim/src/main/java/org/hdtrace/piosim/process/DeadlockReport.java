// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who waits for whom when nothing happens any more. */
public final class DeadlockReport {
    private static final int MOST_LINES = 64;

    private final Clients clients;
    private final Map<Integer, TreeSet<Integer>> waitsFor = new TreeMap<>();

    public DeadlockReport(Clients clients) {
        this.clients = clients;
    }

    /** One line for each waiting rank and one for the cycle, if there is one; null when all programs have ended. */
    public String text() {
        List<String> lines = new ArrayList<>();
        for (Client client : clients.all()) {
            if (client.current != null) {
                lines.add(describe(client));
            }
        }
        if (lines.isEmpty()) {
            return null;
        }
        int count = lines.size();
        StringBuilder text = new StringBuilder(count + (count == 1 ? " rank waits" : " ranks wait") + " forever");
        lines.stream().limit(MOST_LINES).forEach(line -> text.append('\n').append(line));
        if (count > MOST_LINES) {
            text.append("\n... and ").append(count - MOST_LINES).append(" more");
        }
        String cycle = cycle();
        return cycle == null ? text.toString() : text + "\ncycle: " + cycle;
    }

    private String describe(Client client) {
        StringBuilder line = new StringBuilder();
        line.append(name(client.rank));
        if (client.threadIndex > 0) {
            line.append(" thread ").append(client.thread);
        }
        Call call = client.current;
        String origin = call.command.origin().name();
        line.append(": ").append(origin.isEmpty() ? call.command.type().commandName() : origin);
        if (call.communicator != null) {
            line.append(" in communicator '").append(call.communicator.name()).append('\'');
        }
        describeReceives(client, line);
        describeSynchronisation(client, line);
        return line.toString();
    }

    private void describeReceives(Client client, StringBuilder line) {
        Envelope[] lists = {
            clients.matcher().firstPosted(client.rank), clients.matcher().firstWildcard(client.rank)
        };
        for (Envelope first : lists) {
            for (Envelope envelope = first; envelope != null; envelope = envelope.nextOfRank) {
                if (((Receive) envelope).call.client == client) {
                    describe(client, envelope, line);
                }
            }
        }
    }

    private void describe(Client client, Envelope envelope, StringBuilder line) {
        line.append(", waits for ");
        line.append(envelope.context == Clients.RENDEZVOUS ? "the answer of " : "a message from ");
        line.append(envelope.source == Envelope.ANY_SOURCE ? "any rank" : name(envelope.source));
        boolean ofProgram = envelope.context != Clients.RENDEZVOUS && (envelope.context & 1) == 1;
        if (ofProgram) {
            line.append(envelope.tag == Envelope.ANY_TAG ? " with any tag" : " with tag " + envelope.tag);
        }
        if (envelope.source != Envelope.ANY_SOURCE) {
            waitsFor.computeIfAbsent(client.rank, r -> new TreeSet<>()).add(envelope.source);
        }
    }

    private void describeSynchronisation(Client client, StringBuilder line) {
        for (List<Call> waiting : clients.synchronizing().values()) {
            for (Call call : waiting) {
                if (call.client == client) {
                    TreeSet<Integer> missing = new TreeSet<>();
                    for (int local = 0; local < call.size(); local++) {
                        missing.add(client.application.rank(call.communicator.worldRank(local)));
                    }
                    waiting.forEach(other -> missing.remove(other.client.rank));
                    line.append(", waits for ").append(missing.size()).append(" ranks, the first is ");
                    line.append(name(missing.first()));
                    waitsFor.computeIfAbsent(client.rank, r -> new TreeSet<>()).addAll(missing);
                }
            }
        }
    }

    private String cycle() {
        for (int start : waitsFor.keySet()) {
            List<Integer> path = new ArrayList<>();
            int rank = start;
            while (!path.contains(rank) && waitsFor.containsKey(rank)) {
                path.add(rank);
                rank = waitsFor.get(rank).first();
            }
            int begin = path.indexOf(rank);
            if (begin >= 0) {
                StringBuilder text = new StringBuilder();
                path.subList(begin, path.size())
                        .forEach(r -> text.append(name(r)).append(" -> "));
                return text + name(rank);
            }
        }
        return null;
    }

    private String name(int rank) {
        Client client = clients.clientOf(rank);
        String text = "rank " + client.worldRank;
        boolean several =
                clients.all().stream().anyMatch(other -> other.application.number() != client.application.number());
        return several ? client.application.alias() + " " + text : text;
    }
}
