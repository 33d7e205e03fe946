// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexComparison;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.CharacterCheck;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.ProgramHeader;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Checks one trace: states end after they begin, siblings follow each other, children lie inside their parent, ids are
 * declared in the project, files are opened and requests begun before they are used, the index tells the same. Memory: some
 * numbers per depth, and of ids that are missing at most {@value #IDS_KEPT} of a kind.
 */
final class TraceChecker {
    private static final List<String> TYPE_ATTRIBUTES =
            List.of("tid", "sendTid", "recvTid", "recvtid", "etid", "filetid", "oldTid");

    private static final int IDS_SHOWN = 10;
    private static final int IDS_KEPT = 1000;

    private final TraceFile file;
    private final FindingList findings;
    private final Set<Long> declaredCommunicators;
    private final Set<Long> declaredTypes;
    private final IdSet files = new IdSet();
    private final IdSet requests = new IdSet();
    private final Map<String, Undeclared> undeclared = new TreeMap<>();
    private boolean running;
    private Level[] levels = {new Level()};

    private TraceChecker(DeclaredIds declared, TraceFile file) {
        this.file = file;
        this.findings = new FindingList(file.path());
        this.declaredCommunicators = declared.communicators(file.rank());
        this.declaredTypes = declared.types(file.rank());
    }

    static Checked check(DeclaredIds declared, TraceFile file) {
        TraceChecker checker = new TraceChecker(declared, file);
        try {
            checker.check();
            CharacterCheck.of(file.path()).ifPresent(checker.findings::add);
            IndexComparison.compare(file.path(), checker.findings::add);
        } catch (TraceFormatException e) {
            checker.findings.error(e.position(), e.reason());
        }
        return new Checked(file.path(), checker.findings.all(), checker.running, null);
    }

    private void check() throws TraceFormatException {
        try (TraceCursor cursor = TraceCursor.open(file)) {
            try {
                while (cursor.next()) {
                    entry(cursor);
                }
            } finally {
                report(cursor);
                noteUndeclared();
            }
        }
    }

    /**
     * What the reader noticed; that the end is missing is an error here even where nothing is lost by it. While the program
     * runs there is none, and parents that have not ended are missing.
     */
    private void report(TraceCursor cursor) {
        List<Finding> noticed = cursor.findings();
        ProgramHeader program = cursor.program();
        String host = program.attributes().get("host", "");
        String process = program.attributes().get("pid", "");
        running = !cursor.isComplete() && Running.writes(host, process, program.timeAdjustmentNanos());
        for (int i = 0; i < noticed.size(); i++) {
            Finding finding = noticed.get(i);
            boolean cut = !cursor.isComplete() && i == noticed.size() - 1;
            Severity severity = running ? Severity.NOTE : cut ? Severity.ERROR : finding.severity();
            String text = running && cut ? "its process still writes it: " + finding.text() : finding.text();
            findings.add(new Finding(finding.file(), finding.position(), severity, text));
        }
    }

    private void entry(TraceCursor cursor) {
        int depth = cursor.depth();
        if (depth + 1 >= levels.length) {
            int known = levels.length;
            levels = Arrays.copyOf(levels, 2 * depth + 2);
            Arrays.setAll(levels, i -> i < known ? levels[i] : new Level());
        }
        if (cursor.endNanos() < cursor.startNanos()) {
            error(cursor, "ends before it begins, at " + time(cursor.endNanos()));
        }
        if (!cursor.isEvent()) {
            Level children = levels[depth + 1];
            if (children.earliest < cursor.startNanos() || children.latest > cursor.endNanos()) {
                error(
                        cursor,
                        "doesn't hold its nested entries, which last from " + time(children.earliest) + " to "
                                + time(children.latest));
            }
            children.clear();
        }
        Level siblings = levels[depth];
        if (cursor.startNanos() < siblings.previousEnd) {
            error(cursor, "begins before the preceding entry ended, at " + time(siblings.previousEnd));
        }
        siblings.add(cursor.startNanos(), cursor.endNanos());
        ids(cursor);
    }

    private void error(TraceCursor cursor, String text) {
        findings.error("byte " + cursor.byteOffset(), cursor.name() + " at " + time(cursor.startNanos()) + " " + text);
    }

    private void ids(TraceCursor cursor) {
        long opened = cursor.attributeLong("fid", -1);
        if (opened >= 0) {
            if (cursor.attribute("name") != null) {
                files.add(opened);
            } else if (!files.mayHold(opened)) {
                missing(cursor, "not opened in this trace but used: file", opened);
            }
        }
        requests(cursor);
        if (file.rank() < 0) {
            return;
        }
        id(cursor, "cid", "communicator", declaredCommunicators);
        for (String attribute : TYPE_ATTRIBUTES) {
            id(cursor, attribute, "datatype", declaredTypes);
        }
    }

    /**
     * Calls that begin a request carry its id; those that wait for some name them in elements of their own. Persistent requests
     * begin without one: theirs is the next of the count when it is first used (FORMATS B 3.4).
     */
    private void requests(TraceCursor cursor) {
        long begun = Math.max(cursor.attributeLong("rid", -1), cursor.attributeLong("aid", -1));
        if (begun >= 0) {
            requests.add(begun);
        }
        String name = cursor.name();
        if (!name.startsWith("Wait") && !name.startsWith("Test")) {
            return;
        }
        for (DataElement element : cursor.data()) {
            String id = element.attributes().get("rid", element.attributes().get("aid", ""));
            if (element.name().equals("For") && id.matches("[0-9]{1,18}")) {
                waitFor(cursor, Long.parseLong(id));
            }
        }
    }

    private void waitFor(TraceCursor cursor, long request) {
        if (!requests.mayHold(request) && request > requests.size()) {
            missing(cursor, "not begun in this trace but waited for: request", request);
        }
        requests.add(request);
    }

    private void id(TraceCursor cursor, String attribute, String kind, Set<Long> declared) {
        long id = cursor.attributeLong(attribute, -1);
        if (id >= 0 && !declared.contains(id)) {
            missing(cursor, "not declared in the project for rank " + file.rank() + " but used: " + kind, id);
        }
    }

    private void missing(TraceCursor cursor, String text, long id) {
        Undeclared found = undeclared.computeIfAbsent(text, key -> new Undeclared(cursor.byteOffset()));
        if (found.ids.size() < IDS_KEPT) {
            found.ids.add(id);
        }
    }

    /** One note for all ids of a kind: a program that makes types in a loop has thousands. */
    private void noteUndeclared() {
        undeclared.forEach((text, found) -> {
            String shown =
                    found.ids.stream().limit(IDS_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
            int beyond = found.ids.size() - IDS_SHOWN;
            String more = found.ids.size() == IDS_KEPT ? " or more others" : " more";
            findings.note(
                    "byte " + found.firstOffset, text + " " + shown + (beyond > 0 ? " and " + beyond + more : ""));
        });
    }

    private static String time(long nanos) {
        return TimeText.format(nanos) + " s";
    }

    private static final class Undeclared {
        private final long firstOffset;
        private final SortedSet<Long> ids = new TreeSet<>();

        private Undeclared(long firstOffset) {
            this.firstOffset = firstOffset;
        }
    }

    /** The entries of one depth since their parent's block began. */
    private static final class Level {
        private long earliest = Long.MAX_VALUE;
        private long latest = Long.MIN_VALUE;
        private long previousEnd = Long.MIN_VALUE;

        private void add(long start, long end) {
            earliest = Math.min(earliest, start);
            latest = Math.max(latest, end);
            previousEnd = Math.max(previousEnd, end);
        }

        private void clear() {
            earliest = Long.MAX_VALUE;
            latest = Long.MIN_VALUE;
            previousEnd = Long.MIN_VALUE;
        }
    }
}
