// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Feeds damaged seeds to the readers. An input is told by its number alone: the same number and the same seeds give the same
 * bytes, whatever came before.
 *
 * <p>Where only the tail of a file was changed, the reader must deliver at least what it delivers of the file cut at that place,
 * and that must be the beginning of what it delivers of the undamaged file.
 */
final class Fuzzer {
    /** Receives what is wrong. */
    interface Sink {
        void find(long number, Seeds.Seed seed, byte[] input, Oracle.Find find) throws IOException;
    }

    /** Some more than once: asking a project takes as long as reading ten files. */
    private static final List<Target> TARGETS = List.of(
            Target.TRACE,
            Target.TRACE,
            Target.TRACE,
            Target.STATISTICS,
            Target.STATISTICS,
            Target.STATISTICS,
            Target.RELATION,
            Target.RELATION,
            Target.PROJECT,
            Target.PROJECT,
            Target.PROJECT,
            Target.INDEX,
            Target.INDEX,
            Target.PLACES,
            Target.PLACES,
            Target.QUERY);

    private final Map<Target, List<Seeds.Seed>> seeds = new EnumMap<>(Target.class);
    private final Oracle oracle;
    private final Sink sink;
    private final Map<Target, Integer> inputs = new EnumMap<>(Target.class);

    Fuzzer(List<Seeds.Seed> seeds, Oracle oracle, Sink sink) {
        seeds.forEach(seed -> this.seeds
                .computeIfAbsent(seed.target(), target -> new ArrayList<>())
                .add(seed));
        this.oracle = oracle;
        this.sink = sink;
    }

    /** Inputs so far by target. */
    Map<Target, Integer> inputs() {
        return inputs;
    }

    /** Make and read one input. */
    void run(long number) throws IOException {
        SplittableRandom random = new SplittableRandom(number);
        List<Seeds.Seed> some = seeds.get(TARGETS.get(random.nextInt(TARGETS.size())));
        Seeds.Seed seed = some.get(random.nextInt(some.size()));
        inputs.merge(seed.target(), 1, Integer::sum);
        Mutator mutator = new Mutator(random);
        if (seed.target().isStream() && random.nextInt(4) == 0) {
            changeTail(number, seed, mutator, random.nextInt(seed.bytes().length));
        } else {
            byte[] input = mutator.damage(seed.bytes(), 0);
            Oracle.Outcome outcome = oracle.read(seed, input);
            if (outcome.find().isPresent()) {
                sink.find(number, seed, input, outcome.find().get());
            }
        }
    }

    private void changeTail(long number, Seeds.Seed seed, Mutator mutator, int from) throws IOException {
        byte[] input = mutator.damage(seed.bytes(), from);
        Oracle.Outcome damaged = oracle.read(seed, input);
        Oracle.Outcome cut = oracle.read(seed, Arrays.copyOf(seed.bytes(), from));
        Oracle.Outcome whole = oracle.read(seed, seed.bytes());
        if (damaged.find().isPresent()) {
            sink.find(number, seed, input, damaged.find().get());
        } else if (cut.delivery().isWholeInAnotherDialect()) {
            // By length and by stamps it is a file of another dialect, and the reader said so.
            return;
        } else if (!cut.delivery().isPrefixOf(whole.delivery())) {
            sink.find(number, seed, Arrays.copyOf(seed.bytes(), from), new Oracle.Find("cut", "at byte " + from));
        } else if (!cut.delivery().isPrefixOf(damaged.delivery())) {
            String detail =
                    "changed from byte " + from + ": " + damaged.delivery().size() + " pieces, cut there "
                            + cut.delivery().size();
            sink.find(number, seed, input, new Oracle.Find("prefix", detail));
        }
    }
}
