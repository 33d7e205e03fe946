// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceText;

/**
 * Writes entries in file order, children first, with blocks around them as their depths demand, so that what is written is
 * valid: siblings follow each other, parents hold their children. An entry waits until the next one is known, because only that
 * tells which of two that overlap has the wrong times.
 */
final class EntryCopier {
    private final TraceText text;
    private final OutputStream target;
    private final RepairLog log;
    /** By depth: the entries since the last parent, which is one level above. */
    private final List<Level> levels = new ArrayList<>();

    private int openBlocks;
    private Entry waiting;
    /** Whether something is lost directly before the next entry. */
    private boolean behindDamage;

    EntryCopier(TraceText text, OutputStream target, RepairLog log) {
        this.text = text;
        this.target = target;
        this.log = log;
    }

    /** The entries of one depth since the last parent; times with their texts in the file. */
    private static final class Level {
        private boolean used;
        private long earliest;
        private long latest = Long.MIN_VALUE;
        private String earliestText;
        private String latestText;

        private void add(Entry entry) {
            if (!used || entry.start() < earliest) {
                earliest = entry.start();
                earliestText = entry.startText();
            }
            if (!used || entry.end() > latest) {
                latest = entry.end();
                latestText = entry.endText();
            }
            used = true;
        }

        private void clear() {
            used = false;
            latest = Long.MIN_VALUE;
        }

        private boolean isHeldBy(Entry entry) {
            return entry.start() <= earliest && entry.end() >= latest;
        }
    }

    /** Copy the {@code Program} element. */
    void head(TraceCursor cursor) throws TraceFormatException, IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        text.copy(0, cursor.entryEnd(), bytes);
        String tag = bytes.toString(StandardCharsets.ISO_8859_1);
        String open = tag.isEmpty() ? "<Program>" : tag.endsWith("/>") ? tag.substring(0, tag.length() - 2) + ">" : tag;
        write(open + "\n");
    }

    /** Whether the cursor's entry may come next. */
    boolean follows(TraceCursor cursor) {
        return cursor.endNanos() >= cursor.startNanos() && cursor.startNanos() >= floor(cursor.keptDepth());
    }

    void add(TraceCursor cursor) throws TraceFormatException, IOException {
        Entry next = Entry.of(cursor);
        if (waiting != null && isWrongOfTwo(next)) {
            drop(waiting, "lasts longer than to the next entry");
            waiting = null;
        }
        commit();
        for (int depth = levels.size() - 1; depth > next.depth() + 1; depth--) {
            nameParent(depth);
        }
        waiting = next.event() || !level(next.depth() + 1).used ? alone(next) : parent(next);
        behindDamage = false;
    }

    /** Something is lost behind what was added last. */
    void damage() throws TraceFormatException, IOException {
        commit();
        behindDamage = true;
    }

    void finish() throws TraceFormatException, IOException {
        commit();
        for (int depth = levels.size() - 1; depth > 0; depth--) {
            nameParent(depth);
        }
        write("</Program>\n");
        target.flush();
    }

    private Entry alone(Entry next) {
        if (next.end() < next.start()) {
            return drop(next, "ends before it begins");
        }
        return next.start() < floor(next.depth()) ? drop(next, "begins before the preceding entry ended") : next;
    }

    /** The parent of what waits one level below; another one where the own is lost. */
    private Entry parent(Entry next) throws IOException {
        Level children = level(next.depth() + 1);
        boolean holds = children.isHeldBy(next) && next.start() >= floor(next.depth());
        if (!holds && behindDamage) {
            nameParent(next.depth() + 1);
            return alone(next);
        }
        Entry parent = next.asParent();
        if (!holds) {
            log.mended("byte " + next.from(), next.name() + " does not hold its nested entries and gets their times");
            parent = next.at(children.earliest, children.latest, children.earliestText, children.latestText);
        }
        children.clear();
        return parent;
    }

    /** Entries whose parent did not come get one without a name of its own. */
    private void nameParent(int depth) throws IOException {
        Level children = level(depth);
        if (!children.used) {
            return;
        }
        log.lost("whole file", "the state around nested ones is lost; one called Unnamed stands for it");
        goTo(depth - 1);
        write("<Unnamed time='" + children.earliestText + "' end='" + children.latestText + "'/>\n");
        level(depth - 1)
                .add(Entry.unnamed(children.earliest, children.latest, children.earliestText, children.latestText));
        children.clear();
    }

    /** Whether the entry that waits disturbs the next one, which would follow well on what is before. */
    private boolean isWrongOfTwo(Entry next) {
        boolean overlaps = next.depth() >= waiting.depth() ? next.start() < waiting.end() : next.end() < waiting.end();
        return !waiting.parent()
                && overlaps
                && next.end() >= next.start()
                && next.start() >= floor(Math.min(next.depth(), waiting.depth()));
    }

    private Entry drop(Entry entry, String why) {
        log.lost(
                "byte " + entry.from(),
                entry.name() + " at " + TimeText.format(entry.start()) + " s left out: it " + why);
        return null;
    }

    /** Latest end on a level and those above, before which nothing may begin. */
    private long floor(int depth) {
        long floor = Long.MIN_VALUE;
        for (int i = 0; i <= Math.min(depth, levels.size() - 1); i++) {
            floor = Math.max(floor, levels.get(i).latest);
        }
        return floor;
    }

    private void commit() throws TraceFormatException, IOException {
        if (waiting != null) {
            goTo(waiting.depth());
            level(waiting.depth()).add(waiting);
            waiting.write(text, target);
            write("\n");
            waiting = null;
        }
    }

    private Level level(int depth) {
        while (levels.size() <= depth) {
            levels.add(new Level());
        }
        return levels.get(depth);
    }

    private void goTo(int depth) throws IOException {
        for (; openBlocks < depth; openBlocks++) {
            write("\t".repeat(openBlocks) + "<Nested>\n");
        }
        for (; openBlocks > depth; openBlocks--) {
            write("\t".repeat(openBlocks - 1) + "</Nested>\n");
        }
        write("\t".repeat(depth));
    }

    private void write(String piece) throws IOException {
        target.write(piece.getBytes(StandardCharsets.ISO_8859_1));
    }
}
