// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.internal.TextFile;
import org.hdtrace.format.internal.XmlText;
import org.hdtrace.format.output.WriterPool;

/**
 * Writes a trace while it is made: a state is written when it ends, so children come before their parent. Times are given in ns
 * since the epoch and written relative to the trace's {@code timeAdjustment}.
 *
 * <p>What readers would refuse is not written: states deeper than the limit are dropped, longer values cut; an event
 * HDTraceSummary at the end tells how many.
 *
 * <p>Thread: one thread at a time. C twin: tracewriting-c/src/trace_record.c. Source: FORMATS A2, A10.
 */
public final class TraceWriter implements AutoCloseable {
    /** Two are needed for the times. */
    private static final int MOST_ATTRIBUTES = Limits.ATTRIBUTES - 2;
    /** Of elements below a state. */
    private static final int DATA_DEPTH = 2;

    private final TextFile file;
    private final long adjustmentNanos;
    private final List<Frame> frames = new ArrayList<>();
    /** Open states; frames behind it are kept for reuse. */
    private int depth;
    /** Open states that are too deep to be written. */
    private int ignored;

    private long states;
    private long droppedStates;
    private long cutValues;
    private long lastNanos;
    private boolean closed;

    /** A state that has begun. */
    private static final class Frame {
        StringBuilder tag;
        StringBuilder data;
        String name;
        long startNanos;
        int attributes;
        boolean nested;

        void begin(TextFile file, String newName, long newStartNanos) {
            name = newName;
            startNanos = newStartNanos;
            tag = file.lend(tag);
            data = file.lend(data);
            attributes = 0;
            nested = false;
            tag.append('<').append(newName);
        }

        void end(TextFile file) {
            tag = file.giveBack(tag);
            data = file.giveBack(data);
        }
    }

    private TraceWriter(TextFile file, String head, long adjustmentNanos) throws IOException {
        this.file = file;
        this.adjustmentNanos = adjustmentNanos;
        this.lastNanos = adjustmentNanos;
        file.text().append(head);
        file.flushSome();
    }

    /**
     * Create a trace; its times are written relative to {@code timeAdjustment} of the attributes (0 when absent).
     *
     * @param program attributes of the {@code Program} element; {@code version='3'} marks this dialect
     */
    public static TraceWriter create(Path file, Attributes program) throws IOException {
        String head = head(program);
        return new TraceWriter(new TextFile(file), head, ProgramHeader.timeAdjustment(program));
    }

    /** As {@link #create(Path, Attributes)}, one of many that are written at the same time. */
    public static TraceWriter create(WriterPool pool, Path file, Attributes program) throws IOException {
        String head = head(program);
        return new TraceWriter(new TextFile(pool, file), head, ProgramHeader.timeAdjustment(program));
    }

    private static String head(Attributes program) {
        if (ProgramHeader.timeAdjustment(program) == TimeText.INVALID) {
            throw new IllegalArgumentException("timeAdjustment='" + program.get("timeAdjustment") + "'");
        }
        StringBuilder head = new StringBuilder("<Program");
        program.forEach((name, value) -> XmlText.appendAttribute(head, name, value));
        return head.append(">\n").toString();
    }

    /**
     * Begin a state.
     *
     * @throws IllegalArgumentException for a name or a time that can't be written; nothing is begun
     */
    public void beginState(String name, long startNanos) {
        XmlText.requireName(name);
        if (name.equals("Event") || name.equals("Nested") || name.equals("Program")) {
            throw new IllegalArgumentException("name='" + name + "' is no name of a state");
        }
        TimeText.relative(startNanos, adjustmentNanos);
        if (depth > Limits.DEPTH || ignored > 0) {
            ignored++;
            return;
        }
        if (depth == frames.size()) {
            frames.add(new Frame());
        }
        frames.get(depth++).begin(file, name, startNanos);
    }

    /** Add an attribute to the innermost open state. */
    public void attribute(String name, String value) {
        if (ignored > 0) {
            return;
        }
        Frame frame = innermost();
        if (frame.attributes == MOST_ATTRIBUTES) {
            cutValues++;
            return;
        }
        frame.attributes++;
        cutValues += XmlText.appendAttribute(frame.tag, name, value) ? 0 : 1;
    }

    public void attribute(String name, long value) {
        attribute(name, Long.toString(value));
    }

    /** Add a data element to the innermost open state. */
    public void data(DataElement element) {
        if (ignored == 0) {
            cutValues += DataElements.append(innermost().data, element, DATA_DEPTH) ? 0 : 1;
        }
    }

