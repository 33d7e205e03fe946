// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.query.CounterLooks;
import org.hdtrace.sunshot.query.RowGroup;
import org.hdtrace.sunshot.query.RowQuery;

/**
 * Everything of a {@link ViewModel} that is worth keeping, but for the runs. Categories are kept by name; of an order by
 * busy time or a statistic the time it is of, by which it is worked out again. Immutable.
 *
 * @param interval visible time on the common scale
 * @param query arrangement and what is open; its filter is not kept
 * @param silentShown whether counters that stay at zero are shown
 * @param order of the rows
 * @param nested whether nested states are drawn
 * @param hidden names of categories that are left out
 * @param marked names of the marked categories
 * @param selected key of the chosen row
 * @param marks bookmarks and notes
 * @param computed statistics that the user defined
 * @param heat expression of the heat map, "" for none
 * @param looks how each counter is drawn
 * @param charted keys of rows in a chart
 * @param offsets how far nodes are moved in time, by key of their row
 */
public record ViewState(
        Interval interval,
        RowQuery query,
        boolean silentShown,
        RowOrder order,
        boolean nested,
        Set<String> hidden,
        Set<String> marked,
        String selected,
        List<Mark> marks,
        List<Computed> computed,
        String heat,
        CounterLooks looks,
        List<String> charted,
        Map<String, Long> offsets) {

    /** What a view is like now. */
    public static ViewState of(ViewModel model) {
        return new ViewState(
                model.visible(),
                model.query(),
                model.silentShown(),
                model.order(),
                model.nested(),
                names(model, model.hidden()),
                names(model, model.marked()),
                model.selectedKey(),
                model.marks(),
                model.computed(),
                model.heat(),
                model.looks(),
                model.charted(),
                model.offsets());
    }

    private static Set<String> names(ViewModel model, BitSet numbers) {
        return numbers.stream()
                .mapToObj(id -> model.categories().get(id).name())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Numbers of the hidden categories that a view knows. */
    BitSet hiddenIn(ViewModel model) {
        return numbers(model, hidden);
    }

    /** Numbers of the marked categories that a view knows. */
    BitSet markedIn(ViewModel model) {
        return numbers(model, marked);
    }

    private static BitSet numbers(ViewModel model, Set<String> names) {
        BitSet numbers = new BitSet();
        for (Category category : model.categories().all()) {
            if (names.contains(category.name())) {
                numbers.set(category.id());
            }
        }
        return numbers;
    }

    /** Adds all of it to a text. */
    public void write(StateText text) {
        text.add("from", interval.startNanos()).add("to", interval.endNanos());
        text.add("mapping", query.mapping().name()).add("align", query.alignStarts());
        text.add("interleaved", query.interleaved());
        text.add("silent", silentShown).add("nested", nested);
        query.toggled().stream().sorted().forEach(key -> text.add("toggled", key));
        boolean lost = needsBasis(order.sort()) && order.basis().isEmpty();
        text.add("sort", lost ? RowSort.AS_ARRANGED : order.sort());
        order.basis()
                .ifPresent(basis -> text.add(
                        "sortby",
                        StateText.join(basis.time().startNanos(), basis.time().endNanos(), basis.statistic())));
        order.moved().entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
            List<String> parts = new ArrayList<>(List.of(entry.getKey()));
            parts.addAll(entry.getValue());
            text.add("moved", StateText.join(parts.toArray()));
        });
        for (RowGroup group : query.groups()) {
            List<String> parts =
                    new ArrayList<>(List.of(String.valueOf(group.run()), String.valueOf(group.number()), group.name()));
            parts.addAll(group.members());
            text.add("group", StateText.join(parts.toArray()));
        }
        order.pinned().forEach(key -> text.add("pinned", key));
        order.hidden().stream().sorted().forEach(key -> text.add("rowhidden", key));
        text.add("hideidle", order.hideIdle());
        hidden.stream().sorted().forEach(name -> text.add("hidden", name));
        marked.stream().sorted().forEach(name -> text.add("highlight", name));
        text.add("selected", selected).add("heat", heat);
        for (Computed each : computed) {
            text.add("computed", StateText.join(each.run(), each.path(), each.name(), each.formula()));
        }
        new TreeMap<>(looks.changed()).forEach((name, look) -> text.add("counter", LookText.write(name, look)));
        charted.forEach(key -> text.add("charted", key));
        new TreeMap<>(offsets).forEach((key, nanos) -> text.add("offset", StateText.join(key, nanos)));
        for (Mark mark : marks) {
            text.add(
                    "mark",
                    StateText.join(
                            mark.number(),
                            mark.view().startNanos(),
                            mark.view().endNanos(),
                            mark.atNanos(),
                            mark.row(),
                            mark.text()));
        }
    }

    /**
     * Reads what {@link #write} wrote; what is missing is as in this state.
     *
     * @throws IllegalArgumentException with name and cause
     */
    public ViewState read(StateText text) {
        long from = text.getLong("from", interval.startNanos());
        long to = text.getLong("to", interval.endNanos());
        boolean silent = text.getBoolean("silent", silentShown);
        RowQuery read = new RowQuery(
                choice(Mapping.class, text, "mapping", query.mapping()),
                Set.copyOf(text.all("toggled")),
                row -> silent || !RowQuery.isSilent(row),
                text.getBoolean("align", query.alignStarts()),
                text.getBoolean("interleaved", query.interleaved()),
                text.all("group").stream().map(ViewState::group).toList());
        return new ViewState(
                interval(from, to),
                read,
                silent,
                readOrder(text),
                text.getBoolean("nested", nested),
                Set.copyOf(text.all("hidden")),
                Set.copyOf(text.all("highlight")),
                text.get("selected", ""),
                text.all("mark").stream().map(ViewState::mark).toList(),
                text.all("computed").stream().map(ViewState::computed).toList(),
                text.get("heat", ""),
                LookText.read(text.all("counter")),
                text.all("charted"),
                offsets(text));
    }

    private static Map<String, Long> offsets(StateText text) {
        Map<String, Long> offsets = new HashMap<>();
        for (String value : text.all("offset")) {
            List<String> parts = StateText.split("offset", value, 2);
            offsets.put(parts.get(0), RunShift.checked(StateText.number("offset", parts.get(1))));
        }
        return offsets;
    }

    private static RowOrder readOrder(StateText text) {
        Map<String, List<String>> moved = new HashMap<>();
        for (String value : text.all("moved")) {
            List<String> parts = StateText.split("moved", value, 2);
            moved.put(parts.get(0), parts.subList(1, parts.size()));
        }
        Optional<RowOrder.Basis> basis = text.all("sortby").stream().findFirst().map(ViewState::basis);
        RowSort sort = choice(RowSort.class, text, "sort", RowSort.AS_ARRANGED);
        boolean lost = needsBasis(sort) && basis.isEmpty();
        return new RowOrder(
                lost ? RowSort.AS_ARRANGED : sort,
                Map.of(),
                needsBasis(sort) ? basis : Optional.empty(),
                moved,
                text.all("pinned"),
                Set.copyOf(text.all("rowhidden")),
                text.getBoolean("hideidle", false));
    }

    private static boolean needsBasis(RowSort sort) {
        return sort == RowSort.BUSY || sort == RowSort.STATISTIC;
    }

    private static RowOrder.Basis basis(String value) {
        List<String> parts = StateText.split("sortby", value, 3);
        Interval time = interval(StateText.number("sortby", parts.get(0)), StateText.number("sortby", parts.get(1)));
        return new RowOrder.Basis(time, parts.get(2));
    }

    private static Mark mark(String value) {
        List<String> parts = StateText.split("mark", value, 6);
        Interval view = interval(StateText.number("mark", parts.get(1)), StateText.number("mark", parts.get(2)));
        long at = StateText.number("mark", parts.get(3));
        long number = StateText.number("mark", parts.get(0));
        if (number < 0 || number > 9) {
            throw new IllegalArgumentException("mark: expected a number from 0 to 9, not " + number);
        }
        return new Mark((int) number, view, at, parts.get(4), parts.get(5));
    }

    private static RowGroup group(String value) {
        List<String> parts = StateText.split("group", value, 4);
        long run = StateText.number("group", parts.get(0));
        long number = StateText.number("group", parts.get(1));
        if (run < 0
                || run > Integer.MAX_VALUE
                || number < 1
                || number > Integer.MAX_VALUE
                || parts.get(2).isBlank()) {
            throw new IllegalArgumentException("group: expected a run, a number, a name and rows in " + value);
        }
        return new RowGroup((int) run, (int) number, parts.get(2), parts.subList(3, parts.size()));
    }

    private static Computed computed(String value) {
        List<String> parts = StateText.split("computed", value, 4);
        long run = StateText.number("computed", parts.get(0));
        if (run < 0 || run > Integer.MAX_VALUE || parts.get(2).isBlank()) {
            throw new IllegalArgumentException("computed: expected a run, a row, a name and a formula in " + value);
        }
        return new Computed((int) run, parts.get(1), parts.get(2), parts.get(3));
    }

    private static Interval interval(long from, long to) {
        if (from > to) {
            throw new IllegalArgumentException("from " + from + " lies behind to " + to);
        }
        return new Interval(from, to);
    }

    private static <E extends Enum<E>> E choice(Class<E> kind, StateText text, String name, E otherwise) {
        return StateText.choice(kind, name, text.get(name, otherwise.name()));
    }
}
