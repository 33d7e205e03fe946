// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlScanner;

/**
 * Steps through the states and events of a trace in the order of the file: children before their parent, with {@link #depth}
 * telling how deep. Nothing is allocated per entry unless a text is asked for. Accessors speak of the entry that {@link #next}
 * stepped to last.
 *
 * <p>A trace that was cut delivers everything complete before the cut; entries whose parent is missing are {@link #isOrphan
 * orphans}. Times are ns since the epoch, corrected by the trace's clock offset.
 *
 * <p>Thread: one thread at a time. Source: FORMATS A2, A3, A10, B 1.3; paper section 2.1.
 */
public final class TraceCursor implements AutoCloseable {
    private final Path file;
    private final CurrentEntry entry;
    private final EntryFields fields;
    private final TraceWalk walk;

    private TraceCursor(Path file, XmlScanner scanner, EntryFilter filter) {
        NameTable names = new NameTable();
        this.file = file;
        this.entry = new CurrentEntry(file, scanner, names, filter);
        this.fields = entry.fields();
        this.walk = new TraceWalk(file, scanner, names, filter, entry);
    }

    /** Open a trace and read its {@code Program} element; compression is recognised by content. */
    public static TraceCursor open(Path file) throws TraceFormatException {
        return open(file, EntryFilter.all());
    }

    /** As {@link #open(Path)}, stepping through the wanted entries only. */
    public static TraceCursor open(Path file, EntryFilter filter) throws TraceFormatException {
        return openAt(file, 0, 0, filter);
    }

    /**
     * Open a trace, read its {@code Program} element and go on at a place between two entries, as an index knows them. Whether
     * blocks around that place have a parent is found out by reading on.
     *
     * @param byteOffset in the uncompressed text; one before the first entry stands for the first entry
     * @param depth number of {@code Nested} blocks that the place lies in
     */
    public static TraceCursor openAt(Path file, long byteOffset, int depth, EntryFilter filter)
            throws TraceFormatException {
        Objects.requireNonNull(filter, "filter");
        if (byteOffset < 0 || depth < 0 || depth > Limits.DEPTH) {
            throw new IllegalArgumentException("byteOffset=" + byteOffset + " depth=" + depth);
        }
        return new TraceCursor(file, new XmlScanner(ByteSource.open(file)), filter).begin(byteOffset, depth);
    }

    /**
     * Open a trace for somebody who also sees its text. Entries come without their child elements.
     */
    public static TraceCursor open(Path file, TraceWatcher watcher) throws TraceFormatException {
        ByteSource source = ByteSource.open(file);
        watcher.expect(source.leastLength());
        source.watch(watcher::text);
        TraceCursor cursor =
                new TraceCursor(file, new XmlScanner(source), EntryFilter.all().withoutData());
        cursor.walk.watch(watcher);
        return cursor.begin(0, 0);
    }

    public static TraceCursor open(TraceSource source) throws TraceFormatException {
        return open(source.path());
    }

    public Path file() {
        return file;
    }

    public ProgramHeader program() {
        return walk.program();
    }

    /**
     * Deliver only what begins in some pieces of the text; the rest is not looked at, nor is its damage noticed. To be said before
     * the first step.
     */
    public void limitTo(TextRanges pieces) throws TraceFormatException {
        walk.limitTo(pieces);
    }

    /** Step to the next entry; false when there is none. */
    public boolean next() throws TraceFormatException {
        return walk.next();
    }

    public boolean isEvent() {
        return entry.isEvent();
    }

    /** Whether the file ends before the entry's parent. */
    public boolean isOrphan() {
        return walk.isOrphan();
    }

    /** Number of states around the entry. */
    public int depth() {
        return walk.depth();
    }

    public String name() {
        return entry.name();
    }

    public long startNanos() {
        return entry.startNanos();
    }

    /** For an event its time. */
    public long endNanos() {
        return entry.endNanos();
    }

    /** As {@link #startNanos} by the clock of the traced process: without the clock offset. */
    public long ownStartNanos() {
        return entry.ownStartNanos();
    }

    /** As {@link #endNanos} by the clock of the traced process: without the clock offset. */
    public long ownEndNanos() {
        return entry.ownEndNanos();
    }

    /** Attributes but for {@code time}, {@code end} and an event's {@code name}. */
    public int attributeCount() {
        return fields.shownCount();
    }

    public String attributeName(int index) {
        return fields.shownName(index);
    }

    public String attributeValue(int index) {
        return fields.shownValue(index);
    }

    /** Value of an attribute, or null. */
    public String attribute(String attributeName) {
        int index = fields.indexOf(attributeName);
        return index < 0 ? null : fields.value(index);
    }

    /** Value as a decimal number; {@code otherwise} when it is absent or no number. Makes no string. */
    public long attributeLong(String attributeName, long otherwise) {
        return fields.number(attributeName, otherwise);
    }

    /**
     * Number of the entries whose tags are like this one's but for the values of attributes; 0 when it is like none. States with
     * the same number but 0 have the same name.
     */
    public int kindNumber() {
        return EntryKind.number(entry.kind());
    }

    /** Data that the state moved: attribute {@code bytes}, else {@code size}, else {@code sendSize}; 0 when it has none. */
    public long movedBytes() {
        return fields.movedBytes(EntryKind.movedIndex(entry.kind()));
    }

    public Attributes attributes() {
        return fields.shownAttributes();
    }

    /** Child elements of the entry, which have no meaning to this library. */
    public List<DataElement> data() {
        return fields.data();
    }

    /** A copy of the entry without its nested entries. */
    public TraceEntry entry() {
        return entry.copy();
    }

    /** Offset of the entry's tag in the uncompressed text. */
    public long byteOffset() {
        return entry.byteOffset();
    }

    /**
     * Offset behind the entry, or before the first behind the head, in the uncompressed text; a line end that follows at once
     * is part of it. Ask for attributes before: it may have to read on.
     */
    public long endOffset() throws TraceFormatException {
        return walk.endOffset();
    }

    /** At the end: length of the uncompressed text up to its first NUL byte, or as far as it was read. */
    public long textEnd() {
        return walk.textEnd();
    }

    /** Offset behind the entry alone; before the first one that behind the {@code Program} tag, 0 when the text ends in that. */
    public long entryEnd() {
        return walk.entryEnd();
    }

    /** Number of states around the entry that the file holds. */
    public int keptDepth() {
        return walk.keptDepth();
    }

    /** At the end: whether the end tag of the program was there. */
    public boolean isComplete() {
        return walk.isComplete();
    }

    /** At the end: bytes that belong to nothing complete; unused NUL bytes behind the text don't count. */
    public long unusableBytes() {
        return walk.unusableBytes();
    }

    /** How much of the uncompressed text was read, once or twice; what was left out doesn't count. */
    public long bytesRead() {
        return walk.bytesRead();
    }

    /** What was noticed so far. */
    public List<Finding> findings() {
        return walk.findings();
    }

    /**
     * At the end: what tells best why not all of the trace is there, which is that its end is missing or else the first error
     * that was noticed; empty for one that is whole.
     */
    public Optional<Finding> damage() {
        return walk.damage();
    }

    @Override
    public void close() {
        walk.close();
    }

    private TraceCursor begin(long byteOffset, int depth) throws TraceFormatException {
        try {
            walk.begin(byteOffset, depth);
            return this;
        } catch (TraceFormatException | RuntimeException e) {
            close();
            throw e;
        }
    }
}
