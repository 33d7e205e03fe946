// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples;

import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;

/**
 * Rank 0 deals out tasks in rounds and takes the results as they come: its receives are wildcards, so a slow worker
 * holds up nobody but the end of the round. Worker w computes w times as long as worker 1.
 *
 * <p>A program in Java is fixed before it runs. Whose result a wildcard takes is decided while it runs; whom a task goes
 * to can't be, which is why the tasks are dealt out in rounds.
 *
 * @param workers ranks besides the master, at least 1
 * @param rounds tasks of each worker, at least 0
 * @param taskBytes of a task, at least 0
 * @param resultBytes of a result, at least 0
 * @param instructions that the first worker needs for a task, at least 0
 */
public record MasterWorker(int workers, int rounds, long taskBytes, long resultBytes, long instructions) {
    private static final int MASTER = 0;
    private static final int TASK = 1;
    private static final int RESULT = 2;

    public MasterWorker {
        if (workers < 1 || rounds < 0 || taskBytes < 0 || resultBytes < 0 || instructions < 0) {
            throw new IllegalArgumentException("workers=" + workers + " rounds=" + rounds + " taskBytes=" + taskBytes
                    + " resultBytes=" + resultBytes + " instructions=" + instructions
                    + ": must be >= 1 and, all others, >= 0");
        }
    }

    /** Number of ranks. */
    public int ranks() {
        return workers + 1;
    }

    /** The program. */
    public Application program() {
        ProgramBuilder program = new ProgramBuilder("workers", ranks());
        program.addInit();
        for (int round = 0; round < rounds; round++) {
            for (int worker = 1; worker <= workers; worker++) {
                program.addSendAndRecv(MASTER, worker, taskBytes, TASK);
                program.addCompute(worker, worker * instructions);
                program.addSend(worker, MASTER, resultBytes, RESULT);
            }
            for (int result = 0; result < workers; result++) {
                program.addRecv(MASTER, Command.ANY_SOURCE, RESULT);
            }
        }
        return program.addFinalize().build();
    }
}
