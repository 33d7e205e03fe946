// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Limits;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ElementReader;
import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlScanner;

/**
 * The way of a cursor through the text of a trace: head, blocks of nested states, pieces that are left out, the end, and what is
 * noticed meanwhile. What an entry says is {@link CurrentEntry}'s business.
 *
 * <p>Thread: one thread at a time.
 */
final class TraceWalk implements AutoCloseable {
    private final Path file;
    private final XmlScanner scanner;
    private final NameTable names;
    private final EntryFilter filter;
    private final CurrentEntry entry;
    private final TraceFindings findings;
    private final BlockStack blocks;
    private ProgramHeader program = new ProgramHeader(Attributes.none(), 0);
    private TraceClock clock = new TraceClock(program);
    private TextRanges ranges = TextRanges.all();
    /** End of the piece that is being read. */
    private long stop = Long.MAX_VALUE;

    private boolean finished;
    private boolean complete;
    private boolean hasHead;
    private long unusableBytes;

    /** {@code entry} takes what is found, from the same scanner. */
    TraceWalk(Path file, XmlScanner scanner, NameTable names, EntryFilter filter, CurrentEntry entry) {
        this.file = file;
        this.scanner = scanner;
        this.names = names;
        this.filter = filter;
        this.entry = entry;
        this.findings = new TraceFindings(file);
        this.blocks = new BlockStack(file, findings::noteOrphan);
    }

    /** Tell somebody of the blocks. */
    void watch(TraceWatcher watcher) {
        blocks.watch(watcher);
    }

    ProgramHeader program() {
        return program;
    }

    /** See {@link TraceCursor#limitTo}. */
    void limitTo(TextRanges pieces) throws TraceFormatException {
        ranges = pieces;
        if (!finished) {
            enterRange(scanner.nextOffset());
        }
    }

    /** Step to the next entry that is wanted; false when there is none. */
    boolean next() throws TraceFormatException {
        try {
            blocks.check();
            return !finished && advance();
        } catch (TraceFormatException e) {
            blocks.settle();
            throw e;
        }
    }

    boolean isOrphan() {
        return blocks.isOrphan();
    }

    int depth() {
        return blocks.depth();
    }

    int keptDepth() {
        return blocks.keptDepth();
    }

    /** See {@link TraceCursor#endOffset}. */
    long endOffset() throws TraceFormatException {
        return scanner.isAtLineEnd() ? scanner.nextOffset() + 1 : scanner.nextOffset();
    }

    /** See {@link TraceCursor#entryEnd}. */
    long entryEnd() {
        return hasHead ? scanner.nextOffset() : 0;
    }

    long textEnd() {
        return scanner.textEnd();
    }

    boolean isComplete() {
        return complete;
    }

    long unusableBytes() {
        return unusableBytes;
    }

    long bytesRead() {
        return scanner.bytesRead() + blocks.bytesRead();
    }

    List<Finding> findings() {
        return findings.all();
    }

    Optional<Finding> damage() {
        return findings.damage();
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
                    long kind = EntryKind.of(scanner, names, filter);
                    if (EntryKind.isBlock(kind)) {
                        openBlock();
                    } else if (step(kind)) {
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

    /** Read the head and go to a place, see {@link TraceCursor#openAt}. */
    void begin(long byteOffset, int depth) throws TraceFormatException {
        readProgram();
        if (!finished && byteOffset > scanner.nextOffset()) {
            scanner.seek(byteOffset);
            blocks.start(byteOffset, depth);
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
    private boolean step(long kind) throws TraceFormatException {
        boolean wanted = entry.begin(kind, blocks.depth());
        if (!(wanted ? entry.read() : ElementReader.skip(scanner, names))) {
            cut(entry.byteOffset());
            return false;
        }
        blocks.addEntry(entry.isEvent());
        return wanted && entry.take(clock);
    }

    /** The text ends without the end tag; what begins at the offset is incomplete. */
    private void cut(long offset) {
        finished = true;
        blocks.finish();
        unusableBytes = Math.max(0, scanner.usedEnd() - offset);
        String compressed = scanner.cutText();
        boolean lost = unusableBytes > 0 || !compressed.isEmpty();
        String bytes = unusableBytes > 0 || compressed.isEmpty() ? unusableBytes + " bytes are not usable" : "";
        String text = Stream.of("the trace ends without its end tag", bytes, compressed)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
        findings.noteEnd(offset, lost ? Severity.ERROR : Severity.NOTE, text);
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
