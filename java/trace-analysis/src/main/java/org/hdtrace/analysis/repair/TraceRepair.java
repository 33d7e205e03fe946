// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceText;

/**
 * Copies the entries of a damaged trace, byte for byte, and leaves out what is not one. Behind damage it goes on at the next
 * place where a top-level entry may begin: the beginning of a line, or the end of a tag, from where entries can be read whose
 * times follow those before. States whose parent is lost are kept one level higher.
 *
 * <p>Memory: some numbers per depth.
 */
final class TraceRepair {
    /** Entries that must be readable where reading goes on. */
    private static final int TRUSTED_ENTRIES = 3;
    /** Places that are tried behind one piece of damage. */
    private static final int MOST_PLACES = 20_000;

    private final Path from;
    private final RepairLog log;
    private final EntryCopier copier;
    private final TraceText text;
    /** End of what was delivered. */
    private long delivered;
    /** End of the text without unused NUL bytes, where there is damage. */
    private long used;
    /** Blocks around what was delivered last. */
    private int depth;

    private TraceRepair(Path from, TraceText text, OutputStream target, RepairLog log) {
        this.from = from;
        this.text = text;
        this.log = log;
        this.copier = new EntryCopier(text, target, log);
    }

    /**
     * Write a valid trace.
     *
     * @throws TraceFormatException when the head of the trace can't be read
     */
    static void repair(Path from, Path to, RepairLog log) throws TraceFormatException, IOException {
        try (TraceText text = TraceText.open(from);
                OutputStream target = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16)) {
            new TraceRepair(from, text, target, log).run();
        }
    }

    private void run() throws TraceFormatException, IOException {
        TraceCursor cursor = TraceCursor.open(from);
        if (cursor.entryEnd() == 0) {
            cursor.close();
            throw TraceFormatException.atByte(from, 0, "the trace ends in its head");
        }
        copier.head(cursor);
        delivered = cursor.entryEnd();
        while (cursor != null) {
            long damage;
            try (TraceCursor current = cursor) {
                damage = copy(current);
            }
            copier.damage();
            cursor = damage < 0 ? null : resume(damage);
        }
        copier.finish();
    }

    /** Copy up to the end or to damage; where that is, or -1. */
    private long copy(TraceCursor cursor) throws TraceFormatException, IOException {
        try {
            while (cursor.next()) {
                delivered = cursor.entryEnd();
                depth = cursor.depth();
                copier.add(cursor);
            }
        } catch (TraceFormatException e) {
            used = text.length();
            return Math.max(delivered, offset(e.position()));
        }
        noteMended(cursor);
        if (cursor.isComplete()) {
            if (cursor.unusableBytes() > 0) {
                log.lost("behind the end tag", cursor.unusableBytes() + " bytes lost");
            }
            return -1;
        }
        if (cursor.unusableBytes() == 0) {
            log.mended("byte " + delivered, "end tag added");
            return -1;
        }
        long cut = offset(last(cursor.findings()).position());
        used = cut + cursor.unusableBytes();
        return cut;
    }

    private void noteMended(TraceCursor cursor) {
        long lifted = cursor.findings().stream()
                .filter(finding -> finding.text().contains("belong to is missing"))
                .count();
        if (lifted > 0) {
            log.lost(
                    "whole file",
                    lifted + " blocks of nested states have lost their parent and are kept a level higher");
        }
    }

    private static Finding last(List<Finding> findings) {
        return findings.get(findings.size() - 1);
    }

    private static long offset(String position) {
        return Long.parseLong(position.replaceAll("[^0-9]", ""));
    }

    /** A cursor behind the damage, or null when nothing can be read there. */
    private TraceCursor resume(long damage) throws TraceFormatException, IOException {
        long place = damage;
        for (int tried = 0; tried < MOST_PLACES; tried++) {
            place = text.nextTag(place);
            if (place < 0) {
                break;
            }
            if (text.indent() <= depth && isTrusted(place, text.indent())) {
                log.lostBytes(delivered, place);
                delivered = place;
                return TraceCursor.openAt(from, place, text.indent(), EntryFilter.all());
            }
        }
        log.lostBytes(delivered, used);
        return null;
    }

    private boolean isTrusted(long place, int blocks) {
        try (TraceCursor cursor = TraceCursor.openAt(from, place, blocks, EntryFilter.all())) {
            int entries = 0;
            while (entries < TRUSTED_ENTRIES && cursor.next()) {
                if (entries++ == 0 && !copier.follows(cursor)) {
                    return false;
                }
            }
            return entries > 0;
        } catch (TraceFormatException e) {
            return false;
        }
    }
}
