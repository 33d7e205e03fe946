// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Which algorithm a library takes for how many ranks and bytes. All limits are parameters: {@code ranks1} is the number of
 * ranks below which the first row holds, {@code ranks1size1} the bytes below which its first algorithm is taken. Immutable.
 */
final class DecisionTable {
    private static final String RANKS = "ranks";
    private static final String SIZE = "size";

    /** A limit and the name of the parameter that it is. */
    private record Limit(String name, long value) {}

    /** Algorithms, each below the limit after it, the last for all other sizes; for any number of ranks without a limit. */
    private record Row(Limit ranks, List<String> algorithms, List<Limit> sizes) {}

    private final List<Row> rows = new ArrayList<>();

    private DecisionTable() {}

    /**
     * A table from text.
     *
     * @param rows such as {@code 8: A 64 B}: for less than 8 ranks A below 64 bytes, otherwise B; the last begins with *
     */
    static DecisionTable of(String... rows) {
        DecisionTable table = new DecisionTable();
        for (String text : rows) {
            String name = RANKS + (table.rows.size() + 1);
            String[] words = text.split("[: ]+", -1);
            Limit ranks = words[0].equals("*") ? null : new Limit(name, Long.parseLong(words[0]));
            List<String> algorithms = new ArrayList<>();
            List<Limit> sizes = new ArrayList<>();
            for (int i = 1; i < words.length; i++) {
                if (i % 2 == 1) {
                    algorithms.add(words[i]);
                } else {
                    sizes.add(new Limit(name + SIZE + i / 2, Long.parseLong(words[i])));
                }
            }
            table.rows.add(new Row(ranks, algorithms, sizes));
        }
        return table;
    }

    /** All limits by name. */
    Map<String, Long> parameters() {
        Map<String, Long> parameters = new HashMap<>();
        for (Row row : rows) {
            if (row.ranks != null) {
                parameters.put(row.ranks.name, row.ranks.value);
            }
            row.sizes.forEach(size -> parameters.put(size.name, size.value));
        }
        return parameters;
    }

    /** Name of the algorithm for so many ranks and bytes, with limits by name. */
    String find(int ranks, long bytes, ToLongFunction<String> limits) {
        int place = 0;
        while (rows.get(place).ranks != null && ranks >= limits.applyAsLong(rows.get(place).ranks.name)) {
            place++;
        }
        Row row = rows.get(place);
        int number = 0;
        while (number < row.sizes.size() && bytes >= limits.applyAsLong(row.sizes.get(number).name)) {
            number++;
        }
        return row.algorithms.get(number);
    }

    /**
     * What takes the algorithm of the table.
     *
     * @param bytes that the table asks for
     * @param algorithms by name, none of which keeps a state in the call
     */
    Algorithm choice(ToLongFunction<Call> bytes, Map<String, Algorithm> algorithms) {
        Map<String, Long> parameters = parameters();
        List<String> names = algorithms.keySet().stream().sorted().toList();
        names.forEach(name -> parameters.putAll(algorithms.get(name).parameters()));
        return new Choice(
                parameters,
                call -> names.indexOf(find(call.size(), bytes.applyAsLong(call), call::parameter)),
                names.stream().map(algorithms::get).toArray(Algorithm[]::new));
    }
}
