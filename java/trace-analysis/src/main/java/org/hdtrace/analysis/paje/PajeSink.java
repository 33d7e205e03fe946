// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.io.IOException;
import org.hdtrace.format.trace.Attributes;

/** Who is told what a Paje trace says, in the order of the file. Containers and types are numbers from 0; times are ns. */
interface PajeSink {
    /**
     * A container was made; it has the next number.
     *
     * @param parent number of the one around it, or -1
     * @param type name of its type
     */
    void container(int parent, String type, String name, long nanos) throws IOException;

    /** A container ends. */
    void destroy(int container, long nanos) throws IOException;

    /** A state begins inside of those that are open. */
    void push(int container, Typed type, String value, Attributes further, long nanos) throws IOException;

    /** The innermost state ends; there may be none. */
    void pop(int container, Typed type, long nanos) throws IOException;

    /** All states end. */
    void reset(int container, Typed type, long nanos) throws IOException;

    void event(int container, String value, Attributes further, long nanos) throws IOException;

    /** From now on a variable has that value. */
    void variable(int container, Typed type, double value, long nanos) throws IOException;

    /**
     * A link begins.
     *
     * @param link its type and its key: it ends with the same
     */
    void linkBegins(int container, String link, Attributes further, long nanos) throws IOException;

    void linkEnds(int container, String link, Attributes further, long nanos) throws IOException;

    /** A type of states or variables. */
    record Typed(int number, String name) {}
}
