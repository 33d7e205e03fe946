// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lets writes that share a stripe of a file come one after the other, in the order of their arrival. What a write reads
 * of a stripe, to compute its parity, would be out of date as soon as another one has written there.
 */
final class StripeLocks {
    private static final class Hold {
        final StoredFile file;
        final long first;
        final long last;
        final Consumer<Runnable> work;
        /** Writes before it that share a stripe and haven't ended. */
        int before;

        Hold(StoredFile file, long first, long last, Consumer<Runnable> work) {
            this.file = file;
            this.first = first;
            this.last = last;
            this.work = work;
        }

        boolean shares(Hold other) {
            return file == other.file && first <= other.last && other.first <= last;
        }
    }

    /** Under way or waiting, in the order of arrival. */
    private final List<Hold> holds = new ArrayList<>(1);

    /**
     * Begin a write when all before it that share a stripe have ended.
     *
     * @param first number of its first stripe
     * @param last number of its last stripe
     * @param work begins it, and runs what it is given at its end
     */
    void serve(StoredFile file, long first, long last, Consumer<Runnable> work) {
        Hold added = new Hold(file, first, last, work);
        for (Hold earlier : holds) {
            added.before += earlier.shares(added) ? 1 : 0;
        }
        holds.add(added);
        if (added.before == 0) {
            work.accept(() -> release(added));
        }
    }

    private void release(Hold ended) {
        int place = holds.indexOf(ended);
        holds.remove(place);
        List<Hold> free = new ArrayList<>(0);
        for (Hold later : holds.subList(place, holds.size())) {
            if (later.shares(ended) && --later.before == 0) {
                free.add(later);
            }
        }
        free.forEach(next -> next.work.accept(() -> release(next)));
    }
}
