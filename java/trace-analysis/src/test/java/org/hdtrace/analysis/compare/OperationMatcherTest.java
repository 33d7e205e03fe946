// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

class OperationMatcherTest {
    @Test
    void equalRunsMatchOneToOne() throws TraceFormatException {
        assertEquals(
                "Init=Init Send:4=Send:4 Finalize=Finalize", match("Init Send:4 Finalize", "Init Send:4 Finalize"));
    }

    @Test
    void anInsertedCallIsLeftAlone() throws TraceFormatException {
        assertEquals("Init=Init +Barrier Send=Send", match("Init Send", "Init Barrier Send"));
        assertEquals("Init=Init -Barrier Send=Send", match("Init Barrier Send", "Init Send"));
    }

    @Test
    void attributesDecideWhichOfEqualNamesBelongTogether() throws TraceFormatException {
        assertEquals("-Send:4 Send:8=Send:8 Send:16=Send:16", match("Send:4 Send:8 Send:16", "Send:8 Send:16"));
    }

    @Test
    void namesAreMoreImportantThanAttributes() throws TraceFormatException {
        // Matching Send:8 with Send:8 would leave two calls alone instead of none.
        assertEquals("Send:4=Send:8 Send:8=Send:4", match("Send:4 Send:8", "Send:8 Send:4"));
    }

    @Test
    void attributesThatOneSideLacksDoNotMatter() throws TraceFormatException {
        assertEquals("Send:4=Send Recv=Recv:7", match("Send:4 Recv", "Send Recv:7"));
    }

    @Test
    void callsOfDifferentNameNeverMatch() throws TraceFormatException {
        assertEquals("-Send +Recv", match("Send", "Recv"));
        assertEquals("+Recv", match("", "Recv"));
        assertEquals("-Send -Send", match("Send Send", ""));
    }

    @Test
    void findsTheWayBackAfterAnInsertionJustSmallerThanTheWindow() throws TraceFormatException {
        int inserted = OperationMatcher.WINDOW - 1;
        String result = match("Init Send", "Init " + "Barrier ".repeat(inserted) + "Send");
        assertEquals("Init=Init " + "+Barrier ".repeat(inserted) + "Send=Send", result);
    }

    @Test
    void goesOnAfterAStretchThatIsWiderThanTheWindow() throws TraceFormatException {
        int length = 3 * OperationMatcher.WINDOW;
        String a = "Init " + "Send ".repeat(length) + "Finalize";
        String b = "Init " + "Recv ".repeat(length) + "Finalize";
        String result = match(a, b);
        assertTrue(result.startsWith("Init=Init "), result);
        assertTrue(result.endsWith("Finalize=Finalize"), result);
        assertEquals(2, result.split("=", -1).length - 1);
    }

    @Property(tries = 300)
    void keepsEveryCallOnceAndInOrder(
            @ForAll @Size(max = 200) List<@IntRange(max = 4) Integer> a,
            @ForAll @Size(max = 200) List<@IntRange(max = 4) Integer> b)
            throws TraceFormatException {
        Recorder recorder = new Recorder();
        OperationMatcher.match(source(a), source(b), recorder);
        assertEquals(ordinals(a.size()), recorder.seenA);
        assertEquals(ordinals(b.size()), recorder.seenB);
    }

    @Property(tries = 200)
    void removingOneCallLosesNoOther(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 1000) Integer> sizes,
            @ForAll @IntRange(max = 59) int removed)
            throws TraceFormatException {
        // All names differ, so exactly the removed call may stay alone.
        List<Operation> a = IntStream.range(0, sizes.size())
                .mapToObj(i -> operation("f" + i, sizes.get(i), i))
                .toList();
        List<Operation> b = new ArrayList<>(a);
        b.remove(removed % a.size());
        Recorder recorder = new Recorder();
        OperationMatcher.match(OperationSource.of(a), OperationSource.of(b), recorder);
        assertEquals(a.size() - 1, recorder.pairs);
        assertEquals(1, recorder.log.size() - recorder.pairs);
    }

    private static OperationSource source(List<Integer> kinds) {
        return OperationSource.of(IntStream.range(0, kinds.size())
                .mapToObj(i -> operation("f" + kinds.get(i) / 2, kinds.get(i), i))
                .toList());
    }

    private static List<Long> ordinals(int count) {
        return IntStream.range(0, count).mapToObj(Long::valueOf).toList();
    }

    private static String match(String a, String b) throws TraceFormatException {
        Recorder recorder = new Recorder();
        OperationMatcher.match(OperationSource.of(parse(a)), OperationSource.of(parse(b)), recorder);
        return String.join(" ", recorder.log);
    }

    private static List<Operation> parse(String text) {
        return Arrays.stream(text.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> word.split(":", -1))
                .map(w -> operation(w[0], w.length > 1 ? Long.parseLong(w[1]) : Operation.ABSENT, 0))
                .toList();
    }

    private static Operation operation(String name, long size, long start) {
        long absent = Operation.ABSENT;
        return new Operation(name, start, start + 1, 0, size, absent, absent, absent);
    }

    private static final class Recorder implements OperationMatcher.Sink {
        private final List<String> log = new ArrayList<>();
        private final List<Long> seenA = new ArrayList<>();
        private final List<Long> seenB = new ArrayList<>();
        private int pairs;

        @Override
        public void matched(Operation a, Operation b) {
            assertEquals(a.name(), b.name());
            pairs++;
            log.add(text(a) + "=" + text(b));
            seenA.add(a.startNanos());
            seenB.add(b.startNanos());
        }

        @Override
        public void onlyA(Operation a) {
            log.add("-" + text(a));
            seenA.add(a.startNanos());
        }

        @Override
        public void onlyB(Operation b) {
            log.add("+" + text(b));
            seenB.add(b.startNanos());
        }

        private static String text(Operation operation) {
            return operation.name() + (operation.size() == Operation.ABSENT ? "" : ":" + operation.size());
        }
    }
}
