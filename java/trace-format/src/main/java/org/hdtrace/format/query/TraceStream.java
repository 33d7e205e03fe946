// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.hdtrace.format.Finding;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.TraceEntry;

/**
 * Steps through the entries of several files in one order, {@link Query#byStart} or {@link Query#byEnd}. Accessors speak of the
 * entry that {@link #next} stepped to last; as long as all files may be open at once, nothing is allocated per entry unless a
 * text is asked for. Memory does not grow with the length of the files.
 *
 * <p>A file that is damaged, was cut or can't be opened delivers what is complete before the damage; {@link #findings} says
 * where. It does not disturb the others.
 *
 * <p>Thread: one thread at a time. Source: paper on OTF, section 3.3.
 */
public final class TraceStream implements AutoCloseable {
    private final List<TraceFile> traces;
    private final List<? extends Feed> feeds;
    private final MergeHeap heap;
    private final Notes notes;
    private final OpenFiles files;
    private boolean begun;
    private MergeEntry current;

    TraceStream(List<TraceFile> traces, List<? extends Feed> feeds, OpenFiles files, Notes notes) {
        this.traces = traces;
        this.feeds = feeds;
        this.files = files;
        this.notes = notes;
        this.heap = new MergeHeap(traces.size());
    }

    /** Step to the next entry; false when there is none. */
    public boolean next() {
        if (!begun) {
            begin();
        } else if (current != null) {
            advanceTop();
        }
        current = null;
        while (current == null && !heap.isEmpty()) {
            current = feeds.get(heap.top()).current();
            if (current == null) {
                feeds.get(heap.top()).close();
                heap.removeTop();
            }
        }
        return current != null;
    }

    /** The file that the entry stands in. */
    public TraceFile file() {
        return traces.get(heap.top());
    }

    public boolean isEvent() {
        return current.isEvent();
    }

    /** Whether the file ends before the entry's parent. */
    public boolean isOrphan() {
        return current.isOrphan();
    }

    /** Number of states around the entry. */
    public int depth() {
        return current.depth();
    }

    public String name() {
        return current.name();
    }

    /** Ns since the epoch. */
    public long startNanos() {
        return current.startNanos();
    }

    /** For an event its time. */
    public long endNanos() {
        return current.endNanos();
    }

    /** Offset of the entry's tag in the uncompressed text of its file. */
    public long byteOffset() {
        return current.byteOffset();
    }

    /** Attributes but for {@code time}, {@code end} and an event's {@code name}. */
    public int attributeCount() {
        return current.attributeCount();
    }

    public String attributeName(int index) {
        return current.attributeName(index);
    }

    public String attributeValue(int index) {
        return current.attributeValue(index);
    }

    /** Value of an attribute, or null. */
    public String attribute(String name) {
        return current.attribute(name);
    }

    /** Value as a decimal number; {@code otherwise} when it is absent or no number. */
    public long attributeLong(String name, long otherwise) {
        return current.attributeLong(name, otherwise);
    }

    /** Number that the first spelling of a concept tells that is there; {@code otherwise} when none is, or it is no number. */
    public long number(Concept concept, long otherwise) {
        List<String> spellings = concept.spellings();
        for (int i = 0; i < spellings.size(); i++) {
            String spelling = spellings.get(i);
            long value = current.attributeLong(spelling, 0);
            // A value of 0 is told from none by asking again; a text is made only to see whether there is any.
            if (value != 0 || current.attributeLong(spelling, 1) == 0) {
                return value;
            }
            if (current.attribute(spelling) != null) {
                return otherwise;
            }
        }
        return otherwise;
    }

    /** A copy of the entry without its nested entries. */
    public TraceEntry entry() {
        return current.entry();
    }

    /** The entries from the next one on, as records. Closing the result closes this. */
    public Stream<FoundEntry> entries() {
        int properties = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
        return StreamSupport.stream(
                        new Spliterators.AbstractSpliterator<FoundEntry>(Long.MAX_VALUE, properties) {
                            @Override
                            public boolean tryAdvance(Consumer<? super FoundEntry> action) {
                                boolean found = next();
                                if (found) {
                                    action.accept(new FoundEntry(file(), depth(), isOrphan(), entry()));
                                }
                                return found;
                            }
                        },
                        false)
                .onClose(this::close);
    }

    /** What was noticed in the files that are done with: all, once {@link #next} was false or the stream is closed. */
    public List<Finding> findings() {
        return notes.all();
    }

    /** Why not all of some files could be used, one for each such file that was read as far as it can be. */
    public List<Damage> damages() {
        return notes.damages();
    }

    /** Closes all files; there is no entry any more. */
    @Override
    public void close() {
        begun = true;
        current = null;
        while (!heap.isEmpty()) {
            feeds.get(heap.top()).close();
            heap.removeTop();
        }
    }

    OpenFiles files() {
        return files;
    }

    private void begin() {
        begun = true;
        for (int i = 0; i < feeds.size(); i++) {
            if (feeds.get(i).advance()) {
                heap.add(i, feeds.get(i).key());
            }
        }
    }

    private void advanceTop() {
        Feed feed = feeds.get(heap.top());
        if (feed.advance()) {
            heap.raiseTop(feed.key());
        } else {
            heap.removeTop();
        }
    }
}
