// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.hdtrace.format.query.SampleProject.Seen;
import org.hdtrace.format.trace.Event;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceEntry;

/** A query beside what it means, said as a filter over everything. */
record QueryCase(UnaryOperator<Query> query, Predicate<Seen> meaning, boolean data) {
    private static final long BEGIN = 1_300_000_000_000_000_000L;

    static QueryCase all() {
        return new QueryCase(query -> query, seen -> true, true);
    }

    static QueryCase random(Random random) {
        QueryCase made = all();
        switch (random.nextInt(4)) {
            case 0 -> made = made.and(q -> q.ranks("0,2-3"), seen -> seen.file().rank() != 1);
            case 1 ->
                made = made.and(
                        q -> q.ranks(rank -> rank > 0), seen -> seen.file().rank() > 0);
            case 2 -> made = made.and(q -> q.threads("1"), seen -> seen.file().thread() == 1);
            default -> {}
        }
        if (random.nextBoolean()) {
            made = made.and(
                    q -> q.names("*a*", "?"),
                    seen -> seen.entry().name().contains("a")
                            || seen.entry().name().length() == 1);
        }
        if (random.nextBoolean()) {
            long from = BEGIN + random.nextLong(100) * 1_000_000_000L;
            long to = from + random.nextLong(80) * 1_000_000_000L;
            made = made.and(q -> q.between(from, to), seen -> touches(seen.entry(), from, to));
        }
        switch (random.nextInt(4)) {
            case 0 -> made = made.and(Query::topLevel, seen -> seen.depth() == 0);
            case 1 -> made = made.and(q -> q.depth(1, 2), seen -> seen.depth() == 1 || seen.depth() == 2);
            default -> {}
        }
        return made.kinds(random.nextInt(6));
    }

    /** What the query finds in each file. */
    List<List<Seen>> perFile(SampleProject project) {
        List<List<Seen>> found = new ArrayList<>();
        for (List<Seen> file : project.content()) {
            found.add(file.stream().filter(meaning).map(this::shown).toList());
        }
        return found;
    }

    List<Seen> byEnd(SampleProject project) {
        List<Keyed> keyed = new ArrayList<>();
        for (List<Seen> file : perFile(project)) {
            long key = Long.MIN_VALUE;
            for (Seen seen : file) {
                key = Math.max(key, seen.entry().endNanos());
                keyed.add(new Keyed(key, seen));
            }
        }
        return sorted(keyed);
    }

    List<Seen> byStart(SampleProject project) {
        List<Keyed> keyed = new ArrayList<>();
        for (List<Seen> file : project.content()) {
            long key = Long.MIN_VALUE;
            int from = 0;
            for (int i = 0; i < file.size(); i++) {
                boolean top = file.get(i).depth() == 0;
                if (top || i == file.size() - 1) {
                    List<Seen> found =
                            file.subList(from, i + 1).stream().filter(meaning).toList();
                    from = i + 1;
                    if (!found.isEmpty()) {
                        Seen first = top ? file.get(i) : found.get(0);
                        key = Math.max(key, first.entry().startNanos());
                        for (Seen seen : found) {
                            keyed.add(new Keyed(key, shown(seen)));
                        }
                    }
                }
            }
        }
        return sorted(keyed);
    }

    private record Keyed(long key, Seen seen) {}

    /** Stable: equals stay in the order of files. */
    private static List<Seen> sorted(List<Keyed> keyed) {
        return keyed.stream()
                .sorted(Comparator.comparingLong(Keyed::key))
                .map(Keyed::seen)
                .toList();
    }

    QueryCase kinds(int which) {
        return switch (which) {
            case 0 -> and(Query::statesOnly, seen -> !(seen.entry() instanceof Event));
            case 1 -> and(Query::eventsOnly, seen -> seen.entry() instanceof Event);
            case 2 -> new QueryCase(q -> query.apply(q).withoutData(), meaning, false);
            default -> this;
        };
    }

    QueryCase and(UnaryOperator<Query> narrower, Predicate<Seen> more) {
        return new QueryCase(q -> narrower.apply(query.apply(q)), meaning.and(more), data);
    }

    private Seen shown(Seen seen) {
        if (data) {
            return seen;
        }
        TraceEntry entry = seen.entry();
        TraceEntry bare = entry instanceof Event
                ? new Event(entry.name(), entry.startNanos(), entry.attributes(), List.of())
                : new State(entry.name(), entry.startNanos(), entry.endNanos(), entry.attributes());
        return new Seen(seen.file(), seen.depth(), seen.orphan(), seen.byteOffset(), bare);
    }

    static boolean touches(TraceEntry entry, long from, long to) {
        return entry.startNanos() < to && (entry.endNanos() > from || entry.startNanos() >= from);
    }
}
