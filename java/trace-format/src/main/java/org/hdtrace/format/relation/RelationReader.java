// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.relation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.internal.ElementReader;
import org.hdtrace.format.internal.ElementTape;
import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlScanner;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.DataElements;

/**
 * Streams the events of a relation file in its order. A file that was cut delivers everything complete before the cut; tokens
 * may stay undestroyed and states open.
 *
 * <p>Thread: one thread at a time. Source: FORMATS A7, B 1.5.
 */
public final class RelationReader implements AutoCloseable {
    private final Path file;
    private final XmlScanner scanner;
    private final NameTable names = new NameTable();
    private final ElementTape tape = new ElementTape();
    private final List<Finding> findings = new ArrayList<>();
    private RelationHeader header = new RelationHeader(Attributes.none(), 0);
    private boolean finished;
    private boolean complete;
    private long unusableBytes;
    /** Whether the scanner's token was read already. */
    private boolean held;

    private RelationReader(Path file, XmlScanner scanner) {
        this.file = file;
        this.scanner = scanner;
    }

    /** Open a file and read its {@code relation} element. */
    public static RelationReader open(Path file) throws TraceFormatException {
        RelationReader reader = new RelationReader(file, new XmlScanner(ByteSource.open(file)));
        try {
            reader.readHeader();
            return reader;
        } catch (TraceFormatException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    public Path file() {
        return file;
    }

    public RelationHeader header() {
        return header;
    }

    /** The next event, or null at the end. */
    public RelationEvent next() throws TraceFormatException {
        while (!finished) {
            XmlScanner.Token token = held ? XmlScanner.Token.START : scanner.next(false);
            held = false;
            switch (token) {
                case START -> {
                    RelationEvent event = readEvent();
                    if (event != null) {
                        return event;
                    }
                }
                case END -> {
                    if (!scanner.nameEquals("relation")) {
                        throw scanner.error("end tag </" + scanner.name(names) + "> closes nothing");
                    }
                    finished = true;
                    complete = true;
                }
                case TEXT -> throw scanner.error("text between the elements");
                case CUT -> cut(scanner.offset());
                case EOF -> cut(scanner.offset());
            }
        }
        return null;
    }

    /** At the end: whether the end tag was there. */
    public boolean isComplete() {
        return complete;
    }

    /** At the end: bytes that belong to nothing complete. */
    public long unusableBytes() {
        return unusableBytes;
    }

    /** What was noticed so far. */
    public List<Finding> findings() {
        return Collections.unmodifiableList(findings);
    }

    @Override
    public void close() {
        scanner.close();
    }

    private void readHeader() throws TraceFormatException {
        switch (scanner.next(false)) {
            case START -> {
                if (!scanner.nameEquals("relation")) {
                    throw scanner.error("root element is '" + scanner.name(names) + "' instead of 'relation'");
                }
                scanner.view(tape);
                Attributes attributes = DataElements.attributesOf(tape, names);
                header = new RelationHeader(
                        attributes, parseTime(attributes.get("timeAdjustment", "0"), "timeAdjustment"));
                finished = scanner.isSelfClosing();
                complete = finished;
            }
            case END, TEXT -> throw scanner.error("is not a relation file: no XML element at the beginning");
            case CUT -> cut(scanner.offset());
            case EOF -> {
                if (file.toFile().length() == 0) {
                    throw scanner.error("the file is empty");
                }
                if (scanner.usedEnd() > scanner.offset()) {
                    throw scanner.error("is not a relation file: no XML element at the beginning");
                }
                cut(scanner.offset());
            }
        }
    }

    /** The event that the current start tag is; null when the text ends in it. */
    private RelationEvent readEvent() throws TraceFormatException {
        long offset = scanner.offset();
        if (scanner.nameEquals("rel")) {
            return readToken(offset);
        }
        if (!ElementReader.read(scanner, tape, names)) {
            cut(offset);
            return null;
        }
        String tag = tape.name(0, names);
        Attributes attributes = DataElements.attributesOf(tape, names);
        List<DataElement> data = DataElements.contentOf(tape, names);
        long token = token(attributes, tag, offset);
        long time = time(attributes, tag, offset);
        return switch (tag) {
            case "s" -> {
                String name = attributes.get("name");
                if (name == null) {
                    throw error(offset, "state without name");
                }
                yield new RelationEvent.Begin(token, time, name, attributes.without("t", "time", "name"), data);
            }
            case "e" -> new RelationEvent.Finish(token, time, attributes.without("t", "time"), data);
            case "un" -> new RelationEvent.Destroy(token, time);
            default -> throw error(offset, "unknown element '" + tag + "'");
        };
    }

    /**
     * Parents are attributes, or child elements when there are several. The original's Java writer ends those with an empty {@code
     * rel} element instead of the end tag.
     */
    private RelationEvent readToken(long offset) throws TraceFormatException {
        scanner.view(tape);
        Attributes attributes = DataElements.attributesOf(tape, names);
        List<ParentLink> parents = new ArrayList<>();
        addParents(attributes, parents);
        boolean open = !scanner.isSelfClosing();
        while (open) {
            switch (scanner.next(false)) {
                case START -> {
                    scanner.view(tape);
                    Attributes inner = DataElements.attributesOf(tape, names);
                    boolean end = scanner.nameEquals("rel") && !inner.contains("t");
                    boolean parent = isParent();
                    if (parent) {
                        addParents(inner, parents);
                    } else {
                        String how = end ? "with <rel/>" : "by the next element";
                        note(offset, Severity.NOTE, "token " + attributes.get("t") + " is closed " + how);
                        held = !end;
                        open = false;
                    }
                }
                case END -> {
                    if (scanner.nameEquals("rel")) {
                        open = false;
                    } else if (!isParent()) {
                        throw scanner.error("end tag </" + scanner.name(names) + "> does not close <rel>");
                    }
                }
                case TEXT -> throw scanner.error("text in a token");
                case CUT, EOF -> {
                    cut(offset);
                    return null;
                }
            }
        }
        return new RelationEvent.Token(token(attributes, "rel", offset), time(attributes, "rel", offset), parents);
    }

    private boolean isParent() {
        for (ParentLink.Kind kind : ParentLink.Kind.values()) {
            if (scanner.nameEquals(String.valueOf(kind.letter()))) {
                return true;
            }
        }
        return false;
    }

    private static void addParents(Attributes attributes, List<ParentLink> parents) {
        for (ParentLink.Kind kind : ParentLink.Kind.values()) {
            String text = attributes.get(String.valueOf(kind.letter()));
            if (text != null) {
                parents.add(new ParentLink(kind, text));
            }
        }
    }

    private long token(Attributes attributes, String tag, long offset) throws TraceFormatException {
        String text = attributes.get("t");
        try {
            return Long.parseUnsignedLong(String.valueOf(text));
        } catch (NumberFormatException e) {
            throw error(offset, tag + (text == null ? " without 't'" : ": t='" + abbreviated(text) + "' is no number"));
        }
    }

    private long time(Attributes attributes, String tag, long offset) throws TraceFormatException {
        String text = attributes.get("time");
        if (text == null) {
            throw error(offset, tag + " without 'time'");
        }
        try {
            return Math.addExact(parseTime(text, "time"), header.timeAdjustmentNanos());
        } catch (ArithmeticException e) {
            throw error(offset, "time='" + abbreviated(text) + "' is out of range");
        }
    }

    private long parseTime(String text, String attribute) throws TraceFormatException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long nanos = TimeText.parse(bytes, 0, bytes.length);
        if (nanos == TimeText.INVALID) {
            throw scanner.error(attribute + "='" + abbreviated(text) + "' is no time");
        }
        return nanos;
    }

    private void cut(long offset) {
        finished = true;
        unusableBytes = Math.max(0, scanner.usedEnd() - offset);
        Severity severity = unusableBytes > 0 ? Severity.ERROR : Severity.NOTE;
        note(offset, severity, "the file ends without its end tag; " + unusableBytes + " bytes are not usable");
    }

    private TraceFormatException error(long offset, String reason) {
        return TraceFormatException.atByte(file, offset, reason);
    }

    private void note(long offset, Severity severity, String text) {
        findings.add(new Finding(file, "byte " + offset, severity, text));
    }

    private static String abbreviated(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
