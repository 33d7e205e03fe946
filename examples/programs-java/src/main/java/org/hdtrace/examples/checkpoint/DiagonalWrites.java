// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hdtrace.examples.Clusters;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.xml.ModelReader;

/**
 * The diagonal, whose values lie one by one in memory and one behind the other in the file, with ROMIO's hint for list requests and
 * without. Source: HDTrace paper, section 6.
 */
final class DiagonalWrites {
    /** Bytes of a value. */
    static final int VALUE = 8;
    /** The hint. */
    static final String HINT = "romio_pvfs2_listio_write";

    /** What a write took: requests at the server, and seconds. */
    record Taken(long requests, double seconds) {}

    private final Path model;

    DiagonalWrites(Path model) {
        this.model = model;
    }

    ClusterModel cluster(int piecesOfARequest) throws ModelFormatException {
        return ModelReader.read(model, List.of("ClientMethod[Filewrite]/listPieces=" + piecesOfARequest));
    }

    /** With the hint set to a value, as {@code enable}. */
    Taken write(String hint, int piecesOfARequest) throws ModelFormatException, TraceFormatException {
        return write(true, hint, cluster(piecesOfARequest));
    }

    /** From a copy in one piece. */
    Taken contiguous() throws ModelFormatException, TraceFormatException {
        return write(false, "disable", cluster(ListRequestFigures.MOST));
    }

    /** In the same parts, 64 values each, with a gap behind each in the file, whose ranges go in list requests. */
    Taken withGaps() throws ModelFormatException, TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("parts", 1);
        ApplicationFile file = program.createFile("parts.dat", 0, SimpleStripe.DEFAULT);
        int part = ListRequestFigures.MOST * VALUE;
        List<Piece> parts = new ArrayList<>();
        long bytes = Checkpoint.PAPER.diagonalBytes();
        for (long at = 0; at < bytes; at += part) {
            parts.add(new Piece(2 * at, Math.min(part, bytes - at)));
        }
        program.on(file, program.world())
                .hint(HINT, "enable")
                .access(CommandType.FILE_WRITE, 0, parts, Command.BLOCKING);
        return taken(program, cluster(ListRequestFigures.MOST));
    }

    private static Taken write(boolean scattered, String hint, ClusterModel cluster) throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("diagonal", 1);
        int order = Checkpoint.PAPER.order();
        long value = program.addDatatype(id -> Datatype.named(id, "MPI_DOUBLE"));
        long diagonal = program.addDatatype(id -> Datatype.vector(id, order, 1, order + 1L, value));
        ApplicationFile file = program.createFile("progress.dat", 0, SimpleStripe.DEFAULT);
        program.on(file, program.world())
                .hint(HINT, hint)
                .memory(0, scattered ? diagonal : value)
                .write(0, 0, Checkpoint.PAPER.diagonalBytes());
        return taken(program, cluster);
    }

    private static Taken taken(ProgramBuilder program, ClusterModel cluster) throws TraceFormatException {
        SimulationResult result =
                new Simulation(cluster, Map.of(Clusters.ALIAS, program.build())).run(SimulationOptions.UNLIMITED);
        return new Taken(
                result.servers().get(0).writes(), result.clients().get(0).endNanos() / 1e9);
    }
}
