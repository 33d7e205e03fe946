// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Distribution.ServerPiece;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.network.Transport;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.FileService;

/**
 * The client's side of the parallel file system. Files are on the servers that their distributions name; their sizes are known
 * everywhere at once. Source: MODEL B2.5.
 */
public final class FileSystem implements FileService {
    /** What a server is made of. */
    record ServerParts(
            String name,
            String diskName,
            int networkInterface,
            int node,
            Memory memory,
            Device device,
            Occupancy occupancy,
            MetadataService metadata,
            JobQueue queue,
            int maxConcurrent,
            long ioGranularity) {}

    /** Data of a write for one server. */
    private record Part(StorageServer server, long bytes, List<ServerPiece> pieces, long request) {}

    private record PartedWrite(StoredFile stored, ApplicationFile file, long end, List<Part> parts) implements Write {}

    private final ClusterModel model;
    private final Transport network;
    private final IoWays ways;
    private final Devices devices;
    private final StoredFiles files;
    /** Where metadata takes no time a program may open files without any server, as in the original. */
    private final boolean opensCost;

    private final List<StorageServer> servers = new ArrayList<>();
    /** Number of what {@link #wakeServers} wakes. */
    private final int waking;

    private StorageObserver observer = StorageObserver.NONE;

    /** The file system of a model, with empty queues. */
    public FileSystem(Kernel kernel, Transport network, ClusterModel model) {
        this.model = model;
        this.network = network;
        this.ways = new IoWays(network, model);
        this.devices = new Devices(kernel);
        this.files = new StoredFiles(model);
        this.opensCost = model.servers().stream().anyMatch(server -> server.metadataNanos() > 0);
        for (int node = 0; node < model.nodes().size(); node++) {
            addServers(model, model.nodes().get(node), node);
        }
        this.waking = devices.add(() -> servers.forEach(StorageServer::takeExpected));
    }

    /** The servers in the order of the model. */
    public List<StorageServer> servers() {
        return List.copyOf(servers);
    }

    /**
     * A file is there before the simulation begins: it takes the room of its initial size. Where the model has servers the result is what is
     * wrong with that: they are not those that it is to be on, or have no room for it.
     */
    public Optional<String> claimRoom(ApplicationFile file) {
        int needed = file.distribution().leastServers();
        if (servers.isEmpty()) {
            return Optional.empty();
        }
        return needed <= servers.size()
                ? files.claimRoom(file)
                : Optional.of("its Distribution names server " + (needed - 1) + ", but the model has only "
                        + servers.size() + ", numbered from 0");
    }

    /** From now on tell somebody what happens; called before the simulation begins. */
    public void observe(StorageObserver newObserver) {
        observer = newObserver;
    }

    StorageObserver observer() {
        return observer;
    }

    @Override
    public String nodeName(int node) {
        return model.nodes().get(node).name();
    }

    @Override
    public void truncate(int application, ApplicationFile file) {
        StoredFile stored = files.of(application, file);
        files.resize(stored, file, 0);
        servers.forEach(server -> server.cut(stored, 0));
    }

    @Override
    public long size(int application, ApplicationFile file) {
        return files.of(application, file).size();
    }

    @Override
    public void inquire(Call call, ApplicationFile file) {
        requireServers(file);
        ask(call, servers.get(file.id() % servers.size()), () -> {});
    }

    @Override
    public void resize(Call call, ApplicationFile file, long size) {
        requireServers(file);
        StoredFile stored = files.of(call.applicationNumber(), file);
        files.resize(stored, file, size);
        long[] ends = new long[servers.size()];
        for (ServerPiece piece : file.distribution().split(0, size, servers.size())) {
            ends[piece.server()] = Math.max(ends[piece.server()], piece.offset() + piece.size());
        }
        serversOf(file).forEach(server -> ask(call, server, () -> server.cut(stored, ends[server.number()])));
    }

    @Override
    public void open(Call call, ApplicationFile file) {
        if (opensCost) {
            inquire(call, file);
        }
    }

    @Override
    public void defer(Call call, ApplicationFile file) {
        files.defer(call, file);
    }

