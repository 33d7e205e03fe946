// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.List;

/**
 * Tells something about an entry. Implementations are found with {@link java.util.ServiceLoader}; they have a public
 * constructor without arguments, keep no state and may be called on any thread, but not on the event thread.
 */
public interface DetailSection {
    /** Heading. */
    String title();

    /** Sections with smaller numbers come first; the built-in ones use multiples of 100. */
    int order();

    /** What there is to tell; empty if nothing, the section is left out then. */
    List<Block> describe(EntryDetails entry);
}
