// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.util.List;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/** Takes a dump apart into entries and fields; the fields of an entry come in the order of the line. */
interface DumpWriter {
    /** Begin an entry. */
    void begin(String kind) throws IOException;

    /** A bare word. */
    void word(String name, String value) throws IOException;

    /** An integer. */
    void number(String name, long value) throws IOException;

    /** A time, ns since the epoch. */
    void time(String name, long nanos) throws IOException;

    /** A text that may hold anything. */
    void text(String name, String value) throws IOException;

    /** One value of a record. */
    void integerValue(long value) throws IOException;

    /** One value of a record; {@code single} tells that it has the precision of a float. */
    void realValue(double value, boolean single) throws IOException;

    /** One value of a record. */
    void textValue(String value) throws IOException;

    /** A named field. */
    void attribute(String name, String value) throws IOException;

    /** Named fields. */
    default void attributes(Attributes attributes) throws IOException {
        for (int i = 0; i < attributes.size(); i++) {
            attribute(attributes.name(i), attributes.value(i));
        }
    }

    /** Elements with their children. */
    void data(List<DataElement> elements) throws IOException;

    /** End the entry. */
    void end() throws IOException;
}
