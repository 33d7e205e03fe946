// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples;

import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;

/**
 * What {@code examples/programs/partdiff} does on one rank with {@code --output}: in each iteration it computes, agrees on the
 * residuum, writes the iteration's number and the diagonal of the matrix; now and then the whole matrix into a file of its
 * own. Source: HDTrace paper, section 6.
 *
 * @param order of the matrix, at least 1
 * @param iterations at least 0
 * @param checkpointEvery iterations, at least 1
 * @param cycles of computation in one iteration, at least 0
 */
public record PdeSolver(int order, int iterations, int checkpointEvery, long cycles) {
    /** Bytes of the number of an iteration. */
    public static final int NUMBER_BYTES = 4;

    private static final int VALUE_BYTES = 8;

    public PdeSolver {
        if (order < 1 || iterations < 0 || checkpointEvery < 1 || cycles < 0) {
            throw new IllegalArgumentException("order=" + order + " iterations=" + iterations + " checkpointEvery="
                    + checkpointEvery + " cycles=" + cycles + ": must be >= 1, 0, 1 and 0");
        }
    }

    /** Bytes of the matrix. */
    public long checkpointBytes() {
        return diagonalBytes() * order;
    }

    /** Bytes of its diagonal. */
    public long diagonalBytes() {
        return (long) order * VALUE_BYTES;
    }

    /** Number of matrices that are written. */
    public int checkpoints() {
        return iterations / checkpointEvery;
    }

    /** The program. */
    public Application program() {
        ProgramBuilder program = new ProgramBuilder("partdiff", 1);
        ApplicationFile progress = file(program, "progress.dat");
        program.addInit();
        program.addFileOpen(program.world(), progress, false);
        for (int iteration = 1; iteration <= iterations; iteration++) {
            program.addCompute(0, cycles);
            program.addAllreduce(program.world(), VALUE_BYTES);
            long record = (iteration - 1) * (NUMBER_BYTES + diagonalBytes());
            program.addWriteSequential(0, progress, record, NUMBER_BYTES);
            program.addWriteSequential(0, progress, record + NUMBER_BYTES, diagonalBytes());
            if (iteration % checkpointEvery == 0) {
                ApplicationFile checkpoint = file(program, "checkpoint-" + iteration + ".dat");
                program.addFileOpen(program.world(), checkpoint, false);
                program.addWriteSequential(0, checkpoint, 0, checkpointBytes());
                program.addFileClose(program.world(), checkpoint);
            }
        }
        program.addFileClose(program.world(), progress);
        return program.addFinalize().build();
    }

    private static ApplicationFile file(ProgramBuilder program, String name) {
        return program.createFile(name, 0, SimpleStripe.DEFAULT);
    }
}
