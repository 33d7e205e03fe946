// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;

/** The numbers of the algorithms that Open MPI's fixed rules name, taken from its source by machine: a second copy. */
final class OpenMpiFixedRules {
    private static final String FILE = "open-mpi-4.1.4-fixed-rules.txt";
    private static final Map<String, List<String[]>> ROWS = read();

    private OpenMpiFixedRules() {}

    /** Number of the algorithm for so many ranks and bytes. */
    static int algorithm(CommandType type, int ranks, long bytes) {
        for (String[] row : ROWS.get(type.name().toLowerCase(Locale.ROOT))) {
            if (holds(row[1], ranks)) {
                for (int i = 2; i < row.length; i++) {
                    String[] rule = row[i].split(":", -1);
                    if (holds(rule[0], bytes)) {
                        return Integer.parseInt(rule[1]);
                    }
                }
            }
        }
        throw new AssertionError(type + " of " + ranks + " ranks, " + bytes + " B");
    }

    /** All limits of bytes for a function. */
    static List<Long> limits(CommandType type) {
        List<Long> limits = new ArrayList<>();
        for (String[] row : ROWS.get(type.name().toLowerCase(Locale.ROOT))) {
            for (int i = 2; i < row.length; i++) {
                if (row[i].startsWith("<")) {
                    limits.add(Long.parseLong(row[i].substring(1, row[i].indexOf(':'))));
                }
            }
        }
        return limits;
    }

    private static boolean holds(String condition, long value) {
        return condition.equals("*")
                || (condition.startsWith("=")
                        ? value == Long.parseLong(condition.substring(1))
                        : value < Long.parseLong(condition.substring(1)));
    }

    private static Map<String, List<String[]>> read() {
        Map<String, List<String[]>> rows = new HashMap<>();
        try (InputStream in = OpenMpiFixedRules.class.getResourceAsStream(FILE)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isEmpty() && !line.startsWith("#")) {
                    String[] words = line.split(" +", -1);
                    rows.computeIfAbsent(words[0], name -> new ArrayList<>()).add(words);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }
}
