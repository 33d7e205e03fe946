// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Limits;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.internal.ElementReader;
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
    private final XmlScanner scanner;
    private final NameTable names = new NameTable();
    private final EntryFields fields;
    private final TraceFindings findings;
    private ProgramHeader program = new ProgramHeader(Attributes.none(), 0);
    private TraceClock clock = new TraceClock(program);
    private final BlockStack blocks;
    private final EntryFilter filter;
    private boolean finished;
    private TextRanges ranges = TextRanges.all();
    /** End of the piece that is being read. */
    private long stop = Long.MAX_VALUE;

    private boolean complete;
    private boolean hasHead;
    private long unusableBytes;

    /** What {@link EntryKind} says about the entry's tag. */
    private long kind;

    private boolean event;
    private String name = "";
    private long startNanos;
    private long endNanos;
    private long ownStartNanos;
    private long ownEndNanos;
    private long byteOffset;

    private TraceCursor(Path file, XmlScanner scanner, EntryFilter filter) {
        this.file = file;
        this.findings = new TraceFindings(file);
        this.scanner = scanner;
        this.fields = new EntryFields(file, scanner, names);
        this.filter = filter;
        this.blocks = new BlockStack(file, findings::noteOrphan);
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
        source.watch(watcher::text);
        TraceCursor cursor =
                new TraceCursor(file, new XmlScanner(source), EntryFilter.all().withoutData());
        cursor.blocks.watch(watcher);
        return cursor.begin(0, 0);
    }

    public static TraceCursor open(TraceSource source) throws TraceFormatException {
        return open(source.path());
    }

    public Path file() {
        return file;
    }

    public ProgramHeader program() {
        return program;
    }

    /**
     * Deliver only what begins in some pieces of the text; the rest is not looked at, nor is its damage noticed. To be said before
     * the first step.
     */
    public void limitTo(TextRanges pieces) throws TraceFormatException {
        ranges = pieces;
        if (!finished) {
            enterRange(scanner.nextOffset());
        }
    }

    /** Step to the next entry; false when there is none. */
    public boolean next() throws TraceFormatException {
        try {
            blocks.check();
            return !finished && advance();
        } catch (TraceFormatException e) {
            blocks.settle();
            throw e;
        }
    }

    public boolean isEvent() {
        return event;
    }

    /** Whether the file ends before the entry's parent. */
    public boolean isOrphan() {
        return blocks.isOrphan();
    }

    /** Number of states around the entry. */
    public int depth() {
        return blocks.depth();
    }

    public String name() {
        return name;
    }

    public long startNanos() {
        return startNanos;
    }

    /** For an event its time. */
    public long endNanos() {
        return endNanos;
    }

    /** As {@link #startNanos} by the clock of the traced process: without the clock offset. */
    public long ownStartNanos() {
        return ownStartNanos;
    }

    /** As {@link #endNanos} by the clock of the traced process: without the clock offset. */
    public long ownEndNanos() {
        return ownEndNanos;
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
        return EntryKind.number(kind);
    }

    /** Data that the state moved: attribute {@code bytes}, else {@code size}, else {@code sendSize}; 0 when it has none. */
    public long movedBytes() {
        return fields.movedBytes(EntryKind.movedIndex(kind));
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
        return event
                ? new Event(name, startNanos, attributes(), data())
                : new State(name, startNanos, endNanos, attributes(), data(), List.of());
    }

    /** Offset of the entry's tag in the uncompressed text. */
    public long byteOffset() {
        return byteOffset;
    }

    /**
     * Offset behind the entry, or before the first behind the head, in the uncompressed text; a line end that follows at once
     * is part of it. Ask for attributes before: it may have to read on.
     */
    public long endOffset() throws TraceFormatException {
        return scanner.isAtLineEnd() ? scanner.nextOffset() + 1 : scanner.nextOffset();
    }

    /** At the end: length of the uncompressed text up to its first NUL byte, or as far as it was read. */
    public long textEnd() {
        return scanner.textEnd();
    }

    /** Offset behind the entry alone; before the first one that behind the {@code Program} tag, 0 when the text ends in that. */
    public long entryEnd() {
        return hasHead ? scanner.nextOffset() : 0;
    }

    /** Number of states around the entry that the file holds. */
    public int keptDepth() {
        return blocks.keptDepth();
    }

    /** At the end: whether the end tag of the program was there. */
    public boolean isComplete() {
        return complete;
    }

    /** At the end: bytes that belong to nothing complete; unused NUL bytes behind the text don't count. */
    public long unusableBytes() {
        return unusableBytes;
    }

    /** How much of the uncompressed text was read, once or twice; what was left out doesn't count. */
    public long bytesRead() {
        return scanner.bytesRead() + blocks.bytesRead();
    }

    /** What was noticed so far. */
    public List<Finding> findings() {
        return findings.all();
    }

    @Override
    public void close() {
        scanner.close();
        blocks.close();
    }

    private boolean advance() throws TraceFormatException {
        while (!finished) {
            switch (scanner.next(false)) {
                case START -> {
                    if (scanner.offset() >= stop) {
                        leaveRange();
                        continue;
                    }
                    kind = EntryKind.of(scanner, names, filter);
                    if (EntryKind.isBlock(kind)) {
                        openBlock();
                    } else if (step()) {
                        return true;
                    }
                }
                case END -> endTag();
                case TEXT -> findings.noteText(scanner.offset());
                case CUT, EOF -> cut(scanner.offset());
            }
        }
        return false;
    }

    /** The text of a piece ends at the current tag. */
    private void leaveRange() throws TraceFormatException {
        blocks.jump();
        enterRange(scanner.offset());
    }

    /** Go on in the first piece that reaches beyond a place. */
    private void enterRange(long place) throws TraceFormatException {
        int piece = ranges.firstEndingBehind(place);
        if (piece == ranges.size()) {
            finished = true;
            return;
        }
        stop = ranges.to(piece);
        scanner.seek(Math.max(place, ranges.from(piece)));
    }

    private TraceCursor begin(long byteOffset, int depth) throws TraceFormatException {
        try {
            readProgram();
            if (!finished && byteOffset > scanner.nextOffset()) {
                scanner.seek(byteOffset);
                blocks.start(byteOffset, depth);
            }
            return this;
        } catch (TraceFormatException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void readProgram() throws TraceFormatException {
        switch (scanner.next(false)) {
            case START -> {
                if (!scanner.nameEquals("Program")) {
                    throw scanner.error("root element is '" + scanner.name(names) + "' instead of 'Program'");
                }
                readHeader();
                if (scanner.isSelfClosing()) {
                    end();
                }
            }
            case END, TEXT -> throw scanner.error("is not a trace: no XML element at the beginning");
            case CUT -> cut(scanner.offset());
            case EOF -> {
                if (scanner.offset() == 0
                        && scanner.usedEnd() == 0
                        && file.toFile().length() == 0) {
                    throw scanner.error("the file is empty");
                }
                if (scanner.usedEnd() > scanner.offset()) {
                    throw scanner.error("is not a trace: no XML element at the beginning");
                }
                cut(scanner.offset());
            }
        }
    }

    private void readHeader() throws TraceFormatException {
        program = ProgramHeader.read(scanner, names);
        clock = new TraceClock(program);
        hasHead = true;
        if (program.clockOffset().isEmpty()
                && !program.attributes().get("clockOffset", "").isBlank()) {
            findings.note(scanner.offset(), Severity.ERROR, "clockOffset is not understood and not applied");
        }
    }

    private void openBlock() throws TraceFormatException {
        if (scanner.isSelfClosing()) {
            // The original's Java writer closes a block that way; nobody writes empty ones.
            if (blocks.canClose()) {
                findings.noteClosed(scanner.offset());
                blocks.leave(scanner.nextOffset());
            }
            return;
        }
        if (blocks.isFull()) {
            throw scanner.error("states are nested deeper than " + Limits.DEPTH);
        }
        blocks.open(scanner.offset(), scanner.nextOffset());
    }

    private void endTag() throws TraceFormatException {
        if (scanner.nameEquals("Nested") && blocks.depth() > 0) {
            blocks.leave(scanner.nextOffset());
        } else if (scanner.nameEquals("Program")) {
            if (blocks.depth() > 0) {
                findings.note(
                        scanner.offset(), Severity.ERROR, blocks.depth() + " blocks of nested states are not closed");
            }
            end();
        } else {
            throw scanner.error("end tag </" + scanner.name(names) + "> closes nothing");
        }
    }

    /** Read or skip the entry whose tag is the current token; whether it is wanted. */
    private boolean step() throws TraceFormatException {
        event = EntryKind.isEvent(kind);
        byteOffset = scanner.offset();
        boolean wanted = EntryKind.isWanted(kind) && filter.wantsKind(event, blocks.depth());
        name = wanted ? scanner.name(names) : "";
        if (!(wanted ? fields.read(filter.wantsData()) : ElementReader.skip(scanner, names))) {
            cut(byteOffset);
            return false;
        }
        blocks.addEntry(event);
        return wanted && readEntry();
    }

    private boolean readEntry() throws TraceFormatException {
        String tag = name;
        int nameIndex = EntryKind.nameIndex(kind);
        if (event) {
            if (nameIndex < 0) {
                throw fields.error("event without name");
            }
            name = fields.eventName(nameIndex);
            if (!filter.wantsName(name)) {
                return false;
            }
        }
        int timeIndex = EntryKind.timeIndex(kind);
        int endIndex = event ? -1 : EntryKind.endIndex(kind);
        startNanos = fields.time(timeIndex, clock, "time", tag);
        ownStartNanos = clock.ownAt(fields.relativeNanos());
        endNanos = event ? startNanos : fields.time(endIndex, clock, "end", tag);
        ownEndNanos = clock.ownAt(fields.relativeNanos());
        fields.hide(timeIndex, endIndex, nameIndex);
        return filter.wantsTime(startNanos, endNanos);
    }

    /** The text ends without the end tag; what begins at the offset is incomplete. */
    private void cut(long offset) {
        finished = true;
        blocks.finish();
        unusableBytes = Math.max(0, scanner.usedEnd() - offset);
        findings.noteEnd(
                offset,
                unusableBytes > 0 ? Severity.ERROR : Severity.NOTE,
                "the trace ends without its end tag; " + unusableBytes + " bytes are not usable");
    }

    /** The program's end: nothing but comments may follow. */
    private void end() {
        finished = true;
        complete = true;
        blocks.finish();
        try {
            XmlScanner.Token token = scanner.next(false);
            long offset = scanner.offset();
            if (token != XmlScanner.Token.EOF) {
                unusableBytes = scanner.skipAll() - offset;
                findings.note(offset, Severity.ERROR, unusableBytes + " bytes behind the end tag are not usable");
            }
        } catch (TraceFormatException e) {
            findings.note(scanner.offset(), Severity.ERROR, "behind the end tag: " + e.reason());
        }
    }
}