    @Override
    public boolean openDeferred(Call call, ApplicationFile file) {
        if (!files.openDeferred(call, file)) {
            return false;
        }
        open(call, file);
        return opensCost;
    }

    private List<StorageServer> serversOf(ApplicationFile file) {
        return servers.stream()
                .filter(server -> file.distribution().uses(server.number(), servers.size()))
                .toList();
    }

    /** A request that moves no data, with what the server does before it answers. */
    private void ask(Call call, StorageServer server, Runnable action) {
        call.await();
        long request = observer.requested(call, server, StorageObserver.Kind.METADATA, 0);
        ways.sendToServer(new IoMessage(call.networkInterface(), server.networkInterface(), IoMessage.REQUEST_BYTES) {
            @Override
            void completed() {
                observer.arrived(request);
                server.serveMetadata(() -> {
                    action.run();
                    acknowledge(server, call, request);
                });
            }
        });
    }

    @Override
    public void read(Call call, ApplicationFile file, List<Piece> pieces, int typeBytes) {
        StoredFile stored = files.of(call.applicationNumber(), file);
        List<List<ServerPiece>> wanted = byServer(file, pieces);
        List<Piece> existing = existing(stored, pieces);
        List<List<ServerPiece>> found = existing == pieces ? wanted : byServer(file, existing);
        // Every server is asked for its part of what is wanted, and answers if only that there is nothing.
        int next = 0;
        for (List<ServerPiece> part : wanted) {
            boolean some = next < found.size()
                    && found.get(next).get(0).server() == part.get(0).server();
            int bytes = IoMessage.requestBytes(part.size(), typeBytes);
            read(call, stored, part.get(0).server(), bytes, some ? found.get(next) : List.of());
            next += some ? 1 : 0;
        }
    }

    private static long endOf(List<Piece> pieces) {
        long end = 0;
        for (Piece piece : pieces) {
            end = Math.max(end, piece.offset() + piece.size());
        }
        return end;
    }

    private static List<Piece> existing(StoredFile stored, List<Piece> pieces) {
        if (endOf(pieces) <= stored.size()) {
            return pieces;
        }
        List<Piece> existing = new ArrayList<>(pieces.size());
        for (Piece piece : pieces) {
            long size = Math.min(piece.size(), stored.size() - piece.offset());
            if (size > 0) {
                existing.add(size == piece.size() ? piece : new Piece(piece.offset(), size));
            }
        }
        return existing;
    }

    private void read(Call call, StoredFile stored, int number, int bytes, List<ServerPiece> found) {
        call.await();
        StorageServer server = servers.get(number);
        long total = bytesOf(found);
        long request = observer.requested(call, server, StorageObserver.Kind.READ, total);
        server.coming().readSent();
        ways.sendToServer(new IoMessage(call.networkInterface(), server.networkInterface(), bytes) {
            @Override
            void completed() {
                observer.arrived(request);
                server.read(stored, found, total, call, request);
            }
        });
    }

    @Override
    public Write requestWrite(Call call, ApplicationFile file, List<Piece> pieces, int typeBytes) {
        StoredFile stored = files.of(call.applicationNumber(), file);
        long end = endOf(pieces);
        List<List<ServerPiece>> byServer = byServer(file, pieces);
        List<Part> parts = new ArrayList<>(byServer.size());
        for (List<ServerPiece> own : byServer) {
            parts.add(part(call, own));
        }
        for (Part part : parts) {
            call.await();
            int bytes = IoMessage.requestBytes(part.pieces.size(), typeBytes);
            ways.sendToServer(new IoMessage(call.networkInterface(), part.server.networkInterface(), bytes) {
                @Override
                void departed() {
                    call.partDone();
                }

                @Override
                protected boolean isUnnoticed() {
                    return observer == StorageObserver.NONE;
                }

                @Override
                void completed() {
                    observer.arrived(part.request);
                }
            });
        }
        return new PartedWrite(stored, file, end, parts);
    }

