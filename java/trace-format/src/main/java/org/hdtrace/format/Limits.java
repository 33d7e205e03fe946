// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

/** Bounds that readers enforce and writers obey (FORMATS A10). */
public final class Limits {
    /** Nested states above one another, and elements within elements. */
    public static final int DEPTH = 1024;
    /** Bytes of one attribute value or text. */
    public static final int VALUE_BYTES = 1 << 20;
    /** Attributes of one element. */
    public static final int ATTRIBUTES = 4096;
    /** Bytes of an element or attribute name. */
    public static final int NAME_BYTES = 4096;
    /** Bytes of the XML header of a statistics file. */
    public static final int STATISTICS_HEADER_BYTES = 16 << 20;
    /** Bytes of one tag with all its attributes. */
    public static final int TAG_BYTES = 16 << 20;
    /** Data elements below one state, counted over all levels. */
    public static final int DATA_ELEMENTS = 1 << 20;

    private Limits() {}
}
