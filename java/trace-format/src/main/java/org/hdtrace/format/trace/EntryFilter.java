// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.Objects;
import java.util.function.Predicate;
import org.hdtrace.format.Limits;

/**
 * Which entries of a trace are wanted. A cursor skips the others without parsing what it does not need to know, so damage inside
 * of them that does not hide where they end may stay unnoticed. Conditions add up: an entry must meet all of them.
 *
 * <p>Immutable: each method makes a new filter. Thread: any, as long as the predicates are. Source: paper section 2.1, OTF's
 * selective access.
 */
public final class EntryFilter {
    private static final EntryFilter ALL = new EntryFilter();

    private Predicate<String> names;
    private long fromNanos = Long.MIN_VALUE;
    private long toNanos = Long.MAX_VALUE;
    private int minDepth;
    private int maxDepth = Limits.DEPTH;
    private boolean events = true;
    private boolean states = true;
    private boolean data = true;

    private EntryFilter() {}

    private EntryFilter(EntryFilter other) {
        this.names = other.names;
        this.fromNanos = other.fromNanos;
        this.toNanos = other.toNanos;
        this.minDepth = other.minDepth;
        this.maxDepth = other.maxDepth;
        this.events = other.events;
        this.states = other.states;
        this.data = other.data;
    }

    /** Everything. */
    public static EntryFilter all() {
        return ALL;
    }

    /**
     * Only entries whose name the predicate accepts; an event's name is its {@code name} attribute. The answer for a name must
     * not change: a cursor remembers it.
     */
    public EntryFilter names(Predicate<String> wanted) {
        Objects.requireNonNull(wanted, "wanted");
        EntryFilter filter = new EntryFilter(this);
        filter.names = names == null ? wanted : names.and(wanted);
        return filter;
    }

    /**
     * Only entries that touch the interval: they begin before its end and end behind its beginning; one without duration
     * touches when its time lies inside.
     *
     * @param from ns since the epoch, inside
     * @param to ns since the epoch, outside
     */
    public EntryFilter between(long from, long to) {
        if (to < from) {
            throw new IllegalArgumentException("the interval ends before it begins");
        }
        EntryFilter filter = new EntryFilter(this);
        filter.fromNanos = Math.max(fromNanos, from);
        filter.toNanos = Math.min(toNanos, to);
        return filter;
    }

    /** Only entries with that many states around them, both bounds inside. */
    public EntryFilter depth(int min, int max) {
        if (min < 0 || max < min) {
            throw new IllegalArgumentException("depth from " + min + " to " + max + " is empty");
        }
        EntryFilter filter = new EntryFilter(this);
        filter.minDepth = Math.max(minDepth, min);
        filter.maxDepth = Math.min(maxDepth, max);
        return filter;
    }

    /** Whether events are wanted. */
    public EntryFilter events(boolean wanted) {
        EntryFilter filter = new EntryFilter(this);
        filter.events = events && wanted;
        return filter;
    }

    /** Whether states are wanted. */
    public EntryFilter states(boolean wanted) {
        EntryFilter filter = new EntryFilter(this);
        filter.states = states && wanted;
        return filter;
    }

    /** Entries come without their child elements, as if they had none. */
    public EntryFilter withoutData() {
        EntryFilter filter = new EntryFilter(this);
        filter.data = false;
        return filter;
    }

    /** Where the wanted interval begins, ns since the epoch; {@link Long#MIN_VALUE} for no bound. */
    public long fromNanos() {
        return fromNanos;
    }

    /** Where the wanted interval ends, ns since the epoch; {@link Long#MAX_VALUE} for no bound. */
    public long toNanos() {
        return toNanos;
    }

    /** Whether entries of that kind at that depth may be wanted. */
    boolean wantsKind(boolean event, int depth) {
        return (event ? events : states) && depth >= minDepth && depth <= maxDepth;
    }

    boolean hasNames() {
        return names != null;
    }

    boolean wantsName(String name) {
        return names == null || names.test(name);
    }

    boolean wantsTime(long startNanos, long endNanos) {
        boolean always = fromNanos == Long.MIN_VALUE && toNanos == Long.MAX_VALUE;
        return always || (startNanos < toNanos && (endNanos > fromNanos || startNanos >= fromNanos));
    }

    boolean wantsData() {
        return data;
    }
}
