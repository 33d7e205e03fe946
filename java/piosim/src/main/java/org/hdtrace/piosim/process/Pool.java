// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Objects that wait for their next use, so that a simulation that has found its pace makes no new ones. What isn't given
 * back is no loss: the garbage collector takes it.
 */
final class Pool<T> {
    private final Supplier<T> maker;
    private Object[] free = new Object[16];
    private int count;

    Pool(Supplier<T> maker) {
        this.maker = maker;
    }

    /** One that nobody uses, in the state in which it was given back. */
    @SuppressWarnings("unchecked")
    T take() {
        return count == 0 ? maker.get() : (T) free[--count];
    }

    /** Nobody refers to it any more. */
    void give(T unused) {
        if (count == free.length) {
            free = Arrays.copyOf(free, count * 2);
        }
        free[count++] = unused;
    }
}
