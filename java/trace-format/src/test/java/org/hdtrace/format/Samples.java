// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.hdtrace.format.trace.Attribute;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.Event;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceEntry;

/** Arbitrary content of files, nasty characters included. */
public final class Samples {
    private static final Set<String> RESERVED = Set.of("Event", "Nested", "Program");

    /**
     * What a name may begin with by every edition of XML 1.0 (the parser of projects keeps to the fourth), but the colon: it means a
     * namespace, and no file declares one.
     */
    private static final int[] NAME_STARTS = {
        'A', 'Z', '_', '_', 'a', 'z', 0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0x131, 0x391, 0x3a1, 0x401, 0x40c, 0x430, 0x44f,
        0x5d0, 0x5ea, 0x641, 0x64a, 0xe01, 0xe2e, 0x10a0, 0x10c5, 0x3041, 0x3094, 0x4e00, 0x9fa5, 0xac00, 0xd7a3
    };
    /** What may only follow. */
    private static final int[] NAME_PARTS = {'-', '-', '.', '.', '0', '9', 0xb7, 0xb7, 0x300, 0x345, 0x660, 0x669};

    private Samples() {}

    /** Names of elements and attributes: whatever XML 1.0 takes for one, often short and alike. */
    public static Arbitrary<String> names() {
        Arbitrary<String> plain = Arbitraries.strings()
                .withCharRange('a', 'z')
                .withChars('_', 'Z', '9', '-', '.', '\u00e4')
                .ofMinLength(1)
                .ofMaxLength(8)
                .map(name -> Character.isLetter(name.charAt(0)) ? name : "n" + name);
        Arbitrary<String> any = Combinators.combine(
                        among(NAME_STARTS),
                        Arbitraries.oneOf(among(NAME_STARTS), among(NAME_PARTS))
                                .list()
                                .ofMaxSize(40))
                .as((first, rest) -> first + String.join("", rest));
        return Arbitraries.frequencyOf(Tuple.of(3, plain), Tuple.of(1, any))
                .filter(name -> !RESERVED.contains(name)
                        && !Set.of("time", "end", "name", "t").contains(name));
    }

    /** A character of some ranges, given by their first and last. */
    private static Arbitrary<String> among(int... bounds) {
        List<Arbitrary<Integer>> ranges = new ArrayList<>();
        for (int i = 0; i < bounds.length; i += 2) {
            ranges.add(Arbitraries.integers().between(bounds[i], bounds[i + 1]));
        }
        return Arbitraries.of(ranges).flatMap(range -> range).map(Character::toString);
    }

    public static Arbitrary<String> values() {
        Arbitrary<String> nasty = Arbitraries.strings()
                .withChars("<>&'\"\n\t\r \u0001\u007f\u00e9\u20acabc123=/;#")
                .ofMaxLength(12);
        Arbitrary<String> emoji = Arbitraries.of("\ud83d\ude00", "]]>", "&amp;", "<!-- -->", "");
        Arbitrary<String> any = anyText().map(Samples::held);
        Arbitrary<String> longer =
                Combinators.combine(any, Arbitraries.integers().between(1, 300)).as(String::repeat);
        return Arbitraries.frequencyOf(
                Tuple.of(4, nasty),
                Tuple.of(4, emoji),
                Tuple.of(4, any),
                Tuple.of(4, Arbitraries.longs().map(String::valueOf)),
                Tuple.of(1, longer));
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
        return one.list().uniqueElements(Attribute::name).ofMaxSize(12).map(Attributes::of);
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

    /** Times around the given one, now and then any whose distance from it text can hold; nanoseconds. */
    public static Arbitrary<Long> times(long around) {
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.longs().between(around - 5_000_000_000L, around + 100_000_000_000L)),
                Tuple.of(1, Arbitraries.longs().between(around - Long.MAX_VALUE, Long.MAX_VALUE)));
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
                        durations(),
                        attributes(),
                        data().list().ofMaxSize(2),
                        children)
                .as((name, start, length, attributes, data, nested) -> new State(
                        name,
                        start,
                        start > Long.MAX_VALUE - length ? start : start + length,
                        attributes,
                        data,
                        nested));
    }

    private static Arbitrary<Long> durations() {
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.longs().between(0, 10_000_000_000L)),
                Tuple.of(1, Arbitraries.longs().greaterOrEqual(0)));
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
