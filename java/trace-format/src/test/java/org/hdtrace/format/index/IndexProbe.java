// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.hdtrace.format.TraceFormatException;

/** A trace whose states are known without any reader, to compare what an index of it tells with them, however damaged it is. */
public final class IndexProbe {
    private static final int INTERVALS = 6;
    /** Of a long trace, of which a cut index leaves much to be read. */
    private static final int INTERVALS_OF_LONG = 1;

    private static final long LONG = 8 << 20;
    private static final long SEED = 20;

    private static final Map<Path, IndexProbe> KNOWN = new ConcurrentHashMap<>();

    private final Path trace;
    private final Path place;
    private final byte[] good;
    private final long textBytes;
    private final List<Question> questions = new ArrayList<>();

    /** An interval and what is true of it. */
    private record Question(long from, long to, Map<String, StateSums> answer) {}

    private IndexProbe(Path trace, List<NestedTraces.Written> states) throws IOException, TraceFormatException {
        this.trace = trace;
        this.place = IndexStore.beside().build(trace, () -> false);
        this.good = Files.readAllBytes(place);
        this.textBytes = Files.size(trace);
        ask(states, Long.MIN_VALUE, Long.MAX_VALUE);
        Random random = new Random(SEED);
        for (int i = 0; i < (textBytes > LONG ? INTERVALS_OF_LONG : INTERVALS); i++) {
            long one = states.get(random.nextInt(states.size())).start();
            long other = states.get(random.nextInt(states.size())).end();
            ask(states, Math.min(one, other), Math.max(one, other));
        }
    }

    /** Write a trace and its index; {@code entries} of the top level, some of them very long. */
    public static IndexProbe write(Path trace, long seed, int entries, int longest)
            throws IOException, TraceFormatException {
        IndexProbe made = new IndexProbe(trace, NestedTraces.write(trace, seed, entries, longest, "", "</Program>\n"));
        KNOWN.put(trace, made);
        return made;
    }

    /** That of a trace that was written before. */
    public static IndexProbe of(Path trace) {
        return KNOWN.get(trace);
    }

    private void ask(List<NestedTraces.Written> states, long from, long to) {
        questions.add(new Question(from, to, byName(NestedTraces.sums(states, from, to))));
    }

    /** The undamaged index. */
    public byte[] index() {
        return good.clone();
    }

    /**
     * Ask a damaged index everything. A cut one may be refused but not be wrong; of changed bits FORMATS A5 has nothing that tells
     * (that is for {@code hdtrace check}, which compares it with the trace), they may only do no other harm.
     *
     * @return the questions that it answered; 0 when it was refused
     * @throws AssertionError when an answer is wrong
     */
    public int ask(byte[] damaged) throws IOException {
        Files.write(place, damaged);
        try (TraceIndex index = IndexStore.beside().open(trace).orElse(null)) {
            if (index == null) {
                return 0;
            }
            boolean must = isCut(damaged);
            for (Question question : questions) {
                answer(index, question, must);
            }
            if (must && index.isWhole()) {
                require(index.coveredBytes() == textBytes, "length " + index.coveredBytes());
            }
            return questions.size();
        }
    }

    private void answer(TraceIndex index, Question question, boolean must) {
        List<StateSums> rows =
                IndexProfile.of(index, trace, question.from, question.to).orElse(null);
        if (must) {
            require(rows != null, "no answer");
            require(question.answer.equals(byName(rows)), "[" + question.from + ", " + question.to + "): " + rows);
        }
    }

    /** Of an index that was cut all that is left is right, as of one that is still being written. */
    private boolean isCut(byte[] damaged) {
        int same = Arrays.mismatch(good, damaged);
        return same < 0 || same == damaged.length;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("wrong answer of a damaged index: " + what);
        }
    }

    private static Map<String, StateSums> byName(List<StateSums> rows) {
        return rows.stream().collect(Collectors.toMap(StateSums::name, row -> row));
    }
}