    /**
     * End the innermost open state and write it.
     *
     * @throws IllegalArgumentException for a time before its start or one that can't be written; the state stays open
     */
    public void endState(long endNanos) throws IOException {
        if (ignored > 0) {
            ignored--;
            droppedStates++;
            return;
        }
        Frame frame = innermost();
        if (endNanos < frame.startNanos) {
            throw new IllegalArgumentException("end=" + endNanos + " is before start=" + frame.startNanos);
        }
        long end = TimeText.relative(endNanos, adjustmentNanos);
        appendTime(frame.tag, "time", TimeText.relative(frame.startNanos, adjustmentNanos));
        appendTime(frame.tag, "end", end);
        depth--;
        openAncestors();
        StringBuilder text = file.text();
        if (frame.nested) {
            indent(depth).append("</Nested>\n");
        }
        indent(depth).append(frame.tag);
        finish(text, frame.name, frame.data);
        frame.end(file);
        states++;
        lastNanos = endNanos;
        file.flushSome();
    }

    /** Write an event below the innermost open state. */
    public void event(String name, long timeNanos, Attributes attributes) throws IOException {
        event(name, timeNanos, attributes, List.of());
    }

    /** Write an event with data below the innermost open state. */
    public void event(String name, long timeNanos, Attributes attributes, List<DataElement> data) throws IOException {
        if (ignored > 0) {
            return;
        }
        long time = TimeText.relative(timeNanos, adjustmentNanos);
        StringBuilder tag = new StringBuilder("<Event");
        cutValues += XmlText.appendAttribute(tag, "name", name) ? 0 : 1;
        appendTime(tag, "time", time);
        for (int i = 0; i < attributes.size(); i++) {
            boolean whole =
                    i < MOST_ATTRIBUTES && XmlText.appendAttribute(tag, attributes.name(i), attributes.value(i));
            cutValues += whole ? 0 : 1;
        }
        StringBuilder content = new StringBuilder();
        for (DataElement element : data) {
            cutValues += DataElements.append(content, element, DATA_DEPTH) ? 0 : 1;
        }
        openAncestors();
        indent(depth).append(tag);
        finish(file.text(), "Event", content);
        lastNanos = timeNanos;
        file.flushSome();
    }

    /** Write an entry, with everything nested in it, below the innermost open state. */
    public void write(TraceEntry entry) throws IOException {
        if (entry instanceof Event event) {
            event(event.name(), event.timeNanos(), event.attributes(), event.data());
            return;
        }
        beginState(entry.name(), entry.startNanos());
        entry.attributes().forEach(this::attribute);
        entry.data().forEach(this::data);
        for (TraceEntry child : entry.children()) {
            write(child);
        }
        endState(entry.endNanos());
    }

    /** States that were nested too deep and are not in the file. */
    public long droppedStates() {
        return droppedStates;
    }

    /** Write what is complete to the file, so that others see it. */
    public void flush() throws IOException {
        file.flush();
    }

    /** Write the end; states that are still open are not in the file. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (file) {
            while (depth > 0) {
                depth--;
                if (frames.get(depth).nested) {
                    indent(depth).append("</Nested>\n");
                }
            }
            if (droppedStates + cutValues > 0) {
                StringBuilder text = file.text().append("<Event name='HDTraceSummary'");
                appendTime(text, "time", TimeText.relative(lastNanos, adjustmentNanos));
                text.append(" states='").append(states);
                text.append("' dropped='").append(droppedStates);
                text.append("' cause='depth:").append(droppedStates);
                text.append(";disk:0' cut='").append(cutValues).append("'/>\n");
            }
            file.text().append("</Program>\n");
        }
    }

    private Frame innermost() {
        if (depth == 0) {
            throw new IllegalStateException("no state is open");
        }
        return frames.get(depth - 1);
    }

    /** Open the blocks that the next entry stands in, outermost first. */
    private void openAncestors() {
        for (int i = 0; i < depth; i++) {
            Frame ancestor = frames.get(i);
            if (!ancestor.nested) {
                ancestor.nested = true;
                indent(i).append("<Nested>\n");
            }
        }
    }

    private StringBuilder indent(int count) {
        StringBuilder text = file.text();
        for (int i = 0; i < count; i++) {
            text.append('\t');
        }
        return text;
    }

    private static void finish(StringBuilder text, String name, StringBuilder data) {
        if (data.length() == 0) {
            text.append("/>\n");
        } else {
            text.append('>').append(data).append("</").append(name).append(">\n");
        }
    }

    private static void appendTime(StringBuilder target, String name, long relativeNanos) {
        target.append(' ').append(name).append("='");
        TimeText.append(target, relativeNanos);
        target.append('\'');
    }
}
