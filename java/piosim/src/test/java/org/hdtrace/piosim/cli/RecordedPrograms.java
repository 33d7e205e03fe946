// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;

/** Projects of four ranks, made by simulating programs. */
final class RecordedPrograms {
    static final Path MODEL = Path.of(System.getProperty("hd.root"), "examples/models/paper-gige.xml");

    private RecordedPrograms() {}

    /** A program that computes, exchanges messages in a ring, and meets, so many times. */
    static ProgramBuilder ring(int rounds) {
        ProgramBuilder program = new ProgramBuilder("ring", 4);
        for (int round = 0; round < rounds; round++) {
            for (int rank = 0; rank < 4; rank++) {
                program.addCompute(rank, 300_000L * (rank + 1));
                program.addSendrecv(rank, (rank + 1) % 4, 20_000, 1, (rank + 3) % 4, 1);
            }
            program.addBarrier(program.world());
        }
        return program;
    }

    /** A program that every rank begins with a receive; locks when methods do what they say. */
    static ProgramBuilder locked() {
        ProgramBuilder program = new ProgramBuilder("locked", 4);
        for (int rank = 0; rank < 4; rank++) {
            program.addRecv(rank, (rank + 1) % 4, 3).addSend(rank, (rank + 3) % 4, 10, 3);
        }
        return program.addBarrier(program.world());
    }

    /** The program as a project in a folder; methods of the model may be changed for that run. */
    static Path record(Path folder, ProgramBuilder program, String... methods) throws Exception {
        ProjectOutput output = new ProjectOutput(TraceLevel.CLIENTS, "A", folder);
        new Simulation(
                        ModelReader.read(MODEL, List.of(methods)),
                        Map.of("A", program.build()),
                        Algorithms.all(),
                        output)
                .run(SimulationOptions.UNLIMITED);
        output.finish("A", null);
        output.close();
        return folder;
    }
}
