// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.Finding;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.model.program.Probing;

/** Who waits for whom when nothing happens any more. Takes time in proportion to what is waited for. */
public final class DeadlockReport {
    private static final int MOST_LINES = 64;
    private static final int MOST_REASONS = 8;

    private final Clients clients;
    private final CallText names;
    private final List<Client> waiting;
    /** A call of each rank that waits for the rank of the next. */
    private final List<Call> cycle;

    private final Map<Client, List<String>> reasons = new HashMap<>();

    public DeadlockReport(Clients clients) {
        this.clients = clients;
        names = new CallText(clients);
        waiting = clients.threads().filter(Client::isWaiting).toList();
        cycle = waiting.isEmpty() ? List.of() : findCycle();
    }

    private List<Call> findCycle() {
        List<Call> certain = new WaitGraph(clients, false).cycle();
        return certain.isEmpty() ? new WaitGraph(clients, true).cycle() : certain;
    }

    /**
     * The ranks of the cycle, each waiting for the next and the last for the first; empty when there is none. A wait is told
     * with tag and communicator of its request that waits for the next rank.
     */
    public List<WaitingRank> cycle() {
        return cycle.stream().map(DeadlockReport::waitingRank).toList();
    }

    private static WaitingRank waitingRank(Call call) {
        Client client = call.client;
        Call request = call.outermost();
        return new WaitingRank(
                client.application.alias(),
                client.worldRank,
                client.thread,
                CallText.function(client.current.command),
                CallText.tag(request.command),
                request.communicator == null ? "" : request.communicator.name());
    }

    /**
     * One line for each waiting rank, those of a cycle first if there are too many, one for the cycle, if there is one,
     * one for each message that nobody received and one for each damaged trace; null when all programs have ended.
     */
    public String text() {
        if (waiting.isEmpty()) {
            return null;
        }
        List<Client> printed = printed();
        findReasons(printed);
        StringBuilder text = new StringBuilder(number()).append(" forever");
        for (Client client : printed) {
            text.append('\n').append(describe(client));
        }
        if (waiting.size() > printed.size()) {
            text.append("\n... and ").append(waiting.size() - printed.size()).append(" more");
        }
        if (!cycle.isEmpty()) {
            text.append("\ncycle: ").append(path());
        }
        new UnmatchedMessages(clients).lines().forEach(line -> text.append('\n').append(line));
        addDamage(text);
        return text.toString();
    }

    private String number() {
        int threads = waiting.size();
        long ranks = waiting.stream().mapToInt(client -> client.rank).distinct().count();
        String wait = ranks + (ranks == 1 ? " rank" : " ranks") + (threads == 1 ? " waits" : " wait");
        return ranks == threads ? wait : threads + " threads of " + wait;
    }

    /** As many as fit, in their order. */
    private List<Client> printed() {
        Set<Integer> inCycle = new HashSet<>();
        cycle.forEach(call -> inCycle.add(call.client.rank));
        List<Client> chosen = new ArrayList<>();
        int others = MOST_LINES - Math.min(MOST_LINES, inCycle.size());
        for (Client client : waiting) {
            if (chosen.size() < MOST_LINES && (inCycle.contains(client.rank) || others-- > 0)) {
                chosen.add(client);
            }
        }
        return chosen;
    }

    private String path() {
        StringBuilder text = new StringBuilder();
        cycle.stream().limit(MOST_LINES).forEach(call -> text.append(names.rank(call.client.rank))
                .append(" -> "));
        if (cycle.size() > MOST_LINES) {
            text.append(cycle.size() - MOST_LINES).append(" more -> ");
        }
        return text.append(names.rank(cycle.get(0).client.rank)).toString();
    }

    private String describe(Client client) {
        StringBuilder line = new StringBuilder(names.rank(client.rank));
        if (client.threadIndex > 0) {
            line.append(" thread ").append(client.thread);
        }
        line.append(": ").append(names.call(client.current));
        List<String> found = reasons.getOrDefault(client, List.of());
        found.stream().limit(MOST_REASONS).forEach(reason -> line.append(", waits for ")
                .append(reason));
        if (found.size() > MOST_REASONS) {
            line.append(" and ").append(found.size() - MOST_REASONS).append(" more");
        }
        if (found.isEmpty()) {
            line.append(otherReason(client.current.command));
        }
        return line.toString();
    }

