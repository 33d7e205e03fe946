// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.util.HashMap;
import java.util.Map;
import org.hdtrace.format.Saturated;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceCursor;

/**
 * The messages and file accesses of one rank: a sum over the states of its traces. Ids of files and requests are those of the
 * process, so what one thread opened or described serves the others, whichever trace is read first.
 *
 * <p>Thread: one thread at a time.
 */
final class RankTraffic {
    /** Ranks behind this are taken for damage. */
    static final int MOST_RANKS = 1 << 24;

    private final Selection selection;
    final Map<Integer, Tally> messages = new HashMap<>();
    final Map<Long, FileUse> files = new HashMap<>();
    private final Map<Long, Persistent> persistents = new HashMap<>();
    private final Map<Long, Long> starts = new HashMap<>();

    private record Persistent(int target, long bytes) {}

    RankTraffic(Selection selection) {
        this.selection = selection;
    }

    void add(TraceCursor state) throws TraceFormatException {
        if (state.isEvent()) {
            if (state.name().equals(PosixCall.OPENED)) {
                name(file(state), state.attribute("path"));
            }
            return;
        }
        Transfer kind = Transfer.of(state.name());
        boolean wanted = selection.interval().touches(state.startNanos(), state.endNanos())
                && selection.names().matches(state.name());
        // Names of files and targets of persistent messages are needed whenever they were given.
        switch (kind) {
            case MESSAGE -> {
                if (wanted) {
                    send(target(state), 1, Transfer.messageBytes(state));
                }
            }
            case PERSISTENT ->
                persistents.put(
                        state.attributeLong("rid", -1), new Persistent(target(state), Transfer.messageBytes(state)));
            case START -> {
                if (wanted) {
                    start(state);
                }
            }
            case OPEN -> open(state, wanted);
            case READ, WRITE -> {
                if (wanted) {
                    access(state, kind);
                }
            }
            case COPY -> {
                if (wanted) {
                    copy(state);
                }
            }
            case NONE -> {}
        }
    }

    /** What came later in the same trace. */
    void append(RankTraffic later) {
        later.files.forEach((id, use) -> file(id).append(use));
        addMessages(later);
    }

    /** What another thread of the rank did. */
    void join(RankTraffic other) {
        other.files.forEach((id, use) -> file(id).addSums(use));
        addMessages(other);
    }

    /** Count the persistent messages; all traces of the rank have been added. */
    void finish() {
        starts.forEach((request, count) -> {
            Persistent message = persistents.get(request);
            if (message != null) {
                send(message.target, count, Saturated.multiply(count, message.bytes));
            }
        });
        starts.clear();
    }

    /** Whether a sum is larger than can be told. */
    boolean isAtEnd() {
        return messages.values().stream().anyMatch(tally -> Saturated.isAtEnd(tally.bytes()))
                || files.values().stream().anyMatch(FileUse::isAtEnd);
    }

    private void addMessages(RankTraffic other) {
        other.messages.forEach((target, tally) ->
                messages.computeIfAbsent(target, unused -> new Tally()).add(tally));
        persistents.putAll(other.persistents);
        other.starts.forEach((request, count) -> starts.merge(request, count, Long::sum));
    }

    private void send(int target, long count, long bytes) {
        if (target >= 0) {
            messages.computeIfAbsent(target, unused -> new Tally()).add(count, bytes);
        }
    }

    /** World rank, or -1 for nobody. */
    private static int target(TraceCursor state) throws TraceFormatException {
        long rank = state.attributeLong("toRank", -1);
        if (rank >= MOST_RANKS) {
            throw TraceFormatException.atByte(state.file(), state.byteOffset(), "toRank=" + rank + " is out of range");
        }
        return (int) Math.max(-1, rank);
    }

    private void start(TraceCursor state) {
        long own = state.attributeLong("rid", -1);
        if (own >= 0) {
            starts.merge(own, 1L, Long::sum);
        }
        for (DataElement child : state.data()) {
            long request = child.name().equals("For") ? child.attributes().getLong("rid", -1) : -1;
            if (request >= 0) {
                starts.merge(request, 1L, Long::sum);
            }
        }
    }

    private void open(TraceCursor state, boolean wanted) {
        FileUse use = file(state);
        name(use, state.attribute("name"));
        // A call that failed opened nothing; that of MPI counts, as it always did.
        wanted &= use.isMpi || state.attribute("oid") != null;
        use.opens += wanted ? 1 : 0;
    }

    private static void name(FileUse use, String name) {
        if (use.name.isEmpty() && name != null) {
            use.name = name;
        }
    }

    private FileUse file(TraceCursor state) {
        FileUse use = file(state.attributeLong("fid", -1));
        use.isMpi |= !state.isEvent() && Transfer.isMpi(state.name());
        return use;
    }

    private FileUse file(long id) {
        return files.computeIfAbsent(id, unused -> new FileUse());
    }

    private void access(TraceCursor state, Transfer kind) {
        long bytes = Transfer.accessBytes(state);
        FileUse use = file(state);
        move(use, kind == Transfer.READ ? use.reads : use.writes, state, bytes, Transfer.accessOffset(state));
    }

    private void copy(TraceCursor state) {
        long bytes = Transfer.accessBytes(state);
        FileUse from = file(state);
        move(from, from.reads, state, bytes, Transfer.accessOffset(state));
        long other = state.attributeLong("toFid", -1);
        if (other >= 0) {
            FileUse to = file(other);
            move(to, to.writes, state, bytes, state.attributeLong("toOffset", -1));
        }
    }

    private static void move(FileUse use, FileUse.Direction direction, TraceCursor state, long bytes, long offset) {
        direction.add(bytes);
        if (!Transfer.isDeferred(state.name())) {
            direction.addTime(bytes, Saturated.subtract(state.endNanos(), state.startNanos()));
        }
        if (offset >= 0) {
            use.place(offset, bytes);
        }
    }
}
