// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.List;
import org.hdtrace.piosim.model.program.Command;

/** The calls that a thread has started and not yet waited for, by the numbers that its program gave them. */
final class Requests {
    private final Clients clients;
    private final NumberedMap<Call> calls = new NumberedMap<>();

    Requests(Clients clients) {
        this.clients = clients;
    }

    void started(Call call) {
        calls.put(call.command.request(), call);
    }

    /** Make the step of a call last until its requests are complete; those that are unknown count as complete. */
    void await(Call waiter, Command.Wait wait) {
        if (wait.until() == Command.Wait.Until.ALL) {
            awaitAll(waiter, wait.requests());
        } else if (!takeComplete(wait)) {
            boolean waits = false;
            for (int i = 0; i < wait.requests().size(); i++) {
                Call request = calls.get(wait.requests().get(i));
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

    /** A call of this thread is complete; it ends when it has been waited for. */
    void finished(Call request) {
        Call waiter = request.waiter;
        if (waiter == null) {
            return;
        }
        if (waiter.command instanceof Command.Wait wait && wait.until() != Command.Wait.Until.ALL) {
            calls.remove(request.command.request());
            for (int i = 0; i < wait.requests().size(); i++) {
                Call other = calls.get(wait.requests().get(i));
                if (other != null) {
                    other.waiter = null;
                }
            }
        }
        clients.waitedFor(request);
        waiter.partDone();
    }

    private void awaitAll(Call waiter, List<Long> numbers) {
        for (int i = 0; i < numbers.size(); i++) {
            Call request = calls.remove(numbers.get(i));
            if (request != null && request.finished) {
                clients.waitedFor(request);
            } else if (request != null) {
                request.waiter = waiter;
                waiter.await();
            }
        }
    }

    private boolean takeComplete(Command.Wait wait) {
        boolean found = false;
        for (int i = 0; i < wait.requests().size(); i++) {
            long number = wait.requests().get(i);
            Call request = calls.get(number);
            boolean wanted = !found || wait.until() == Command.Wait.Until.SOME;
            if (wanted && request != null && request.finished) {
                calls.remove(number);
                clients.waitedFor(request);
                found = true;
            }
        }
        return found;
    }
}
