// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import java.io.IOException;
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

    private final List<Seeds.Seed> seeds;
    private final Oracle oracle;
    private final Sink sink;
    private final Map<Target, Integer> inputs = new EnumMap<>(Target.class);

    Fuzzer(List<Seeds.Seed> seeds, Oracle oracle, Sink sink) {
        this.seeds = List.copyOf(seeds);
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
        Seeds.Seed seed = seeds.get(random.nextInt(seeds.size()));
        inputs.merge(seed.target(), 1, Integer::sum);
        Mutator mutator = new Mutator(random);
        if (seed.target().isStream() && random.nextInt(4) == 0) {
            changeTail(number, seed, mutator, random.nextInt(seed.bytes().length));
        } else {
            byte[] input = mutator.damage(seed.bytes(), 0);
            Oracle.Outcome outcome = oracle.read(seed.target(), input);
            if (outcome.find().isPresent()) {
                sink.find(number, seed, input, outcome.find().get());
            }
        }
    }

    private void changeTail(long number, Seeds.Seed seed, Mutator mutator, int from) throws IOException {
        byte[] input = mutator.damage(seed.bytes(), from);
        Oracle.Outcome damaged = oracle.read(seed.target(), input);
        Oracle.Outcome cut = oracle.read(seed.target(), Arrays.copyOf(seed.bytes(), from));
        Oracle.Outcome whole = oracle.read(seed.target(), seed.bytes());
        if (damaged.find().isPresent()) {
            sink.find(number, seed, input, damaged.find().get());
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
