// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.hdtrace.format.trace.Attribute;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.Event;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceEntry;

/** Arbitrary content of files, nasty characters included. */
public final class Samples {
    private static final Set<String> RESERVED = Set.of("Event", "Nested", "Program");

    private Samples() {}

    public static Arbitrary<String> names() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .withChars('_', 'Z', '9', '-', '.', '\u00e4')
                .ofMinLength(1)
                .ofMaxLength(8)
                .map(name -> Character.isLetter(name.charAt(0)) ? name : "n" + name)
                .filter(name -> !RESERVED.contains(name)
                        && !Set.of("time", "end", "name", "t").contains(name));
    }

    public static Arbitrary<String> values() {
        Arbitrary<String> nasty = Arbitraries.strings()
                .withChars("<>&'\"\n\t\r \u0001\u007f\u00e9\u20acabc123=/;#")
                .ofMaxLength(12);
        Arbitrary<String> emoji = Arbitraries.of("\ud83d\ude00", "]]>", "&amp;", "<!-- -->", "");
        Arbitrary<String> any = anyText().map(Samples::held);
        return Arbitraries.oneOf(nasty, emoji, any, Arbitraries.longs().map(String::valueOf));
    }

    /** Up to 9 chars of any kind: planes beyond the first, control characters, halves of surrogate pairs, what is no character. */
    public static Arbitrary<String> anyText() {
        Arbitrary<String> units = Arbitraries.strings().all().ofMaxLength(9);
        Arbitrary<String> points = Arbitraries.integers()
                .between(0, Character.MAX_CODE_POINT)
                .list()
                .ofMaxSize(4)
                .map(list -> list.stream().map(Character::toString).collect(Collectors.joining()));
        Arbitrary<String> low =
                Arbitraries.strings().withCharRange('\0', '\u00a0').ofMaxLength(9);
        return Arbitraries.oneOf(units, points, low);
    }

    /** What can be read again of a text: XML has no way to hold NUL, halves of surrogate pairs, U+FFFE and U+FFFF. */
    public static String held(String text) {
        StringBuilder held = new StringBuilder();
        text.codePoints()
                .map(c -> c == 0 || c == 0xfffe || c == 0xffff || (c >= 0xd800 && c < 0xe000) ? '?' : c)
                .forEach(held::appendCodePoint);
        return held.toString();
    }

    public static Arbitrary<Attributes> attributes() {
        Arbitrary<Attribute> one = Combinators.combine(names(), values()).as(Attribute::new);
        return one.list().uniqueElements(Attribute::name).ofMaxSize(4).map(Attributes::of);
    }

    /** Text of elements is trimmed when it is read. */
    public static Arbitrary<DataElement> data() {
        Arbitrary<DataElement> leaf = Combinators.combine(names(), attributes(), values())
                .as((name, attributes, text) -> new DataElement(name, attributes, text.strip(), List.of()));
        return Arbitraries.recursive(
                () -> leaf,
                inner -> Combinators.combine(names(), attributes(), inner.list().ofMaxSize(3))
                        .as((name, attributes, children) -> new DataElement(name, attributes, "", children)),
                0,
                2);
    }

    /** Times around the given one; nanoseconds. */
    public static Arbitrary<Long> times(long around) {
        return Arbitraries.longs().between(around - 5_000_000_000L, around + 100_000_000_000L);
    }

    public static Arbitrary<TraceEntry> entries(long around) {
        Arbitrary<TraceEntry> event = Combinators.combine(
                        values().filter(name -> !name.isEmpty()),
                        times(around),
                        attributes(),
                        data().list().ofMaxSize(1))
                .as(Event::new);
        Arbitrary<TraceEntry> leaf = state(around, Arbitraries.just(List.of()));
        Arbitrary<TraceEntry> flat = Arbitraries.oneOf(event, leaf);
        return Arbitraries.recursive(
                () -> flat,
                inner -> Arbitraries.oneOf(flat, state(around, inner.list().ofMaxSize(3))),
                0,
                3);
    }

    private static Arbitrary<TraceEntry> state(long around, Arbitrary<List<TraceEntry>> children) {
        return Combinators.combine(
                        names(),
                        times(around),
                        Arbitraries.longs().between(0, 10_000_000_000L),
                        attributes(),
                        data().list().ofMaxSize(2),
                        children)
                .as((name, start, length, attributes, data, nested) ->
                        new State(name, start, start + length, attributes, data, nested));
    }

    /** The entries in the order of a file: children before their parents. */
    public static List<TraceEntry> inFileOrder(List<TraceEntry> trees) {
        List<TraceEntry> flat = new ArrayList<>();
        for (TraceEntry tree : trees) {
            flat.addAll(inFileOrder(tree.children()));
            flat.add(withoutChildren(tree));
        }
        return flat;
    }

    public static TraceEntry withoutChildren(TraceEntry entry) {
        return entry.children().isEmpty()
                ? entry
                : new State(
                        entry.name(),
                        entry.startNanos(),
                        entry.endNanos(),
                        entry.attributes(),
                        entry.data(),
                        List.of());
    }
}
