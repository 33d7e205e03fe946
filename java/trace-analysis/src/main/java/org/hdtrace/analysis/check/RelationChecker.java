// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Limits;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationHeader;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.trace.CharacterCheck;

/**
 * Checks one relation file: tokens are made before they are used and once only, states on a token are balanced and in
 * the order of time, parents within the file exist. Memory: tokens that live at the same time, at most {@value #MOST_ALIVE}.
 */
final class RelationChecker {
    private static final int MOST_ALIVE = 1 << 18;

    private final FindingList findings;
    private final Map<Long, Token> alive = new HashMap<>();
    private final TokenTable known = new TokenTable();
    private boolean crowded;
    private boolean running;
    private long eventNumber;

    private RelationChecker(RelationFile file) {
        this.findings = new FindingList(file.path());
    }

    static Checked check(RelationFile file) {
        RelationChecker checker = new RelationChecker(file);
        try (RelationReader reader = RelationReader.open(file.path())) {
            checker.check(reader);
            CharacterCheck.of(file.path()).ifPresent(checker.findings::add);
        } catch (TraceFormatException e) {
            checker.findings.error(e.position(), e.reason());
        }
        return new Checked(file.path(), checker.findings.all(), checker.running, checker.known);
    }

    private void check(RelationReader reader) throws TraceFormatException {
        String first = reader.header().globalToken(0);
        known.begin(first.substring(0, first.lastIndexOf(':') + 1));
        try {
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                eventNumber++;
                if (event instanceof RelationEvent.Token token) {
                    create(token, reader);
                } else {
                    use(event);
                }
            }
        } finally {
            report(reader);
        }
        if (reader.isComplete()) {
            known.complete();
            alive.forEach((id, token) -> unfinished(id, token));
        } else if (running) {
            findings.note("end", "its process still writes it");
        } else if (reader.findings().isEmpty()) {
            findings.error("end", "the file ends without its end tag");
        }
    }

    private void report(RelationReader reader) {
        RelationHeader header = reader.header();
        running = !reader.isComplete()
                && Running.writes(header.hostId(), header.localToken(), header.timeAdjustmentNanos());
        for (Finding finding : reader.findings()) {
            Severity severity = running ? Severity.NOTE : finding.severity();
            findings.add(new Finding(finding.file(), finding.position(), severity, finding.text()));
        }
    }

    private void create(RelationEvent.Token event, RelationReader reader) {
        if (known.holds(event.token())) {
            error(event, "is made again");
        }
        for (ParentLink parent : event.parents()) {
            String link = parent.globalToken(reader.header());
            long id = TokenTable.idOf(link);
            if (!known.isElsewhere(link) && (id == event.token() || !known.mayHold(id))) {
                error(event, "has the parent " + parent.text() + ", which isn't in the file before it");
            }
        }
        known.add(event.token());
        if (alive.size() < MOST_ALIVE || alive.containsKey(event.token())) {
            alive.put(event.token(), new Token(event.timeNanos()));
        } else if (!crowded) {
            crowded = true;
            findings.note(
                    "event " + eventNumber,
                    "more than " + MOST_ALIVE + " tokens at the same time; not all are checked");
        }
    }

    private void use(RelationEvent event) {
        Token token = alive.get(event.token());
        if (token == null) {
            if (!crowded) {
                error(event, "is used but doesn't exist");
            }
            return;
        }
        if (event.timeNanos() < token.latest) {
            error(event, "goes back in time, from " + TimeText.format(token.latest) + " s");
        }
        token.latest = Math.max(token.latest, event.timeNanos());
        if (event instanceof RelationEvent.Begin begin) {
            if (token.open.size() < Limits.DEPTH) {
                token.open.push(begin.name());
            } else {
                error(event, "has more than " + Limits.DEPTH + " states open");
            }
        } else if (event instanceof RelationEvent.Finish) {
            if (token.open.poll() == null) {
                error(event, "ends a state that never began");
            }
        } else {
            if (!token.open.isEmpty()) {
                error(event, "is destroyed while " + token.open.peek() + " has not ended");
            }
            alive.remove(event.token());
        }
    }

    private void unfinished(long id, Token token) {
        String name = "token " + Long.toUnsignedString(id);
        if (token.open.isEmpty()) {
            findings.note("end", name + " is never destroyed");
        } else {
            findings.error("end", name + ": " + token.open.peek() + " never ends");
        }
    }

    private void error(RelationEvent event, String text) {
        findings.error(
                "event " + eventNumber,
                "token " + Long.toUnsignedString(event.token()) + " at " + TimeText.format(event.timeNanos()) + " s "
                        + text);
    }

    private static final class Token {
        private final Deque<String> open = new ArrayDeque<>();
        private long latest;

        private Token(long created) {
            this.latest = created;
        }
    }
}
