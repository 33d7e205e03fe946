// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.util.List;
import org.hdtrace.analysis.messages.MessageCall;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceCursor;

/** What a call of MPI, POSIX or stdio moves, by its name (FORMATS A8, B 3.3; format.md, section 10). */
enum Transfer {
    /** A message begins: blocking, nonblocking, or both directions at once. */
    MESSAGE,
    /** A persistent message is described; it begins with each start of its request. */
    PERSISTENT,
    START,
    READ,
    WRITE,
    /** From one file into another. */
    COPY,
    OPEN,
    NONE;

    static Transfer of(String name) {
        if (name.startsWith("File_")) {
            return ofFile(name);
        }
        return switch (MessageCall.of(name)) {
            case SEND, EXCHANGE -> MESSAGE;
            case SEND_INIT -> PERSISTENT;
            case START -> START;
            default -> PosixCall.of(name);
        };
    }

    /** Whether a state that uses a file is one of MPI. */
    static boolean isMpi(String name) {
        return name.startsWith("File_");
    }

    private static Transfer ofFile(String name) {
        if (name.equals("File_open")) {
            return OPEN;
        }
        if (name.endsWith("_end")) {
            // The data are told by its begin.
            return NONE;
        }
        if (name.startsWith("File_read") || name.startsWith("File_iread")) {
            return READ;
        }
        return name.startsWith("File_write") || name.startsWith("File_iwrite") ? WRITE : NONE;
    }

    /** Whether the call returns before its data have moved, so that its duration says nothing of them. */
    static boolean isDeferred(String name) {
        return name.startsWith("File_i") || name.endsWith("_begin");
    }

    /** Bytes of a message that the current state sends. */
    static long messageBytes(TraceCursor state) {
        long size = state.attributeLong("size", -1);
        return Math.max(0, size < 0 ? state.attributeLong("sendSize", 0) : size);
    }

    /** Bytes that the current state moves to or from a file: really moved where the trace tells, else asked for. */
    static long accessBytes(TraceCursor state) {
        long asked = amount(state, "size");
        long done = state.attributeLong("bytes", -1);
        return Math.max(0, done < 0 ? asked : done);
    }

    /** Where the current state's access begins in its file: from the file's begin where the trace tells; -1 where it is unknown. */
    static long accessOffset(TraceCursor state) {
        long absolute = state.attributeLong("absOffset", -1);
        return absolute < 0 ? amount(state, "offset") : absolute;
    }

    /** A number of the state, or of its Data child as split calls have it; -1 for none. */
    private static long amount(TraceCursor state, String name) {
        long own = state.attributeLong(name, -1);
        List<DataElement> children = own < 0 ? state.data() : List.of();
        for (DataElement child : children) {
            if (child.name().equals("Data")) {
                return child.attributes().getLong(name, -1);
            }
        }
        return own;
    }
}
