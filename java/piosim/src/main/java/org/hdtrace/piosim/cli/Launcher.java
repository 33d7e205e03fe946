// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.piosim.sweep.Share;

/**
 * Which process of how many this one is, and how many of them share its machine, as whoever started it says in environment
 * variables.
 */
final class Launcher {
    /** Names of a rank and a size. What starts processes itself comes before the batch system it may run in. */
    private record Variables(String rank, String size) {}

    /** Names of the number of processes on one machine: Open MPI, MVAPICH2, Hydra of MPICH and Intel MPI, PALS, JSM. */
    private static final List<String> LOCAL_SIZES = List.of(
            "OMPI_COMM_WORLD_LOCAL_SIZE",
            "MV2_COMM_WORLD_LOCAL_SIZE",
            "MPI_LOCALNRANKS",
            "PMI_LOCAL_SIZE",
            "JSM_NAMESPACE_LOCAL_SIZE");

    /** Slurm's numbers of processes on each node, as {@code 2(x3),1}. */
    private static final Pattern TASKS_OF_NODES = Pattern.compile("([0-9]{1,9})(?:\\(x([0-9]{1,9})\\))?");

    private static final List<Variables> LAUNCHERS = List.of(
            new Variables("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
            new Variables("MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
            // MPICH, Intel MPI, and PALS on machines of HPE
            new Variables("PMI_RANK", "PMI_SIZE"),
            new Variables("FLUX_TASK_RANK", "FLUX_JOB_SIZE"),
            new Variables("JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"));

    private static final Variables SLURM_STEP = new Variables("SLURM_PROCID", "SLURM_STEP_NUM_TASKS");
    private static final Variables SLURM = new Variables("SLURM_PROCID", "SLURM_NTASKS");

    private Launcher() {}

    /** Everything when nothing is said. */
    static Share share(Map<String, String> environment) throws UsageException {
        for (Variables names : LAUNCHERS) {
            if (isSet(names, environment)) {
                return share(names, environment);
            }
        }
        if (isSet(SLURM_STEP, environment)) {
            return share(SLURM_STEP, environment);
        }
        return isSet(SLURM, environment) && !isBatchScript(environment) ? share(SLURM, environment) : Share.ALL;
    }

    /** How many processes of the launcher are on this machine; 1 when that isn't said in a way that can be understood. */
    static int localSize(Map<String, String> environment) {
        for (String name : LOCAL_SIZES) {
            if (environment.containsKey(name)) {
                return Math.max(1, number(environment.get(name)));
            }
        }
        if (environment.containsKey("FLUX_JOB_NNODES")) {
            int nodes = Math.max(1, number(environment.get("FLUX_JOB_NNODES")));
            return Math.max(1, (int) Math.ceil((double) number(environment.get("FLUX_JOB_SIZE")) / nodes));
        }
        String step = environment.get("SLURM_STEP_TASKS_PER_NODE");
        String tasks = step == null && !isBatchScript(environment) ? environment.get("SLURM_TASKS_PER_NODE") : step;
        return tasks == null ? 1 : Math.max(1, tasksOfNode(tasks, number(environment.get("SLURM_NODEID"))));
    }

    private static int tasksOfNode(String texts, int node) {
        long before = 0;
        for (String text : texts.split(",", -1)) {
            Matcher tasks = TASKS_OF_NODES.matcher(text);
            if (!tasks.matches()) {
                return 0;
            }
            before += tasks.group(2) == null ? 1 : Integer.parseInt(tasks.group(2));
            if (node < before) {
                return Integer.parseInt(tasks.group(1));
            }
        }
        return 0;
    }

    /** 0 for what is none. */
    private static int number(String text) {
        return text != null && text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }

    /** From a text as {@code 2/8}. */
    static Share parse(String text) throws UsageException {
        String[] numbers = text.split("/", -1);
        if (numbers.length != 2) {
            throw new UsageException("--share " + text + ": must be as 2/8");
        }
        return share("--share " + text, numbers[0], numbers[1]);
    }

    /** A batch script of Slurm is process 0 of the whole job's size, though nobody started the others. */
    private static boolean isBatchScript(Map<String, String> environment) {
        return environment.containsKey("SLURM_JOB_ID") && !environment.containsKey("SLURM_STEP_ID");
    }

    private static boolean isSet(Variables names, Map<String, String> environment) {
        return environment.containsKey(names.rank) && environment.containsKey(names.size);
    }

    private static Share share(Variables names, Map<String, String> environment) throws UsageException {
        String rank = environment.get(names.rank);
        String size = environment.get(names.size);
        return share(names.rank + "=" + rank + " " + names.size + "=" + size, rank, size);
    }

    private static Share share(String said, String rank, String size) throws UsageException {
        try {
            return new Share(Integer.parseInt(rank), Integer.parseInt(size));
        } catch (IllegalArgumentException e) {
            throw new UsageException(said + ": must be a rank from 0 and a number of processes above it");
        }
    }
}
