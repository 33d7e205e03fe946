// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The windows of recorded programs. Traces name them by numbers that each rank gives on its own; since all members of a
 * communicator make their windows in one order, those of the same place in it are one.
 *
 * <p>Doesn't change any more once all traces have been surveyed; any thread then.
 */
final class RecordedWindows {
    private static final Set<String> MAKING =
            Set.of("Win_create", "Win_allocate", "Win_allocate_shared", "Win_create_dynamic");

    private final Map<CommunicatorNumber, List<Made>> made = new HashMap<>();
    private final Map<WindowNumber, Window> byNumber = new HashMap<>();
    private final List<Window> all = new ArrayList<>();

    private record Made(long startNanos, long number) {}

    /** The number of a window in the traces of a rank. */
    private record WindowNumber(int rank, long number) {}

    /** A window of all members of a communicator, with the number that each gave it. */
    private record Joined(Communicator communicator, List<WindowNumber> numbers) {
        long first() {
            return numbers.get(0).number();
        }
    }

    static Set<String> making() {
        return MAKING;
    }

    /** A rank has made a window. */
    void add(CommunicatorNumber communicator, long startNanos, long number) {
        made.computeIfAbsent(communicator, key -> new ArrayList<>()).add(new Made(startNanos, number));
    }

    /** Find out which numbers of different ranks mean the same window. */
    void join(CommunicatorTable communicators) {
        made.values().forEach(windows -> windows.sort(Comparator.comparingLong(Made::startNanos)));
        List<Joined> joined = new ArrayList<>();
        for (Communicator communicator : communicators.all()) {
            List<List<Made>> members = new ArrayList<>();
            int windows = Integer.MAX_VALUE;
            for (int local = 0; local < communicator.size(); local++) {
                members.add(made.getOrDefault(communicators.number(communicator, local), List.of()));
                windows = Math.min(windows, members.get(local).size());
            }
            for (int place = 0; place < windows; place++) {
                List<WindowNumber> numbers = new ArrayList<>();
                for (int local = 0; local < communicator.size(); local++) {
                    numbers.add(new WindowNumber(
                            communicator.worldRank(local),
                            members.get(local).get(place).number()));
                }
                joined.add(new Joined(communicator, numbers));
            }
        }
        made.clear();
        // A saved program gives all ranks the same numbers: then these are kept.
        joined.sort(Comparator.comparingLong(Joined::first)
                .thenComparingInt(window -> window.communicator().id()));
        for (Joined each : joined) {
            Window window = new Window(all.size(), each.communicator());
            all.add(window);
            each.numbers().forEach(number -> byNumber.put(number, window));
        }
    }

    /** The window that a rank calls by a number, or null. */
    Window find(int rank, long number) {
        return byNumber.get(new WindowNumber(rank, number));
    }

    List<Window> all() {
        return all;
    }
}
