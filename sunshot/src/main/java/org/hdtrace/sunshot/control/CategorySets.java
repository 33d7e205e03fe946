// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.BitSet;

/**
 * Which categories are hidden and which are marked wherever they occur. Each change tells whether there was one. Part of
 * a {@link ViewModel}, and of its thread.
 */
final class CategorySets {
    private BitSet hidden = new BitSet();
    private BitSet marked = new BitSet();

    /** A copy. */
    BitSet hidden() {
        return (BitSet) hidden.clone();
    }

    /** A copy. */
    BitSet marked() {
        return (BitSet) marked.clone();
    }

    boolean setVisible(int category, boolean visible) {
        BitSet changed = hidden();
        changed.set(category, !visible);
        return setHidden(changed);
    }

    boolean setHidden(BitSet numbers) {
        boolean other = !numbers.equals(hidden);
        hidden = (BitSet) numbers.clone();
        return other;
    }

    boolean setMarked(BitSet numbers) {
        boolean other = !numbers.equals(marked);
        marked = (BitSet) numbers.clone();
        return other;
    }
}
