// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.hdtrace.calibration.Machines;
import org.hdtrace.calibration.fit.MachineFitter;
import org.hdtrace.calibration.fit.NoisyMeasurementException;
import org.hdtrace.calibration.model.ModelMaker;
import org.hdtrace.calibration.table.ResultReader;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;

/** Machines of known figures, and recordings of programs that ran on them: simulated ones, which are as exact as can be. */
final class Runs {
    static final int RANKS = 4;
    static final double RATE = 12e6;

    private Runs() {}

    /** A table of four hosts with links of this many bytes a second. */
    static Machines machine(double rate) {
        Machines machine = new Machines(RANKS, 1, 30_000, rate, -1, 0, nanos -> nanos).curve(0, 1, 1);
        for (int first = 0; first < RANKS; first++) {
            for (int second = first + 1; second < RANKS; second++) {
                machine.pair(first, second, 1);
            }
        }
        return machine.memory(5e9);
    }

    static ResultTable table(Machines machine, Path folder) throws IOException, TraceFormatException {
        Path file = folder.resolve("table.csv");
        java.nio.file.Files.writeString(file, machine.text());
        return ResultReader.read(file);
    }

    static ClusterModel model(double rate, Path folder)
            throws IOException, TraceFormatException, NoisyMeasurementException {
        return ModelMaker.make(MachineFitter.fit(table(machine(rate), folder)), "MPICH");
    }

    /** What each of six rounds does, recorded on a machine; the project. */
    static Path record(ClusterModel machine, Path folder, Consumer<ProgramBuilder> round)
            throws IOException, TraceFormatException {
        return record(machine, folder, RANKS, round);
    }

    /** The same with this number of ranks. */
    static Path record(ClusterModel machine, Path folder, int ranks, Consumer<ProgramBuilder> round)
            throws IOException, TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("app", ranks);
        for (int i = 0; i < 6; i++) {
            program.addBarrier(program.world());
            round.accept(program);
        }
        try (ProjectOutput output = new ProjectOutput(TraceLevel.CLIENTS, ModelMaker.APPLICATION, folder)) {
            new Simulation(machine, Map.of(ModelMaker.APPLICATION, program.build()), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
            return output.finish(ModelMaker.APPLICATION, null);
        }
    }

    /** A ring and a broadcast. */
    static void messages(ProgramBuilder program) {
        for (int rank = 0; rank < RANKS; rank++) {
            program.addSendrecv(rank, (rank + 1) % RANKS, 1 << 20, 0, (rank + RANKS - 1) % RANKS, 0);
        }
        program.addBroadcast(program.world(), 0, 1 << 20);
    }
}
