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
     * @param cancelled asked often; the reading ends with a {@link CancellationException}
     * @return empty if the trace does not hold it any more
     * @throws TraceFormatException if the project can't be read, names file, place and cause
     */
    public static Optional<EntryDetails> read(
            Path project, Occurrence wanted, String name, long originNanos, BooleanSupplier cancelled)
            throws TraceFormatException {
        return new EntryReader(Project.open(project), cancelled).read(wanted, name, originNanos);
    }

    private Optional<EntryDetails> read(Occurrence wanted, String name, long originNanos) throws TraceFormatException {
        Optional<TraceFile> file = project.traces().stream()
                .filter(each -> String.join("/", each.node().path()).equals(wanted.path()))
                .findFirst();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Query traces = Query.of(project).where(file.get()::equals);
        collect(traces, wanted, name);
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
    private void collect(Query traces, Occurrence wanted, String name) {
        long start = wanted.time().startNanos();
        long end = Math.max(start + 1, wanted.time().endNanos());
        try (TraceStream stream = traces.between(start, end).byEnd()) {
            for (int i = 0; stream.next(); i++) {
                if (i % ASK_EVERY == 0) {
                    stopIfCancelled();
                }
                take(stream, wanted, name);
            }
        }
    }

    private void take(TraceStream stream, Occurrence wanted, String name) {
        boolean same = stream.depth() == wanted.depth()
                && stream.isEvent() == wanted.event()
                && stream.startNanos() == wanted.time().startNanos()
                && (wanted.event() || stream.endNanos() == wanted.time().endNanos())
                && stream.name().equals(name);
        boolean outer = !stream.isEvent()
                && stream.startNanos() <= wanted.time().startNanos()
                && stream.endNanos() >= wanted.time().endNanos();
        if (same && found == null) {
            found = stream.entry();
            foundOffset = stream.byteOffset();
        } else if (stream.depth() < wanted.depth() && outer) {
            around.add(stream.entry());
        } else if (!wanted.event()
                && stream.depth() > wanted.depth()
                && stream.startNanos() >= wanted.time().startNanos()
                && stream.endNanos() <= wanted.time().endNanos()) {
            nestedCount++;
            if (nested.size() < MOST_NESTED) {
                nested.add(stream.entry());
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
