// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.relation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.internal.TextFile;
import org.hdtrace.format.internal.XmlText;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.DataElements;

/**
 * Writes a relation file; it is removed at close when it has no token. Times are given in ns since the epoch and written relative
 * to the file's {@code timeAdjustment}.
 *
 * <p>Thread: one thread at a time. Source: FORMATS A7, B 1.5.
 */
public final class RelationWriter implements AutoCloseable {
    /** Of elements below those of this format. */
    private static final int DATA_DEPTH = 2;

    private final TextFile file;
    private final long adjustmentNanos;
    private long tokens;
    private boolean closed;

    private RelationWriter(TextFile file, String head, long adjustmentNanos) throws IOException {
        this.file = file;
        this.adjustmentNanos = adjustmentNanos;
        file.text().append(head);
        file.flushSome();
    }

    /**
     * Create a file.
     *
     * @param relation attributes of the {@code relation} element: hostID, localToken, topologyNumber and timeAdjustment (times are
     *     relative to it; 0 when absent); {@code version} is put in front
     */
    public static RelationWriter create(Path path, Attributes relation) throws IOException {
        String head = head(relation);
        return new RelationWriter(new TextFile(path), head, adjustment(relation));
    }

    /** As {@link #create(Path, Attributes)}, one of many that are written at the same time. */
    public static RelationWriter create(WriterPool pool, Path path, Attributes relation) throws IOException {
        String head = head(relation);
        return new RelationWriter(new TextFile(pool, path), head, adjustment(relation));
    }

    private static long adjustment(Attributes relation) {
        return TimeText.parse(relation.get("timeAdjustment", "0"));
    }

    private static String head(Attributes relation) {
        StringBuilder head = new StringBuilder("<relation");
        if (!relation.contains("version")) {
            XmlText.appendAttribute(head, "version", "1");
        }
        relation.forEach((name, value) -> XmlText.appendAttribute(head, name, value));
        return head.append(">\n").toString();
    }

    /** Create a token and give back its number; the tokens of a file are numbered from 0. */
    public long token(long timeNanos, List<ParentLink> parents) throws IOException {
        long token = tokens;
        write(new RelationEvent.Token(token, timeNanos, parents));
        return token;
    }

    /** Begin a state on a token. */
    public void begin(long token, long timeNanos, String name, Attributes attributes) throws IOException {
        write(new RelationEvent.Begin(token, timeNanos, name, attributes, List.of()));
    }

    /** End the innermost open state of a token. */
    public void finish(long token, long timeNanos, Attributes attributes, List<DataElement> data) throws IOException {
        write(new RelationEvent.Finish(token, timeNanos, attributes, data));
    }

    public void destroy(long token, long timeNanos) throws IOException {
        write(new RelationEvent.Destroy(token, timeNanos));
    }

    /**
     * Write an event as it is.
     *
     * @throws IllegalArgumentException for a time that can't be written; nothing of the event is
     */
    public void write(RelationEvent event) throws IOException {
        String stamp = stamp(event);
        StringBuilder text = file.text();
        if (event instanceof RelationEvent.Token token) {
            tokens++;
            writeToken(text, stamp, token);
        } else if (event instanceof RelationEvent.Begin begin) {
            text.append("<s");
            XmlText.appendAttribute(text, "name", begin.name());
            text.append(stamp);
            finish(text, "s", begin.attributes(), begin.data());
        } else if (event instanceof RelationEvent.Finish finish) {
            text.append("<e");
            text.append(stamp);
            finish(text, "e", finish.attributes(), finish.data());
        } else {
            text.append("<un");
            text.append(stamp);
            text.append("/>\n");
        }
        file.flushSome();
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (tokens == 0) {
            file.discard();
            return;
        }
        file.text().append("</relation>\n");
        file.close();
    }

    /** One parent is an attribute; several are child elements. */
    private static void writeToken(StringBuilder text, String stamp, RelationEvent.Token token) {
        text.append("<rel");
        text.append(stamp);
        List<ParentLink> parents = token.parents();
        if (parents.size() == 1) {
            appendParent(text, parents.get(0));
        }
        if (parents.size() <= 1) {
            text.append("/>\n");
            return;
        }
        text.append('>');
        for (ParentLink parent : parents) {
            text.append('<').append(parent.kind().letter());
            appendParent(text, parent);
            text.append("/>");
        }
        text.append("</rel>\n");
    }

    private static void appendParent(StringBuilder text, ParentLink parent) {
        XmlText.appendAttribute(text, String.valueOf(parent.kind().letter()), parent.text());
    }

    /** Token and time of an event, as attributes. */
    private String stamp(RelationEvent event) {
        StringBuilder stamp = new StringBuilder(" t='").append(Long.toUnsignedString(event.token()));
        TimeText.append(stamp.append("' time='"), TimeText.relative(event.timeNanos(), adjustmentNanos));
        return stamp.append('\'').toString();
    }

    private static void finish(StringBuilder text, String tag, Attributes attributes, List<DataElement> data) {
        attributes.forEach((name, value) -> XmlText.appendAttribute(text, name, value));
        if (data.isEmpty()) {
            text.append("/>\n");
            return;
        }
        text.append('>');
        data.forEach(element -> DataElements.append(text, element, DATA_DEPTH));
        text.append("</").append(tag).append(">\n");
    }
}
