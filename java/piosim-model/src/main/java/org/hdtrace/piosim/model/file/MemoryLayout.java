// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.Objects;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.format.project.DatatypeLayout;

/**
 * Where in memory the data of a file access is: elements of a datatype, one after the other. Immutable.
 *
 * @param type number of the rank's datatype, -1 where nothing is known of it
 * @param layout where the bytes of an element are
 */
public record MemoryLayout(long type, DatatypeLayout layout) {
    /** One piece, whatever its type. */
    public static final MemoryLayout CONTIGUOUS = new MemoryLayout(-1, null);

    /** Elements of a datatype; {@link #CONTIGUOUS} where they are one piece anyway. */
    public static MemoryLayout of(long type, DatatypeLayout layout) {
        Objects.requireNonNull(layout, "layout");
        return layout.isContiguous() || layout.size() <= 0 ? CONTIGUOUS : new MemoryLayout(type, layout);
    }

    /** Whether the data is one piece. */
    public boolean isContiguous() {
        return layout == null;
    }

    /** The pieces of so many bytes of data in their order, of which the last may be longer; not of contiguous memory. */
    public BlockIterator pieces(long bytes) {
        return layout.blocks(bytes / layout.size() + (bytes % layout.size() == 0 ? 0 : 1));
    }
}