    private void findReasons(List<Client> printed) {
        printed.forEach(client -> reasons.put(client, new ArrayList<>()));
        Matcher matcher = clients.matcher();
        Set<Integer> seen = new HashSet<>();
        for (Client client : printed) {
            if (seen.add(client.rank)) {
                for (Call call = matcher.firstOpen(client.rank); call != null; call = call.nextOpen) {
                    addMessages(call);
                }
                for (Envelope e = matcher.firstPosted(client.rank); e != null; e = e.nextOfRank) {
                    addMessage(((Receive) e).call, e);
                }
                for (Envelope e = matcher.firstWildcard(client.rank); e != null; e = e.nextOfRank) {
                    addMessage(((Receive) e).call, e);
                }
                for (Envelope e = matcher.firstProbe(client.rank); e != null; e = e.nextOfRank) {
                    addMessage(((Probe) e).call, e);
                }
            }
        }
        clients.meetings().all().forEach(meeting -> addMeeting(meeting.present));
        clients.windows().blocked().forEach(this::addBlocked);
    }

    private void addMessages(Call call) {
        for (int source : call.awaited.sorted()) {
            Receive receive = new Receive();
            receive.address(call.client.rank, call.context, source, call.tag);
            addMessage(call, receive);
        }
    }

    private void addMessage(Call call, Envelope envelope) {
        List<String> found = reasons.get(call.client);
        if (found == null || !call.isAwaited()) {
            return;
        }
        boolean answers = envelope.context == Clients.RENDEZVOUS;
        StringBuilder text = new StringBuilder(answers ? "the answer of " : "a message from ");
        text.append(envelope.source == Envelope.ANY_SOURCE ? "any rank" : names.rank(envelope.source));
        if (!answers && LoadedApplication.isOfProgram(envelope.context)) {
            text.append(envelope.tag == Envelope.ANY_TAG ? " with any tag" : " with tag " + envelope.tag);
        } else if (!answers) {
            text.append(" in its step ").append(call.currentStep());
        }
        Call outermost = call.outermost();
        if (outermost != call.client.current) {
            text.append(" (").append(names.call(outermost)).append(", request ");
            text.append(outermost.command.request()).append(')');
        }
        found.add(text.toString());
    }

    private void addBlocked(Blocked blocked) {
        List<String> found = reasons.get(blocked.call().client);
        if (found == null || !blocked.call().isAwaited()) {
            return;
        }
        String rank = names.rank(blocked.rank());
        found.add(
                switch (blocked.reason()) {
                    case POST -> "the post of " + rank;
                    case COMPLETE -> "the complete of " + rank;
                    case LOCK -> "the lock at " + names.rank(blocked.place()) + " that " + rank + " has";
                });
    }

    private void addMeeting(List<Call> present) {
        int[] missing = null;
        for (Call call : present) {
            List<String> found = reasons.get(call.client);
            if (found != null && call.isAwaited()) {
                missing = missing == null ? WaitGraph.missing(present) : missing;
                String first = names.rank(missing[0]);
                found.add(missing.length == 1 ? first : missing.length + " ranks, the first is " + first);
            }
        }
    }

    /** Calls that are missing in a damaged trace are a likely cause. */
    private void addDamage(StringBuilder text) {
        Set<Application> programs = Collections.newSetFromMap(new IdentityHashMap<>());
        clients.threads().forEach(client -> programs.add(client.application.program()));
        List<Finding> damage = programs.stream()
                .flatMap(program -> program.damage().stream())
                .sorted(Comparator.comparing(Finding::file))
                .toList();
        damage.stream().limit(MOST_LINES).forEach(finding -> text.append("\ncalls may be missing: ")
                .append(finding));
        if (damage.size() > MOST_LINES) {
            text.append("\n... and ").append(damage.size() - MOST_LINES).append(" more damaged files");
        }
    }

    private static String otherReason(Command command) {
        if (command instanceof Probing.MatchedRecv receive) {
            return ", waits for message " + receive.message() + ", which no probe has found";
        }
        return command instanceof FileAccess ? ", waits for a server" : "";
    }
}
