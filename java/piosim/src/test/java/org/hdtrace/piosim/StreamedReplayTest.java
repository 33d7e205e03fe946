// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;

/** A project that is read while it is simulated gives the same results and files as one that is read before. */
class StreamedReplayTest extends TryFolder {
    private static final int RANKS = 4;

    @Property(tries = 40)
    void ofSavedProgramsAndOfSimulatedRuns(@ForAll long seed, @ForAll @IntRange(max = 25) int steps) throws Exception {
        Path saved = ProgramSaver.save(RandomProgram.of(seed, RANKS, steps), in("saved"));
        // What the first simulation writes has real sources, real times, and computation between the calls.
        compare(compare(saved, "first"), "second");
    }

    @Example
    void ofTheRecordedExamples() throws Exception {
        int programs = 0;
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("hd.root"), "examples/traces"))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".proj"))
                    .sorted()
                    .toList()) {
                if (Project.open(file).traces().stream().anyMatch(trace -> trace.rank() == 0)) {
                    compare(file, "example" + programs++);
                }
            }
        }
        assertTrue(programs >= 3, "programs: " + programs);
    }

    /** Simulate a project in both ways; the project of the one that was in memory. */
    private Path compare(Path project, String name) throws IOException, TraceFormatException {
        Application inMemory = load(project, false);
        Application streamed = load(project, true);
        assertEquals(inMemory.unsupported(), streamed.unsupported());
        assertEquals(inMemory.findings(), streamed.findings());
        ProjectOutput output = new ProjectOutput(TraceLevel.ALL, Stars.ALIAS, in(name));
        SimulationResult expected = simulate(inMemory, output);
        Path written = output.finish(Stars.ALIAS, null);
        output.close();
        output = new ProjectOutput(TraceLevel.ALL, Stars.ALIAS, in(name + "-streamed"));
        SimulationResult result = simulate(streamed, output);
        output.finish(Stars.ALIAS, null);
        output.close();
        assertEquals(Outcomes.of(expected), Outcomes.of(result));
        assertEquals(expected.events(), result.events());
        Outcomes.assertSameFiles(in(name), in(name + "-streamed"));
        return written;
    }

    private static Application load(Path project, boolean streaming) throws TraceFormatException {
        return TraceApplication.load(
                project, new TraceApplication.Options(1, streaming, Simulation.executable(model(1))));
    }

    private static SimulationResult simulate(Application program, ProjectOutput output) throws TraceFormatException {
        return new Simulation(model(program.rankCount()), Map.of(Stars.ALIAS, program), Algorithms.all(), output)
                .run(SimulationOptions.UNLIMITED);
    }

    private static ClusterModel model(int ranks) {
        return Stars.star(ranks, 2).build();
    }
}
