// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.format.trace.TraceText;
import org.hdtrace.sunshot.model.Occurrence;

/**
 * Reads a state or event again, with its attributes and what is around it; by the index of the trace if there is one.
 * Thread: any one at a time. It waits for the disk.
 */
public final class EntryReader {
    /** Entries kept of those nested in a state. */
    public static final int MOST_NESTED = 200;

    private static final int ASK_EVERY = 1024;
    private static final int MOST_XML = 1 << 16;

    private final Project project;
    private final BooleanSupplier cancelled;
    private TraceEntry found;
    private long foundOffset;
    private final List<TraceEntry> around = new ArrayList<>();
    private final List<TraceEntry> nested = new ArrayList<>();
    private long nestedCount;

    private EntryReader(Project project, BooleanSupplier cancelled) {
        this.project = project;
        this.cancelled = cancelled;
    }

    /**
     * Reads everything about an entry.
     *
     * @param name of the entry
     * @param originNanos time shown as 0
     * @param textBefore where to begin, see {@link org.hdtrace.sunshot.model.StateTrack#textBefore}; 0 for the beginning
     * @param cancelled asked often; the reading ends with a {@link CancellationException}
     * @return empty if the trace does not hold it any more
     * @throws TraceFormatException if the project can't be read, names file, place and cause
     */
    public static Optional<EntryDetails> read(
            Path project, Occurrence wanted, String name, long originNanos, long textBefore, BooleanSupplier cancelled)
            throws TraceFormatException {
        return new EntryReader(Project.open(project), cancelled).read(wanted, name, originNanos, textBefore);
    }

    private Optional<EntryDetails> read(Occurrence wanted, String name, long originNanos, long textBefore)
            throws TraceFormatException {
        Optional<TraceFile> file = project.traces().stream()
                .filter(each -> String.join("/", each.node().path()).equals(wanted.path()))
                .findFirst();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Query traces = Query.of(project).where(file.get()::equals);
        collect(file.get().path(), textBefore, wanted, name);
        if (found == null && textBefore > 0) {
            // What comes later may stand before: entries needn't be in the order of their times.
            around.clear();
            nested.clear();
            nestedCount = 0;
            collect(file.get().path(), 0, wanted, name);
        }
        if (found == null) {
            return Optional.empty();
        }
        around.sort(Comparator.comparingLong(TraceEntry::startNanos));
        nested.sort(Comparator.comparingLong(TraceEntry::startNanos));
        return Optional.of(new EntryDetails(
                project,
                file.get(),
                originNanos,
                found,
                wanted.event(),
                wanted.depth(),
                around,
                nested,
                nestedCount,
                xml(file.get().path()),
                lastOf(traces, "File_open"),
                lastOf(traces, "File_set_view")));
    }

    /** Entries that touch the wanted one: itself, those around it and those inside. */
    private void collect(Path trace, long textBefore, Occurrence wanted, String name) throws TraceFormatException {
        long end = Math.max(wanted.time().startNanos() + 1, wanted.time().endNanos());
        try (TraceCursor cursor = TraceCursor.openAt(trace, textBefore, 0, EntryFilter.all())) {
            for (int i = 0; cursor.next(); i++) {
                if (i % ASK_EVERY == 0) {
                    stopIfCancelled();
                }
                if (found != null && cursor.depth() == 0 && cursor.startNanos() >= end) {
                    return;
                }
                take(cursor, wanted, name);
            }
        }
    }

    private void take(TraceCursor cursor, Occurrence wanted, String name) {
        boolean same = cursor.depth() == wanted.depth()
                && cursor.isEvent() == wanted.event()
                && cursor.startNanos() == wanted.time().startNanos()
                && (wanted.event() || cursor.endNanos() == wanted.time().endNanos())
                && cursor.name().equals(name);
        boolean outer = !cursor.isEvent()
                && cursor.startNanos() <= wanted.time().startNanos()
                && cursor.endNanos() >= wanted.time().endNanos();
        if (same && found == null) {
            found = cursor.entry();
            foundOffset = cursor.byteOffset();
        } else if (cursor.depth() < wanted.depth() && outer) {
            around.add(cursor.entry());
        } else if (!wanted.event()
                && cursor.depth() > wanted.depth()
                && cursor.startNanos() >= wanted.time().startNanos()
                && cursor.endNanos() <= wanted.time().endNanos()) {
            nestedCount++;
            if (nested.size() < MOST_NESTED) {
                nested.add(cursor.entry());
            }
        }
    }

    /** The last entry of a name for the same open file that does not begin after the entry that was found. */
    private Optional<TraceEntry> lastOf(Query traces, String name) {
        String number = found.attributes().get("fid");
        if (number == null) {
            return Optional.empty();
        }
        String instance = found.attributes().get("oid");
        TraceEntry last = null;
        try (TraceStream stream = traces.names(name).byEnd()) {
            for (int i = 0; stream.next() && stream.startNanos() <= found.startNanos(); i++) {
                if (i % ASK_EVERY == 0) {
                    stopIfCancelled();
                }
                String other = stream.attribute("oid");
                boolean sameInstance = instance == null || other == null || instance.equals(other);
                if (sameInstance && number.equals(stream.attribute("fid"))) {
                    last = stream.entry();
                }
            }
        }
        return Optional.ofNullable(last);
    }

    private String xml(Path trace) throws TraceFormatException {
        byte[] bytes = new byte[MOST_XML];
        try (TraceText text = TraceText.open(trace)) {
            int length = text.read(foundOffset, bytes, bytes.length);
            return XmlPiece.first(new String(bytes, 0, Math.max(0, length), UTF_8));
        }
    }

    private void stopIfCancelled() {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("reading of details was cancelled");
        }
    }
}
