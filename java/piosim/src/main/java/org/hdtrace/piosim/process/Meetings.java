// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The meetings that somebody has come to and others haven't; they are used again. */
final class Meetings {
    private final Pool<Meeting> unused = new Pool<>(Meeting::new);
    /** By context: a communicator seldom has more than one. */
    private Meeting[] first = new Meeting[16];

    /** A call comes; the last one lets all go on. */
    void join(Call call) {
        Meeting meeting = find(call.context, call.tag);
        meeting.present.add(call);
        if (meeting.present.size() == call.size()) {
            remove(meeting);
            if (call.contribution != null) {
                gather(meeting);
            }
            for (int i = 0; i < meeting.present.size(); i++) {
                meeting.present.get(i).partDone();
            }
            meeting.present.clear();
            unused.give(meeting);
        }
    }

    private static void gather(Meeting meeting) {
        Object[] gathered = new Object[meeting.present.size()];
        for (Call call : meeting.present) {
            gathered[call.rank()] = call.contribution;
            call.contribution = null;
            call.gathered = gathered;
        }
    }

    /** By communicator and number of the operation. */
    List<Meeting> all() {
        List<Meeting> all = new ArrayList<>();
        for (Meeting one : first) {
            for (Meeting meeting = one; meeting != null; meeting = meeting.next) {
                all.add(meeting);
            }
        }
        all.sort(Comparator.comparingInt((Meeting meeting) -> meeting.context)
                .thenComparingLong(meeting -> meeting.tag));
        return all;
    }

    private Meeting find(int context, long tag) {
        if (context >= first.length) {
            first = Arrays.copyOf(first, Math.max(context + 1, first.length * 2));
        }
        Meeting meeting = first[context];
        while (meeting != null && meeting.tag != tag) {
            meeting = meeting.next;
        }
        if (meeting == null) {
            meeting = unused.take();
            meeting.context = context;
            meeting.tag = tag;
            meeting.next = first[context];
            first[context] = meeting;
        }
        return meeting;
    }

    private void remove(Meeting meeting) {
        Meeting before = null;
        for (Meeting other = first[meeting.context]; other != meeting; other = other.next) {
            before = other;
        }
        if (before == null) {
            first[meeting.context] = meeting.next;
        } else {
            before.next = meeting.next;
        }
    }
}
