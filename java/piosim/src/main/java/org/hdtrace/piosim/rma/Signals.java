// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.process.Call;

/** What others have told a rank about epochs, by global number of who did, and the calls that wait for that. */
final class Signals {
    private final Map<Integer, Integer> told = new HashMap<>();
    private final List<Waiter> waiters = new ArrayList<>();

    /**
     * A call that waits.
     *
     * @param source global number of the rank that is to tell
     */
    record Waiter(Call call, int source) {}

    /** Somebody tells. */
    void arrived(int source) {
        for (int i = 0; i < waiters.size(); i++) {
            if (waiters.get(i).source == source) {
                waiters.remove(i).call.partDone();
                return;
            }
        }
        told.merge(source, 1, Integer::sum);
    }

    /** Make the step of a call last until somebody has told once more. */
    void await(Call call, int source) {
        int count = told.getOrDefault(source, 0);
        if (count > 0) {
            told.put(source, count - 1);
        } else {
            call.await();
            waiters.add(new Waiter(call, source));
        }
    }

    List<Waiter> waiters() {
        return waiters;
    }
}
