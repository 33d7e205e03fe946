// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceText;

/**
 * Where an entry is in a trace and when it was.
 *
 * @param depth states around it that are in the file
 * @param from offset in the uncompressed text
 * @param to offset behind it
 * @param start ns since the epoch
 * @param end ns since the epoch
 * @param startText as in the file
 * @param endText as in the file
 * @param parent whether entries are nested in it
 * @param mended whether its times are not those that the file gives it
 */
record Entry(
        String name,
        boolean event,
        int depth,
        long from,
        long to,
        long start,
        long end,
        String startText,
        String endText,
        boolean parent,
        boolean mended) {
    private static final Pattern TIME = Pattern.compile("\\s(time|end)\\s*=\\s*('[^']*'|\"[^\"]*\")");

    static Entry of(TraceCursor cursor) {
        String time = cursor.attribute("time");
        return new Entry(
                cursor.name(),
                cursor.isEvent(),
                cursor.keptDepth(),
                cursor.byteOffset(),
                cursor.entryEnd(),
                cursor.startNanos(),
                cursor.endNanos(),
                time,
                cursor.isEvent() ? time : cursor.attribute("end"),
                false,
                false);
    }

    /** A state of which only its times are known. */
    static Entry unnamed(long start, long end, String startText, String endText) {
        return new Entry("Unnamed", false, 0, 0, 0, start, end, startText, endText, true, true);
    }

    Entry asParent() {
        return new Entry(name, event, depth, from, to, start, end, startText, endText, true, mended);
    }

    /** The same at another time. */
    Entry at(long newStart, long newEnd, String newStartText, String newEndText) {
        return new Entry(name, event, depth, from, to, newStart, newEnd, newStartText, newEndText, true, true);
    }

    /** Copy it from where it was read. */
    void write(TraceText text, OutputStream target) throws TraceFormatException, IOException {
        if (!mended) {
            text.copy(from, to, target);
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        text.copy(from, to, bytes);
        target.write(withTimes(bytes.toString(StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1));
    }

    private String withTimes(String xml) {
        int tagEnd = xml.indexOf('>');
        Matcher matcher = TIME.matcher(xml.substring(0, tagEnd));
        String tag = matcher.replaceAll(
                found -> " " + found.group(1) + "='" + (found.group(1).equals("time") ? startText : endText) + "'");
        return tag + xml.substring(tagEnd);
    }
}
