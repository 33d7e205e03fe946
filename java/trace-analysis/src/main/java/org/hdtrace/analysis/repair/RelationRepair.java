// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationHeader;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.relation.RelationWriter;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceText;

/**
 * Writes the events of a damaged relation file that make sense: of tokens that exist, ends of states that began, parents that
 * are in the file. States that never end get the last time of their token. Memory: a few numbers per token.
 */
final class RelationRepair {
    private static final int MOST_PLACES = 200;

    private final Path scratch;
    private final RepairLog log;
    private final RelationWriter writer;
    private final RelationHeader header;
    private final TraceText text;
    private final Map<Long, Token> alive = new TreeMap<>();
    private final Set<String> known = new HashSet<>();
    private long dropped;

    private static final class Token {
        private final Deque<String> open = new ArrayDeque<>();
        private long latest;
    }

    private RelationRepair(Path scratch, RepairLog log, RelationWriter writer, RelationHeader header, TraceText text) {
        this.scratch = scratch;
        this.log = log;
        this.writer = writer;
        this.header = header;
        this.text = text;
    }

    /**
     * Write a valid file; none when it would hold no token.
     *
     * @param scratch file to use in between
     * @throws TraceFormatException when the head of the file can't be read
     */
    static void repair(Path from, Path to, Path scratch, RepairLog log) throws TraceFormatException, IOException {
        try (RelationReader reader = RelationReader.open(from);
                TraceText text = TraceText.open(from);
                RelationWriter writer =
                        RelationWriter.create(to, reader.header().attributes())) {
            new RelationRepair(scratch, log, writer, reader.header(), text).run(reader);
        } finally {
            Files.deleteIfExists(scratch);
        }
    }

    private void run(RelationReader first) throws TraceFormatException, IOException {
        long head = text.nextTag(text.nextTag(-1));
        long base = 0;
        long damage = copy(first);
        while (damage >= 0) {
            long place = head < 0 ? -1 : resume(head, base + damage);
            log.lostBytes(base + damage, place < 0 ? text.length() : place);
            if (place < 0) {
                break;
            }
            // In the scratch file the rest stands directly behind the head.
            base = place - head;
            try (RelationReader reader = RelationReader.open(scratch)) {
                damage = copy(reader);
            }
        }
        finish();
    }

    /** Write the events up to the end or to damage; its offset, or -1. */
    private long copy(RelationReader reader) throws IOException {
        try {
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                add(event);
            }
        } catch (TraceFormatException e) {
            return offset(e.position());
        }
        if (reader.isComplete()) {
            return -1;
        }
        if (reader.unusableBytes() == 0) {
            log.mended("end", "end tag added");
            return -1;
        }
        return offset(reader.findings().get(reader.findings().size() - 1).position());
    }

    private static long offset(String position) {
        return Long.parseLong(position.replaceAll("[^0-9]", ""));
    }

    /** Find the next place behind damage where an event begins, and write the head and the text from there to the scratch file. */
    private long resume(long head, long damage) throws TraceFormatException, IOException {
        long place = damage;
        int tried = 0;
        while (tried < MOST_PLACES) {
            place = text.nextTag(place);
            if (place < 0) {
                return -1;
            }
            try (OutputStream target = Files.newOutputStream(scratch)) {
                text.copy(0, head, target);
                text.copy(place, text.length(), target);
            }
            try (RelationReader reader = RelationReader.open(scratch)) {
                if (reader.next() != null) {
                    return place;
                }
                tried++;
            } catch (TraceFormatException e) {
                // Not here; the next place may do.
                tried++;
            }
        }
        return -1;
    }

    private void add(RelationEvent event) throws IOException {
        if (event instanceof RelationEvent.Token token) {
            create(token);
            return;
        }
        Token token = alive.get(event.token());
        if (token == null || event.timeNanos() < token.latest) {
            dropped++;
            return;
        }
        if (event instanceof RelationEvent.Begin begin) {
            token.open.push(begin.name());
        } else if (event instanceof RelationEvent.Finish && token.open.poll() == null) {
            dropped++;
            return;
        } else if (event instanceof RelationEvent.Destroy) {
            end(event.token(), token);
            alive.remove(event.token());
        }
        token.latest = event.timeNanos();
        writer.write(event);
    }

    private void create(RelationEvent.Token event) throws IOException {
        String own = header.globalToken(event.token());
        if (!known.add(own)) {
            dropped++;
            return;
        }
        List<ParentLink> parents =
                event.parents().stream().filter(parent -> exists(parent, own)).toList();
        if (parents.size() < event.parents().size()) {
            log.lost("token " + Long.toUnsignedString(event.token()), "link to a parent that is not in the file");
        }
        Token token = new Token();
        token.latest = event.timeNanos();
        alive.put(event.token(), token);
        writer.write(new RelationEvent.Token(event.token(), event.timeNanos(), parents));
    }

    private boolean exists(ParentLink parent, String own) {
        String link = parent.globalToken(header);
        boolean here = link.startsWith(own.substring(0, own.lastIndexOf(':') + 1));
        return !here || (!link.equals(own) && known.contains(link));
    }

    private void end(long id, Token token) throws IOException {
        while (!token.open.isEmpty()) {
            String name = token.open.pop();
            log.mended("token " + Long.toUnsignedString(id), name + " has no end and gets the last time of its token");
            writer.write(new RelationEvent.Finish(id, token.latest, Attributes.none(), List.of()));
        }
    }

    private void finish() throws IOException {
        for (Map.Entry<Long, Token> entry : alive.entrySet()) {
            end(entry.getKey(), entry.getValue());
        }
        if (dropped > 0) {
            log.lost("whole file", dropped + " events left out that do not fit those before");
        }
    }
}
