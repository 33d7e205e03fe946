// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.program.Command;

/** The calls that a thread has started and not yet waited for, by the numbers that its program gave them. */
final class Requests {
    private final Map<Long, Call> calls = new HashMap<>();

    void started(Call call) {
        calls.put(call.command.request(), call);
    }

    /** Make the step of a call last until its requests are complete; those that are unknown count as complete. */
    void await(Call waiter, Command.Wait wait) {
        if (wait.until() == Command.Wait.Until.ALL) {
            awaitAll(waiter, wait.requests());
        } else if (!takeComplete(wait)) {
            boolean waits = false;
            for (Long number : wait.requests()) {
                Call request = calls.get(number);
                if (request != null) {
                    request.waiter = waiter;
                    waits = true;
                }
            }
            if (waits) {
                waiter.await();
            }
        }
    }

    /** A call of this thread is complete. */
    void finished(Call request) {
        Call waiter = request.waiter;
        if (waiter == null) {
            return;
        }
        if (waiter.command instanceof Command.Wait wait && wait.until() != Command.Wait.Until.ALL) {
            calls.remove(request.command.request());
            for (Long number : wait.requests()) {
                Call other = calls.get(number);
                if (other != null) {
                    other.waiter = null;
                }
            }
        }
        waiter.partDone();
    }

    private void awaitAll(Call waiter, List<Long> numbers) {
        for (Long number : numbers) {
            Call request = calls.remove(number);
            if (request != null && !request.finished) {
                request.waiter = waiter;
                waiter.await();
            }
        }
    }

    private boolean takeComplete(Command.Wait wait) {
        boolean found = false;
        for (Long number : wait.requests()) {
            Call request = calls.get(number);
            boolean wanted = !found || wait.until() == Command.Wait.Until.SOME;
            if (wanted && request != null && request.finished) {
                calls.remove(number);
                found = true;
            }
        }
        return found;
    }
}
