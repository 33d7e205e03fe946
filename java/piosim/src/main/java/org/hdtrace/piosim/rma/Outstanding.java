// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Call;

/** The transfers of a rank in a window that aren't complete, by global number of the target, and the calls that wait for them. */
final class Outstanding {
    private final Map<Integer, Counts> byTarget = new HashMap<>();
    private final Counts all = new Counts();
    private final List<Waiter> waiters = new ArrayList<>();

    private static final class Counts {
        int atOrigin;
        int atTarget;

        int of(boolean target) {
            return target ? atTarget : atOrigin;
        }
    }

    private record Waiter(Call call, Counts counts, boolean atTarget) {}

    /** A transfer begins. */
    void begun(int target) {
        for (Counts counts : List.of(all, of(target))) {
            counts.atOrigin++;
            counts.atTarget++;
        }
    }

    /** The origin's memory of a transfer can be used again. */
    void usable(int target) {
        all.atOrigin--;
        of(target).atOrigin--;
        wake();
    }

    /** A transfer is complete at its target, and the origin knows. */
    void complete(int target) {
        all.atTarget--;
        of(target).atTarget--;
        wake();
    }

    /**
     * Make the step of a call last until transfers are complete.
     *
     * @param target global number or {@link OneSided#EVERYBODY}
     */
    void await(Call call, int target, boolean atTarget) {
        Counts counts = target == OneSided.EVERYBODY ? all : of(target);
        if (counts.of(atTarget) > 0) {
            call.await();
            waiters.add(new Waiter(call, counts, atTarget));
        }
    }

    private Counts of(int target) {
        return byTarget.computeIfAbsent(target, key -> new Counts());
    }

    private void wake() {
        List<Call> done = new ArrayList<>(0);
        for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
            Waiter waiter = each.next();
            if (waiter.counts.of(waiter.atTarget) == 0) {
                each.remove();
                done.add(waiter.call);
            }
        }
        done.forEach(Call::partDone);
    }
}
