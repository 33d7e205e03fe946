// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hdtrace.examples.Clusters;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.xml.ModelReader;

/**
 * The diagonal in the 126 parts that PVFS cut it into, with ROMIO's hint for list requests and without. Source: HDTrace paper,
 * section 6. What isn't contiguous there is the memory, which the simulator doesn't look at; here the parts have a gap of one
 * value between them in the file.
 */
final class DiagonalWrites {
    /** Bytes of all parts but the last: 64 values. */
    static final int PART = 512;
    /** The hint. */
    static final String HINT = "romio_pvfs2_listio_write";

    private static final int GAP = 8;

    /** What a write took: requests at the server, and seconds. */
    record Taken(long requests, double seconds) {}

    private final Path model;

    DiagonalWrites(Path model) {
        this.model = model;
    }

    ClusterModel cluster(int rangesOfARequest) throws ModelFormatException {
        return ModelReader.read(model, List.of("ClientMethod[Filewrite]/listPieces=" + rangesOfARequest));
    }

    /** The parts as ranges of a file. */
    static List<Piece> parts(long bytes, int gap) {
        List<Piece> parts = new ArrayList<>();
        for (long begin = 0; begin < bytes; begin += PART) {
            parts.add(new Piece(begin + gap * (begin / PART), Math.min(PART, bytes - begin)));
        }
        return parts;
    }

    /** With the hint set to a value, as {@code enable}. */
    Taken write(String hint, int rangesOfARequest) throws ModelFormatException, TraceFormatException {
        return write(
                parts(Checkpoint.PAPER.diagonalBytes(), GAP),
                new FileHints(Map.of(HINT, hint)),
                cluster(rangesOfARequest));
    }

    /** In one part. */
    Taken contiguous() throws ModelFormatException, TraceFormatException {
        return write(parts(Checkpoint.PAPER.diagonalBytes(), 0), FileHints.NONE, cluster(64));
    }

    private static Taken write(List<Piece> parts, FileHints hints, ClusterModel cluster) throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("diagonal", 1);
        ApplicationFile file = program.createFile("progress.dat", 0, SimpleStripe.DEFAULT);
        program.add(0, origin -> new Command.FileWrite(file, FileRanges.of(parts), hints, Command.BLOCKING, origin));
        SimulationResult result =
                new Simulation(cluster, Map.of(Clusters.ALIAS, program.build())).run(SimulationOptions.UNLIMITED);
        return new Taken(
                result.servers().get(0).writes(), result.clients().get(0).endNanos() / 1e9);
    }
}
