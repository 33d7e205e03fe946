// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The programs whose operations are compared with the model: each host by itself, point-to-point and collectives in several sizes on several
 * groups, exchanges of rank 0 with all others in turn, the PDE solver, MPI-IO on four levels.
 *
 * @param programs folder of the programs
 * @param work folder for their tables, which is there
 * @param ranks that the launcher starts
 * @param files folder that all ranks see, null to leave files out
 * @param isShort whether it's to take 3 minutes at most instead of 20
 * @param parts of {@link #PARTS} that are wanted
 */
public record ValidationSuite(Path programs, Path work, int ranks, Path files, boolean isShort, Set<String> parts) {
    /** The program whose table tells of single hosts. */
    public static final String HOSTS = "hosts";

    /** All parts, in their order. */
    public static final List<String> PARTS = List.of(HOSTS, "messages", "pde", "files");

    private static final List<String> LEVELS = List.of("ind-ctg", "col-ctg", "ind-nctg", "col-nctg");
    private static final int MOST_GROUPS = 8;
    /** Exchanges by turns are a program of their own: their calls are as those of the ring, but wait for each other. */
    private static final String MESSAGES =
            "--tests sendrecv,bcast,allgather,allreduce,alltoall,reduce,gather,scatter,reduce_scatter";

    public ValidationSuite {
        parts = Set.copyOf(parts);
    }

    /** What every run needs to be there. */
    public List<Path> executables() {
        return all(1).stream().map(SuiteProgram::file).distinct().toList();
    }

    /** The programs in their order, for the round of this number. */
    public List<SuiteProgram> all(int round) {
        List<SuiteProgram> all = new ArrayList<>();
        Path bench = programs.resolve("hdtrace-microbench");
        Path table = work.resolve(HOSTS + "-" + round + ".csv");
        if (parts.contains(HOSTS)) {
            all.add(new SuiteProgram(
                    HOSTS,
                    bench,
                    words("--tests each --seconds %s --output", isShort ? "30" : "120", table),
                    table,
                    false));
        }
        if (parts.contains("messages")) {
            Path messages = work.resolve("messages-" + round + ".csv");
            List<String> options = words(
                    MESSAGES
                            + (isShort
                                    ? " --sizes 65536,262144 --repetitions 6 --seconds 60 --ranks %s --output"
                                    : " --sizes 102400,1048576,10485760 --repetitions 9 --seconds 600 --ranks %s --output"),
                    groups(),
                    messages);
            all.add(new SuiteProgram("messages", bench, options, messages, true));
            if (ranks > 2) {
                Path turns = work.resolve("turns-" + round + ".csv");
                List<String> byTurns = words(
                        "--tests turns"
                                + (isShort
                                        ? " --sizes 262144 --repetitions 4 --seconds 20 --ranks %s --output"
                                        : " --sizes 1048576 --repetitions 5 --seconds 60 --ranks %s --output"),
                        Integer.toString(ranks),
                        turns);
                all.add(new SuiteProgram("turns", bench, byTurns, turns, true));
            }
        } else if (!parts.equals(Set.of(HOSTS)) && ranks > 1) {
            // For its barriers, which tell how long ranks wait for a processor.
            Path noise = work.resolve("noise-" + round + ".csv");
            List<String> options = words(
                    MESSAGES + " --sizes 64 --repetitions 6 --seconds 20 --ranks %s --output",
                    Integer.toString(ranks),
                    noise);
            all.add(new SuiteProgram("noise", bench, options, noise, true));
        }
        if (parts.contains("pde")) {
            List<String> options = List.of("--size", isShort ? "256" : "1024", "--iterations", isShort ? "20" : "100");
            all.add(new SuiteProgram("pde", programs.resolve("partdiff"), options, null, true));
        }
        if (files != null && parts.contains("files")) {
            for (String level : LEVELS) {
                all.add(new SuiteProgram(
                        level,
                        programs.resolve("levels"),
                        List.of(
                                level,
                                files.resolve("hdtrace-validate-" + level).toString(),
                                "20",
                                isShort ? "65536" : "1048576"),
                        null,
                        true));
            }
        }
        return all;
    }

    /** Words of a text with a value in it, and a file. */
    private static List<String> words(String text, String value, Path file) {
        List<String> words = new ArrayList<>(List.of(text.formatted(value).split(" ")));
        words.add(file.toString());
        return words;
    }

    /** Files that the programs leave behind. */
    public List<Path> leftovers() {
        return files == null
                ? List.of()
                : LEVELS.stream()
                        .map(level -> files.resolve("hdtrace-validate-" + level))
                        .toList();
    }

    /** Two ranks, all, and of more than four those between. */
    private String groups() {
        return IntStream.rangeClosed(2, ranks)
                .filter(size -> size == 2 || size == ranks || (!isShort && size <= MOST_GROUPS))
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
    }
}
