// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.storage.StorageObserver;
import org.hdtrace.piosim.storage.StorageServer;

/** What reaches the disk of a single server that has all files: there a place in the file is the same place on disk. */
final class FileImage implements StorageObserver {
    /** A range that a server was asked for. */
    record Access(int rank, Kind kind, Piece piece) {}

    private record Request(int rank, Kind kind, long bytes) {}

    private final List<Request> requests = new ArrayList<>();
    private final List<Access> accesses = new ArrayList<>();
    private final Map<Kind, BitSet> bytes = new HashMap<>();

    static FileImage of(ClusterModel model, Application program) {
        FileImage image = new FileImage();
        try {
            Simulation simulation = new Simulation(model, Map.of(Stars.ALIAS, program));
            simulation.observe(image);
            SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
            if (result.outcome() != SimulationResult.Outcome.FINISHED || result.unreceivedMessages() > 0) {
                throw new AssertionError(result.deadlock() + " unreceived: " + result.unreceived());
            }
        } catch (TraceFormatException e) {
            throw new IllegalStateException(e);
        }
        return image;
    }

    /** The ranges that a rank's requests were about, in the order in which they reached the server. */
    List<Piece> of(int rank, Kind kind) {
        return accesses.stream()
                .filter(access -> access.rank == rank && access.kind == kind)
                .map(Access::piece)
                .toList();
    }

    /** All bytes that requests of a kind were about. */
    BitSet bytes(Kind kind) {
        return bytes.getOrDefault(kind, new BitSet());
    }

    /** Bytes that each request is about, in the order in which ranks sent them. */
    List<Long> sizes(Kind kind) {
        return requests.stream()
                .filter(request -> request.kind == kind)
                .map(Request::bytes)
                .toList();
    }

    /** Number of requests. */
    int requests(Kind kind) {
        return sizes(kind).size();
    }

    @Override
    public long requested(Call call, StorageServer server, Kind kind, long size) {
        requests.add(new Request(call.globalRank(), kind, size));
        return requests.size() - 1L;
    }

    @Override
    public long queued(StorageServer server, long request, long offset, long size) {
        Request of = requests.get((int) request);
        accesses.add(new Access(of.rank, of.kind, new Piece(offset, size)));
        bytes.computeIfAbsent(of.kind, key -> new BitSet()).set((int) offset, (int) (offset + size));
        return 0;
    }
}
