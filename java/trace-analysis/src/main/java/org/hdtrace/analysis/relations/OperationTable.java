// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Operations and their states as columns. Filled by one thread, then immutable.
 */
final class OperationTable {
    private static final int NONE = -1;

    private final List<String> prefixes = new ArrayList<>();
    private final Map<String, List<Integer>> filesByPrefix = new HashMap<>();
    private final Columns.Ints firsts = new Columns.Ints();

    private final Columns.Longs ids = new Columns.Longs();
    private final Columns.Longs starts = new Columns.Longs();
    private final Columns.Longs ends = new Columns.Longs();
    private final Columns.Longs sizes = new Columns.Longs();
    private final Columns.Ints firstStates = new Columns.Ints();
    private final Columns.Ints lastStates = new Columns.Ints();

    private final Columns.Longs stateStarts = new Columns.Longs();
    private final Columns.Longs stateEnds = new Columns.Longs();
    private final Columns.Ints stateNames = new Columns.Ints();
    private final Columns.Ints stateDepths = new Columns.Ints();
    private final Columns.Ints nextStates = new Columns.Ints();
    private final Map<String, Integer> nameNumbers = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    /** By file: its operations in the order of their ids, where they don't stand in that order. */
    private final List<TreeMap<Long, Integer>> unordered = new ArrayList<>();

    /** @param prefix "host:pid:topologyNumber:" of its tokens */
    void beginFile(String prefix) {
        firsts.add(ids.size());
        filesByPrefix.computeIfAbsent(prefix, unused -> new ArrayList<>()).add(prefixes.size());
        prefixes.add(prefix);
        unordered.add(null);
    }

    int add(long id, long time) {
        int file = prefixes.size() - 1;
        int first = firsts.get(file);
        boolean rising = ids.size() == first || Long.compareUnsigned(ids.get(ids.size() - 1), id) < 0;
        if (!rising && unordered.get(file) == null) {
            TreeMap<Long, Integer> all = new TreeMap<>();
            for (int i = first; i < ids.size(); i++) {
                all.putIfAbsent(ids.get(i), i);
            }
            unordered.set(file, all);
        }
        if (unordered.get(file) != null) {
            unordered.get(file).putIfAbsent(id, ids.size());
        }
        ids.add(id);
        starts.add(time);
        ends.add(time);
        sizes.add(0);
        firstStates.add(NONE);
        lastStates.add(NONE);
        return ids.size() - 1;
    }

    void touch(int operation, long time) {
        ends.set(operation, Math.max(ends.get(operation), time));
    }

    void size(int operation, long bytes) {
        sizes.set(operation, Math.max(sizes.get(operation), bytes));
    }

    /** A state that has not ended. */
    int addState(int operation, String name, long time, int depth) {
        int state = stateStarts.size();
        stateStarts.add(time);
        stateEnds.add(Long.MIN_VALUE);
        stateNames.add(nameNumbers.computeIfAbsent(name, unused -> {
            names.add(name);
            return names.size() - 1;
        }));
        stateDepths.add(depth);
        nextStates.add(NONE);
        if (firstStates.get(operation) == NONE) {
            firstStates.set(operation, state);
        } else {
            nextStates.set(lastStates.get(operation), state);
        }
        lastStates.set(operation, state);
        return state;
    }

    void endState(int state, long time) {
        stateEnds.set(state, time);
    }

    int size() {
        return ids.size();
    }

    int stateCount() {
        return stateStarts.size();
    }

    int firstOf(int file) {
        return file == prefixes.size() ? ids.size() : firsts.get(file);
    }

    int fileOf(int operation) {
        int low = 0;
        int high = prefixes.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (firsts.get(middle) <= operation) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    String tokenOf(int operation) {
        return prefixes.get(fileOf(operation)) + Long.toUnsignedString(ids.get(operation));
    }

    int find(String token) {
        int colon = token.lastIndexOf(':') + 1;
        String id = token.substring(colon);
        try {
            long number = Long.parseUnsignedLong(id);
            for (int file : filesByPrefix.getOrDefault(token.substring(0, colon), List.of())) {
                int found = find(file, number);
                if (found >= 0) {
                    return found;
                }
            }
            return NONE;
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    /** The operation of a file with a number, or -1. */
    int find(int file, long id) {
        TreeMap<Long, Integer> all = unordered.get(file);
        if (all != null) {
            return all.getOrDefault(id, NONE);
        }
        int low = firstOf(file);
        int high = firstOf(file + 1) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Long.compareUnsigned(ids.get(middle), id);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return NONE;
    }

    List<Integer> filesOf(String prefix) {
        return filesByPrefix.getOrDefault(prefix, List.of());
    }

    String nameOf(int operation) {
        int state = firstStates.get(operation);
        return state == NONE ? "" : names.get(stateNames.get(state));
    }

    long startNanos(int operation) {
        return starts.get(operation);
    }

    long endNanos(int operation) {
        return ends.get(operation);
    }

    long bytes(int operation) {
        return sizes.get(operation);
    }

    List<OperationState> states(int operation) {
        List<OperationState> all = new ArrayList<>();
        for (int state = firstStates.get(operation); state != NONE; state = nextStates.get(state)) {
            long end = stateEnds.get(state) == Long.MIN_VALUE ? endNanos(operation) : stateEnds.get(state);
            all.add(new OperationState(
                    names.get(stateNames.get(state)), stateStarts.get(state), end, stateDepths.get(state)));
        }
        return all;
    }

    Map<String, Integer> countsByName() {
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < size(); i++) {
            counts.merge(nameOf(i), 1, Integer::sum);
        }
        return counts;
    }
}
