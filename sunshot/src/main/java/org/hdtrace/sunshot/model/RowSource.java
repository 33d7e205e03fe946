// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.List;

/**
 * A kind of rows below the nodes of the topology, such as those of statistics. Implementations are found with {@link
 * java.util.ServiceLoader}; they have a public constructor without arguments, keep no state and may be called on any thread, but not on
 * the event thread.
 */
public interface RowSource {
    /** Below a node, rows of sources with smaller numbers come first; the built-in ones use multiples of 100. */
    int order();

    /** The rows of a node, above those of other sources with larger numbers and below its nodes; empty if there are none. */
    List<Row> rows(NodeContents node);
}
