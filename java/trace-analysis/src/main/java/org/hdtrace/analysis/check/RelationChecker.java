// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;

/**
 * Checks one relation file: tokens are made before they are used and once only, states on a token are balanced and in
 * the order of time, parents within the file exist. Memory: one number per token of the file.
 */
final class RelationChecker {
    private final FindingList findings;
    private final Map<Long, Token> alive = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private long eventNumber;

    private RelationChecker(RelationFile file) {
        this.findings = new FindingList(file.path());
    }

    static List<Finding> check(RelationFile file) {
        RelationChecker checker = new RelationChecker(file);
        try (RelationReader reader = RelationReader.open(file.path())) {
            checker.check(reader);
        } catch (TraceFormatException e) {
            checker.findings.error(e.position(), e.reason());
        }
        return checker.findings.all();
    }

    private void check(RelationReader reader) throws TraceFormatException {
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
            reader.findings().forEach(findings::add);
        }
        if (reader.isComplete()) {
            alive.forEach((id, token) -> unfinished(id, token));
        } else if (reader.findings().isEmpty()) {
            findings.error("end", "the file ends without its end tag");
        }
    }

    private void create(RelationEvent.Token event, RelationReader reader) {
        String own = reader.header().globalToken(event.token());
        if (!known.add(own)) {
            error(event, "is made again");
        }
        for (ParentLink parent : event.parents()) {
            String link = parent.globalToken(reader.header());
            boolean here = link.startsWith(own.substring(0, own.lastIndexOf(':') + 1));
            if (here && (link.equals(own) || !known.contains(link))) {
                error(event, "has the parent " + parent.text() + ", which isn't in the file before it");
            }
        }
        alive.put(event.token(), new Token(event.timeNanos()));
    }

    private void use(RelationEvent event) {
        Token token = alive.get(event.token());
        if (token == null) {
            error(event, "is used but doesn't exist");
            return;
        }
        if (event.timeNanos() < token.latest) {
            error(event, "goes back in time, from " + TimeText.format(token.latest) + " s");
        }
        token.latest = Math.max(token.latest, event.timeNanos());
        if (event instanceof RelationEvent.Begin begin) {
            token.open.push(begin.name());
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
