// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.List;

/**
 * What an attribute of a state means, however the dialect spells it. Each concept is asked for by one name and finds the first of
 * its spellings that is there; the attributes themselves stay as they were written.
 *
 * <p>Thread: immutable, any. Source: FORMATS A8, B 1.7, B 3.3.
 */
public enum Concept {
    /** Number of a request; also of the children {@code For} of a waiting call. */
    REQUEST("rid", "aid"),
    /** World rank of a collective call's root. */
    ROOT("rootRank", "root"),
    /** Number of a communicator; files of April 2009 may give its name instead. */
    COMMUNICATOR("cid", "comm"),
    /** Number of an open file; files of April 2009 may give its name instead. */
    FILE("fid", "file"),
    /** Number of the datatype that is sent, or of the only one. */
    DATATYPE("tid", "sendTid", "type"),
    /** Number of the datatype that is received where there are two. */
    RECEIVED_DATATYPE("recvTid", "recvtid"),
    /** World rank that is sent to. */
    TO_RANK("toRank", "to"),
    TO_TAG("toTag", "to-tag"),
    /** World rank that is received from; -2 stands for any. */
    FROM_RANK("fromRank", "source", "from"),
    /** -1 stands for any. */
    FROM_TAG("fromTag", "tag", "from-tag"),
    /** Bytes that are sent, or of the only buffer. */
    SIZE("size", "sendSize");

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> spellings;

    Concept(String... spellings) {
        this.spellings = List.of(spellings);
    }

    /** The name that files of this project use. */
    public String key() {
        return spellings.get(0);
    }

    /** All names, that of this project first. */
    public List<String> spellings() {
        return spellings;
    }

    /** The value as written, or null. */
    public String of(Attributes attributes) {
        for (String spelling : spellings) {
            String value = attributes.get(spelling);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** The value as a number; {@code otherwise} when it is absent or none. */
    public long of(Attributes attributes, long otherwise) {
        String value = of(attributes);
        return Decimal.parse(value, otherwise);
    }

    /** The value of the cursor's entry as written, or null. */
    public String of(TraceCursor cursor) {
        for (String spelling : spellings) {
            String value = cursor.attribute(spelling);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** The value of the cursor's entry as a number; {@code otherwise} when it is absent or none. Makes no string. */
    public long of(TraceCursor cursor, long otherwise) {
        for (String spelling : spellings) {
            long value = cursor.attributeLong(spelling, 0);
            // A value of 0 is told from none by asking again.
            if (value != 0 || cursor.attributeLong(spelling, 1) == 0) {
                return value;
            }
        }
        return otherwise;
    }
}
