// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.ArrayList;
import java.util.List;

/** The messages that have arrived, at least in part, and that nobody has asked for. */
public final class UnmatchedMessages {
    private static final int MOST = 64;

    private final Clients clients;

    public UnmatchedMessages(Clients clients) {
        this.clients = clients;
    }

    /** One line for each by receiver and arrival, the first 64 and the number of the others. */
    public List<String> lines() {
        Matcher matcher = clients.matcher();
        CallText names = new CallText(clients);
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < clients.rankCount() && lines.size() < MOST; rank++) {
            for (Envelope e = matcher.firstUnexpected(rank); e != null && lines.size() < MOST; e = e.nextOfRank) {
                lines.add("not received: " + names.message(((Arrival) e).message));
            }
        }
        int more = matcher.unexpected() - lines.size();
        if (more > 0) {
            lines.add("not received: " + more + " more");
        }
        return lines;
    }
}