    @Override
    public void sendData(Call call, Write requested) {
        PartedWrite write = (PartedWrite) requested;
        // The size counts from here on: what a later reader asks for comes after the data in the servers' queues.
        files.resize(write.stored, write.file, Math.max(write.end, write.stored.size()));
        for (Part part : write.parts) {
            call.await();
            part.server.coming().writeSent(part.bytes);
            ways.sendToServer(new WriteData(
                    call.networkInterface(), part.bytes, write.stored, call, part.server, part.pieces, part.request));
        }
    }

    @Override
    public void flush(Call call, ApplicationFile file) {
        StoredFile stored = files.of(call.applicationNumber(), file);
        for (StorageServer server : serversOf(file)) {
            call.await();
            long request = observer.requested(call, server, StorageObserver.Kind.FLUSH, 0);
            ways.sendToServer(
                    new IoMessage(call.networkInterface(), server.networkInterface(), IoMessage.REQUEST_BYTES) {
                        @Override
                        void completed() {
                            observer.arrived(request);
                            server.serveMetadata(() -> server.flush(stored, () -> acknowledge(server, call, request)));
                        }
                    });
        }
    }

    /** Tell a client that its request is done. */
    void acknowledge(StorageServer server, Call call, long request) {
        observer.answered(request);
        ways.sendToClient(
                new IoMessage(server.networkInterface(), call.networkInterface(), IoMessage.ACKNOWLEDGE_BYTES) {
                    @Override
                    void completed() {
                        observer.completed(request);
                        call.partDone();
                    }
                });
    }

    /** Virtual time in ns. */
    long now() {
        return devices.now();
    }

    /** Let servers take the data that they expect at a time in ns, behind what devices do then. */
    void wakeServers(long time) {
        devices.wake(waking, time);
    }

    /** See {@link Devices#endedUntil}. */
    long endedUntil() {
        return devices.endedUntil();
    }

    private void requireServers(ApplicationFile file) {
        if (servers.isEmpty()) {
            throw new UnsupportedModelException("file '" + file.name() + "' is used, but the model has no server");
        }
    }

    /** The parts of a request, those of each server that has any together, in the order of the servers. */
    private List<List<ServerPiece>> byServer(ApplicationFile file, List<Piece> pieces) {
        requireServers(file);
        if (pieces.size() == 1) {
            Piece piece = pieces.get(0);
            List<ServerPiece> own = file.distribution().split(piece.offset(), piece.size(), servers.size());
            if (own.size() == 1) {
                return List.of(own);
            }
        }
        List<List<ServerPiece>> all = new ArrayList<>();
        servers.forEach(server -> all.add(new ArrayList<>(1)));
        for (Piece piece : pieces) {
            for (ServerPiece part : file.distribution().split(piece.offset(), piece.size(), servers.size())) {
                all.get(part.server()).add(part);
            }
        }
        all.removeIf(List::isEmpty);
        return all;
    }

    /** What one server gets. */
    private Part part(Call call, List<ServerPiece> pieces) {
        long bytes = bytesOf(pieces);
        StorageServer server = servers.get(pieces.get(0).server());
        long request = observer.requested(call, server, StorageObserver.Kind.WRITE, bytes);
        return new Part(server, bytes, pieces, request);
    }

    private static long bytesOf(List<ServerPiece> pieces) {
        long bytes = 0;
        for (ServerPiece piece : pieces) {
            bytes += piece.size();
        }
        return bytes;
    }

    private void addServers(ClusterModel model, Node node, int number) {
        Memory memory = new Memory(node.memoryBytes());
        long granularity = model.globalSettings().ioGranularity();
        for (HostedComponent hosted : node.hosted()) {
            if (hosted instanceof Server server) {
                Occupancy occupancy = new Occupancy(devices::now);
                Device device = devices.of(server.ioSubsystem(), occupancy);
                ServerParts parts = new ServerParts(
                        server.name(),
                        server.ioSubsystem().name(),
                        network.plan().component(server.nic().id()),
                        number,
                        memory,
                        device,
                        occupancy,
                        devices.metadata(server.metadataNanos()),
                        JobQueue.of(server.cache(), granularity, device::leastNanos),
                        server.cache().maxConcurrentOps(),
                        granularity);
                servers.add(new StorageServer(network, ways, this, servers.size(), parts));
            }
        }
    }
}
